//! Closing live connections.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use tokio::sync::watch;
use tokio::time::timeout;

/// Maximum time that sending a message may take.
pub(crate) const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// The WebSocket close code of a message that is too long.
pub(crate) const TOO_LONG: u16 = 1009;
/// Maximum time to wait for the client's close frame.
const CLOSE_TIMEOUT: Duration = Duration::from_millis(100);

/// Closes a connection and waits briefly for the client's close frame.
///
/// Closing a socket with unread data resets the connection, and the client would lose the last messages.
pub(crate) async fn close(socket: &mut WebSocket, code: u16, reason: impl Into<Utf8Bytes>) {
    let frame = CloseFrame { code, reason: reason.into() };
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
