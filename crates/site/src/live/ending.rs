//! How a live connection ends.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use tokio::sync::watch;
use tokio::time::timeout;

/// For so long a reader may take nothing.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);
/// For so long it is waited for the other side to close, too.
const GOODBYE: Duration = Duration::from_millis(100);

/// Closes a connection, and waits a little for the other side to do the same: who closes while something has come that was not
/// read cuts the line, and what was said last is lost.
pub(super) async fn say_goodbye(socket: &mut WebSocket, code: u16, reason: impl Into<Utf8Bytes>) {
    let frame = CloseFrame { code, reason: reason.into() };
    if let Ok(Ok(())) = timeout(PATIENCE, socket.send(Message::Close(Some(frame)))).await {
        let _ = timeout(GOODBYE, async { while let Some(Ok(_)) = socket.recv().await {} }).await;
    }
}

/// Ends when keys of the viewer were revoked; never for who has none.
pub(super) async fn revoked(keys: &mut Option<watch::Receiver<u64>>) {
    match keys {
        Some(keys) => {
            if keys.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
        None => std::future::pending().await,
    }
}
