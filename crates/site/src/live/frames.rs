//! The frames of a client, with the time at which each was received.
//!
//! A command may wait for a slow disk. The frames that follow it are read meanwhile: a move that is received in time is in
//! time, however long the command before it takes.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::pin;
use std::time::Instant;

use axum::extract::ws::Message;
use futures_util::{Stream, StreamExt};
use play::time::Timestamp;
use store::clock;

/// The number of frames that are read ahead. A client that sends more waits, as its own system does for it.
const MAX_AHEAD: usize = 16;

/// A frame, or the end of the connection.
pub(super) struct Frame {
    /// When it was received, by the clock of the site.
    pub(super) at: Timestamp,
    /// When it was received, by the monotonic clock.
    pub(super) instant: Instant,
    /// The message; `None` after the last one.
    pub(super) content: Option<Result<Message, axum::Error>>,
}

/// The frames that were read ahead.
#[derive(Default)]
pub(super) struct Frames(VecDeque<Frame>);

impl Frames {
    /// Returns the next frame.
    pub(super) async fn next(
        &mut self,
        socket: &mut (impl Stream<Item = Result<Message, axum::Error>> + Unpin),
    ) -> Frame {
        match self.0.pop_front() {
            Some(frame) => frame,
            None => receive(socket).await,
        }
    }

    /// Waits for `work`, and reads frames ahead meanwhile.
    pub(super) async fn read_during<T>(
        &mut self,
        socket: &mut (impl Stream<Item = Result<Message, axum::Error>> + Unpin),
        work: impl Future<Output = T>,
    ) -> T {
        let mut work = pin!(work);
        loop {
            let is_over = self.0.back().is_some_and(|last| !matches!(last.content, Some(Ok(_))));
            tokio::select! {
                biased;
                done = &mut work => return done,
                frame = receive(socket), if !is_over && self.0.len() < MAX_AHEAD => self.0.push_back(frame),
            }
        }
    }
}

async fn receive(socket: &mut (impl Stream<Item = Result<Message, axum::Error>> + Unpin)) -> Frame {
    let content = socket.next().await;
    Frame { at: clock::now(), instant: Instant::now(), content }
}

#[cfg(test)]
mod tests {
    use futures_util::stream;
    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn frames_are_stamped_while_a_command_waits_and_keep_their_order() {
        let (mut frames, (finish, finished)) = (Frames::default(), oneshot::channel::<()>());
        let mut finish = Some(finish);
        // The command ends when the connection has read both frames and their end.
        let mut socket = stream::iter([Ok(Message::text("a")), Ok(Message::text("b"))]).chain(stream::once(
            Box::pin(async move {
                finish.take().map(|finish| finish.send(()));
                Err(axum::Error::new("lost"))
            }),
        ));
        frames.read_during(&mut socket, finished).await.expect("the command ends");
        let ended = Instant::now();
        for expected in ["a", "b"] {
            let frame = frames.next(&mut socket).await;
            assert!(frame.instant <= ended, "received before the command ended");
            assert!(matches!(frame.content, Some(Ok(Message::Text(text))) if text.as_str() == expected));
        }
        assert!(matches!(frames.next(&mut socket).await.content, Some(Err(_))));
    }

    #[tokio::test]
    async fn few_frames_are_read_ahead() {
        let mut socket = stream::iter((0..100).map(|_| Ok(Message::text("a"))));
        let mut frames = Frames::default();
        frames.read_during(&mut socket, tokio::task::yield_now()).await;
        assert!(frames.0.len() <= MAX_AHEAD);
        assert_eq!(socket.count().await + frames.0.len(), 100, "none is lost");
    }
}
