//! The right to a piece of work, which must be settled.

use std::time::Duration;

use async_nats::jetstream::{AckKind, Message};
use tokio::sync::{oneshot, watch};
use tokio::time::{MissedTickBehavior, interval};

/// So often it is said that a piece is still being worked on.
const SIGN: Duration = Duration::from_secs(1);

/// The right to a piece of work. Whoever loses it gives the work back.
pub struct Ticket(Option<oneshot::Sender<AckKind>>);

impl Ticket {
    /// For a piece that was taken. While it is held, the queue is told that somebody works on it.
    pub(super) fn of(message: Message, in_hand: &watch::Sender<usize>) -> Self {
        let (settle, mut settled) = oneshot::channel();
        let in_hand = in_hand.clone();
        in_hand.send_modify(|in_hand| *in_hand += 1);
        tokio::spawn(async move {
            let mut signs = interval(SIGN);
            signs.set_missed_tick_behavior(MissedTickBehavior::Delay);
            // The first is at once, and not needed.
            signs.tick().await;
            let kind = loop {
                tokio::select! {
                    kind = &mut settled => break kind.unwrap_or(AckKind::Nak(None)),
                    // A sign that does not arrive costs work that is done twice.
                    _ = signs.tick() => drop(message.ack_with(AckKind::Progress).await),
                }
            };
            if let Err(error) = message.ack_with(kind).await {
                tracing::debug!(%error, "the queue");
            }
            in_hand.send_modify(|in_hand| *in_hand -= 1);
        });
        Self(Some(settle))
    }

    /// It is done: nobody need do it again.
    pub fn done(mut self) {
        self.settle(AckKind::Ack);
    }

    /// It is not done: somebody else may try, so much later.
    pub fn again(mut self, after: Duration) {
        self.settle(AckKind::Nak(Some(after).filter(|after| !after.is_zero())));
    }

    fn settle(&mut self, kind: AckKind) {
        if let Some(settle) = self.0.take() {
            // Nobody hears it when the process ends; the queue finds out.
            let _ = settle.send(kind);
        }
    }
}
