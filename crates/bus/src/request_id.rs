//! Request ids. The id is in the response, in every log line that the request causes, and in the announcement of its events: it
//! follows a move from the proxy to the last node.

use std::fmt;
use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use tracing::{Instrument, error_span};

use play::id::random;

/// The maximum length of a foreign id in bytes.
const MAX_LENGTH: usize = 64;

tokio::task_local! {
    /// The request that the current task serves.
    static CURRENT: RequestId;
}

/// The prefix of the ids of this process.
static PROCESS: LazyLock<String> = LazyLock::new(|| {
    // Without random numbers, the ids of two processes may collide. They only name log lines.
    let letters: [u8; 8] = random().unwrap_or(*b"aaaaaaaa");
    letters.iter().map(|&letter| char::from(letter)).collect()
});
static NEXT: AtomicU64 = AtomicU64::new(1);

/// The id of a request.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RequestId(Arc<str>);

impl RequestId {
    /// Creates an id.
    #[must_use]
    pub fn next() -> Self {
        Self(format!("{}-{}", *PROCESS, NEXT.fetch_add(1, Ordering::Relaxed)).into())
    }

    /// Parses the id of a proxy or another node; `None` if it is too long or has other characters than letters, digits,
    /// `-`, `_` and `.`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        ((1..=MAX_LENGTH).contains(&text.len()) && text.bytes().all(plain)).then(|| Self(text.into()))
    }

    /// Returns the id of a command, by its number on the connection that this request opened.
    #[must_use]
    pub fn command(&self, number: u64) -> Self {
        Self(format!("{}.{number}", self.0).into())
    }

    /// Returns the id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns the request that the current task serves; `None` for background work.
#[must_use]
pub fn current() -> Option<RequestId> {
    CURRENT.try_with(RequestId::clone).ok()
}

/// Runs a future for a request: all that it logs has the id.
pub async fn within<F: Future>(id: RequestId, work: F) -> F::Output {
    // At the highest level, so that no log filter removes the id.
    let span = error_span!("request", request = %id);
    CURRENT.scope(id, work).instrument(span).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_ids_must_be_plain() {
        assert_ne!(RequestId::next(), RequestId::next());
        for good in ["a", "4f1d0c9e-77", "A_b.c", &"x".repeat(MAX_LENGTH), RequestId::next().as_str()] {
            assert_eq!(RequestId::parse(good).map(|id| id.to_string()).as_deref(), Some(good));
        }
        for bad in ["", " a", "a b", "a\nb", "a\"b", "ä", "{}", &"x".repeat(MAX_LENGTH + 1)] {
            assert_eq!(RequestId::parse(bad), None, "{bad:?}");
        }
    }

    #[tokio::test]
    async fn the_current_request_is_known_within_its_task_only() {
        assert_eq!(current(), None);
        let connection = RequestId::next();
        let command = connection.command(3);
        let inner = within(connection.clone(), async {
            let outer = current();
            let inner = within(command.clone(), async { current() }).await;
            (outer, inner, tokio::spawn(async { current() }).await.expect("it ends"))
        });
        assert_eq!(inner.await, (Some(connection.clone()), Some(command.clone()), None));
        assert_eq!(command.as_str(), format!("{connection}.3"));
    }
}
