//! Closing live connections.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use tokio::sync::watch;
use tokio::time::timeout;

/// Maximum time that sending a message may take.
pub(crate) const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// The WebSocket close code of a message that is too long.
pub(crate) const TOO_LONG: u16 = 1009;
/// The WebSocket close code of a client that sends too many messages, and the reason.
pub(crate) const FLOODED: u16 = 1008;
pub(crate) const FLOODED_REASON: &str = "Too many messages. Send fewer.";
/// Maximum time to wait for the client's close frame.
const CLOSE_TIMEOUT: Duration = Duration::from_millis(100);
/// Maximum length of the reason in a close frame, in bytes.
const MAX_REASON: usize = 123;

/// Closes a connection and waits briefly for the client's close frame. A reason that is too long is cut.
///
/// Closing a socket with unread data resets the connection, and the client would lose the last messages.
pub(crate) async fn close(socket: &mut WebSocket, code: u16, reason: &str) {
    let frame = CloseFrame { code, reason: Utf8Bytes::from(cut(reason)) };
    if let Ok(Ok(())) = timeout(SEND_TIMEOUT, socket.send(Message::Close(Some(frame)))).await {
        let _ = timeout(CLOSE_TIMEOUT, async { while let Some(Ok(_)) = socket.recv().await {} }).await;
    }
}

/// Completes when a credential of the viewer is revoked; never for an anonymous viewer.
pub(crate) async fn revoked(credentials: &mut Option<watch::Receiver<u64>>) {
    match credentials {
        Some(credentials) => {
            if credentials.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
        None => std::future::pending().await,
    }
}

/// Returns the beginning of a reason that fits into a close frame.
fn cut(reason: &str) -> &str {
    let end = (0..=MAX_REASON).rev().find(|&end| reason.is_char_boundary(end));
    end.map_or("", |end| &reason[..end])
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn long_reasons_are_cut_between_characters() {
        assert_eq!(cut("Zu lang für ein Feld"), "Zu lang für ein Feld");
        assert_eq!(cut(&"ü".repeat(100)), "ü".repeat(61));
        assert_eq!(cut(&"a".repeat(124)), "a".repeat(123));
        assert_eq!(cut(""), "");
    }
}
