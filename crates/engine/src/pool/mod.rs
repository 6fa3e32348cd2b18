//! The threads of one search, and what they know of each other.
//!
//! All threads search the same step: one line of one depth in one window. A thread defers a move that another is
//! searching until the transposition table has its result, and the first to finish a step finishes it for all.

mod in_progress;

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::thread;

pub(crate) use in_progress::InProgress;

/// The threads of one search, with the counters that they share.
pub(crate) struct ThreadPool {
    threads: usize,
    /// How many steps are finished.
    finished: AtomicU32,
    /// How many nodes all threads have searched, as far as they have reported.
    nodes: AtomicU64,
    /// The moves that are being searched; `None` with a single thread.
    pub(crate) in_progress: Option<InProgress>,
}

impl ThreadPool {
    pub(crate) fn new(threads: usize) -> Self {
        Self {
            threads,
            finished: AtomicU32::new(0),
            nodes: AtomicU64::new(0),
            in_progress: (threads > 1).then(InProgress::new),
        }
    }

    /// Runs `main` on this thread and `helper` on each of the others. `main` must see to it that the helpers end. Returns the
    /// sum of the nodes that they return.
    pub(crate) fn run(&self, main: impl FnOnce() -> u64, helper: impl Fn() -> u64 + Sync) -> u64 {
        thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.threads).map(|_| scope.spawn(&helper)).collect();
            let own = main();
            own + helpers.into_iter().map(|helper| helper.join().unwrap_or(0)).sum::<u64>()
        })
    }

    /// Adds to the nodes that all threads have searched.
    pub(crate) fn count(&self, nodes: u64) {
        if self.in_progress.is_some() {
            self.nodes.fetch_add(nodes, Ordering::Relaxed);
        }
    }

    /// Returns the nodes searched: `own`, those of a single thread, or about those of all.
    pub(crate) fn nodes(&self, own: u64) -> u64 {
        if self.in_progress.is_some() { own.max(self.nodes.load(Ordering::Relaxed)) } else { own }
    }

    /// Returns the number of the step that is being searched.
    pub(crate) fn step(&self) -> u32 {
        self.finished.load(Ordering::Relaxed)
    }

    /// Returns whether some thread has finished this step.
    pub(crate) fn is_finished(&self, step: u32) -> bool {
        self.step() > step
    }

    /// Finishes the current step for all threads.
    pub(crate) fn finish_step(&self) {
        self.finished.fetch_add(1, Ordering::Relaxed);
    }
}
