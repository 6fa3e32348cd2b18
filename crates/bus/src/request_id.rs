//! The id of a request. It is in the answer, in every line of the log that the request causes, and in the announcement of
//! what it has changed: so one can follow a move from the proxy to the last node that heard of it.

use std::fmt;
use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use tracing::{Instrument, error_span};

use play::id::by_chance;

/// An id that somebody else made is no longer than this.
const LONGEST: usize = 64;

tokio::task_local! {
    /// What is being done at the moment is done for this request.
    static CURRENT: RequestId;
}

/// What the ids of this process begin with.
static PROCESS: LazyLock<String> = LazyLock::new(|| {
    // Without chance, ids of two processes may be alike: they name lines of a log, and open nothing.
    let letters: [u8; 8] = by_chance().unwrap_or(*b"aaaaaaaa");
    letters.iter().map(|&letter| char::from(letter)).collect()
});
static NEXT: AtomicU64 = AtomicU64::new(1);

/// The id of a request.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RequestId(Arc<str>);

impl RequestId {
    /// A new one.
    #[must_use]
    pub fn next() -> Self {
        Self(format!("{}-{}", *PROCESS, NEXT.fetch_add(1, Ordering::Relaxed)).into())
    }

    /// One that a proxy or another node made; none: it could not be shown as it is.
    #[must_use]
    pub fn made_elsewhere(text: &str) -> Option<Self> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        ((1..=LONGEST).contains(&text.len()) && text.bytes().all(plain)).then(|| Self(text.into()))
    }

    /// That of the command with this number on a connection which was made with this request.
    #[must_use]
    pub fn command(&self, number: u64) -> Self {
        Self(format!("{}.{number}", self.0).into())
    }

    /// The id as text.
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

/// The request for which something is being done now; none: nobody asked for it.
#[must_use]
pub fn current() -> Option<RequestId> {
    CURRENT.try_with(RequestId::clone).ok()
}

/// Does something for a request: whatever is logged meanwhile has its id.
pub async fn within<F: Future>(id: RequestId, work: F) -> F::Output {
    // Of the highest level, so that it is there whatever is told: without the id, an error is worth little.
    let span = error_span!("request", request = %id);
    CURRENT.scope(id, work).instrument(span).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_differ_and_only_plain_ones_are_taken_from_others() {
        assert_ne!(RequestId::next(), RequestId::next());
        for good in ["a", "4f1d0c9e-77", "A_b.c", &"x".repeat(LONGEST), RequestId::next().as_str()] {
            assert_eq!(RequestId::made_elsewhere(good).map(|id| id.to_string()).as_deref(), Some(good));
        }
        for bad in ["", " a", "a b", "a\nb", "a\"b", "ä", "{}", &"x".repeat(LONGEST + 1)] {
            assert_eq!(RequestId::made_elsewhere(bad), None, "{bad:?}");
        }
    }

    #[tokio::test]
    async fn what_is_done_for_a_request_knows_it_and_what_is_done_elsewhere_does_not() {
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
