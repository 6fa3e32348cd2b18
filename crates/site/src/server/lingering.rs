//! Closes connections so that the client receives the last bytes sent to it.

use std::io::Result;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::time::timeout;

/// Maximum time to wait until the client has closed its side.
const TIMEOUT: Duration = Duration::from_secs(1);

/// Closes a connection once the client has closed its side, at the latest after 1 second (lingering close).
///
/// Closing a socket with unread data resets the connection, and the client would lose the last bytes sent to it.
pub(super) async fn close(mut stream: impl AsyncRead + AsyncWrite + Unpin) {
    // The client may be gone or slow; then the connection is reset.
    let _ = timeout(TIMEOUT, discard_input(&mut stream)).await;
}

async fn discard_input(stream: &mut (impl AsyncRead + AsyncWrite + Unpin)) -> Result<()> {
    stream.shutdown().await?;
    let mut discarded = [0; 1024];
    while stream.read(&mut discarded).await? > 0 {}
    Ok(())
}
