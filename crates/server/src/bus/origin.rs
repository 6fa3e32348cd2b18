//! Where an announcement comes from: the request that caused it, so that logs of several nodes can be laid side by side.

use std::future::Future;
use std::sync::Arc;

/// No origin is longer: announcements are small.
const LONGEST: usize = 64;

tokio::task_local! {
    static ORIGIN: Arc<str>;
}

/// Does something on behalf of a request: what is announced meanwhile says so.
pub async fn of<F: Future>(request: &str, work: F) -> F::Output {
    // It travels as a word among others.
    let word = |letter: &char| letter.is_ascii_graphic();
    let request: String = request.chars().filter(word).take(LONGEST).collect();
    ORIGIN.scope(request.into(), work).await
}

/// The request on whose behalf something is done now.
#[must_use]
pub fn current() -> Option<Arc<str>> {
    ORIGIN.try_with(Arc::clone).ok().filter(|request| !request.is_empty())
}
