//! Connections that are refused: answered with an error before a request is read.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::lingering;
use crate::error::SiteError;
use crate::limits::ConnectionRefused;
use crate::web::error::ApiError;

/// Maximum number of connections that are being answered. More are closed without an answer.
const MAX_ANSWERED: usize = 100;
/// Maximum time to answer.
const TIMEOUT: Duration = Duration::from_secs(1);

/// Answers connections that are refused.
pub(super) struct Refusals(Arc<Semaphore>);

impl Default for Refusals {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MAX_ANSWERED)))
    }
}

impl Refusals {
    /// Answers a connection with the reason, and closes it.
    pub(super) fn refuse(&self, stream: TcpStream, reason: ConnectionRefused) {
        let Ok(permit) = Arc::clone(&self.0).try_acquire_owned() else { return };
        tokio::spawn(async move {
            let _permit = permit;
            // The client may be gone or slow; then it gets no answer.
            let _ = timeout(TIMEOUT, answer(stream, reason)).await;
        });
    }
}

async fn answer(mut stream: TcpStream, reason: ConnectionRefused) -> std::io::Result<()> {
    stream.write_all(response(reason).as_bytes()).await?;
    lingering::close(stream).await;
    Ok(())
}

/// Returns the response that says why a connection is refused.
fn response(reason: ConnectionRefused) -> String {
    let error = SiteError::from(reason);
    let wait = error.retry_after().unwrap_or(1);
    // Serialising an error does not fail.
    let body = serde_json::to_string(error.body()).unwrap_or_default();
    let status = ApiError::from(error).status();
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nretry-after: {wait}\r\n\
         cache-control: no-store\r\nconnection: close\r\n\r\n{body}",
        body.len()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_have_a_code_and_a_sentence() {
        for (reason, status, code) in [
            (ConnectionRefused::Full, "503 Service Unavailable", "busy"),
            (ConnectionRefused::TooManyFromNetwork(7), "429 Too Many Requests", "too-many-requests"),
        ] {
            let response = response(reason);
            let (head, body) = response.split_once("\r\n\r\n").expect("a head");
            assert!(head.starts_with(&format!("HTTP/1.1 {status}\r\n")), "{head}");
            let body: serde_json::Value = serde_json::from_str(body).expect("JSON");
            assert_eq!(body["code"], code);
            assert!(body["message"].as_str().is_some_and(|text| text.ends_with('.')), "{body}");
        }
    }
}
