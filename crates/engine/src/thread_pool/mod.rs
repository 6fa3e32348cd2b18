//! The threads of one search and their shared counters.
//!
//! All threads search the same step: one line of one depth in one window. A thread defers a move that another thread is
//! searching, so that it finds the result in the transposition table (ABDADA). The first thread to finish a step
//! finishes it for all.

mod in_progress;

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::thread;

pub(crate) use in_progress::InProgress;

/// The threads of one search and their shared counters.
pub(crate) struct ThreadPool {
    threads: usize,
    /// The number of finished steps.
    finished_steps: AtomicU32,
    /// The number of nodes that the threads have reported.
    nodes: AtomicU64,
    /// The moves that are being searched; `None` with a single thread.
    pub(crate) in_progress: Option<InProgress>,
}

impl ThreadPool {
    pub(crate) fn new(threads: usize) -> Self {
        Self {
            threads,
            finished_steps: AtomicU32::new(0),
            nodes: AtomicU64::new(0),
            in_progress: (threads > 1).then(InProgress::new),
        }
    }

    /// Runs `main` on this thread and `helper` on each of the others, and returns the sum of their node counts. `main`
    /// must stop the helpers before it returns.
    pub(crate) fn run(&self, main: impl FnOnce() -> u64, helper: impl Fn() -> u64 + Sync) -> u64 {
        thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.threads).map(|_| scope.spawn(&helper)).collect();
            let own = main();
            own + helpers.into_iter().map(|helper| helper.join().unwrap_or(0)).sum::<u64>()
        })
    }

    /// Adds to the nodes searched by all threads.
    pub(crate) fn add_nodes(&self, nodes: u64) {
        if self.in_progress.is_some() {
            self.nodes.fetch_add(nodes, Ordering::Relaxed);
        }
    }

    /// Returns the number of nodes searched: `own` with a single thread, otherwise approximately those of all threads.
    pub(crate) fn nodes(&self, own: u64) -> u64 {
        if self.in_progress.is_some() { own.max(self.nodes.load(Ordering::Relaxed)) } else { own }
    }

    /// Returns the number of the current step, from 0.
    pub(crate) fn step(&self) -> u32 {
        self.finished_steps.load(Ordering::Relaxed)
    }

    /// Returns whether a thread has finished this step.
    pub(crate) fn is_finished(&self, step: u32) -> bool {
        self.step() > step
    }

    /// Finishes the current step for all threads.
    pub(crate) fn finish_step(&self) {
        self.finished_steps.fetch_add(1, Ordering::Relaxed);
    }
}
