//! Work on several threads, with results that do not depend on their number.

use std::sync::{Mutex, PoisonError};

/// Applies a function to each item. The threads take items from a queue; each has a state of its own.
pub(crate) fn for_each<T: Send, S>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) + Sync,
) {
    let queue = Mutex::new(items);
    let take = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let run = || {
        let mut state = state();
        while let Some(item) = take() {
            work(&mut state, item);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(run);
        }
        run();
    });
}
