//! The moves that threads are searching (ABDADA).

use std::sync::atomic::{AtomicU64, Ordering};

/// The number of slots. Moves that share a slot overwrite each other, which costs only time.
const SLOTS: usize = 1 << 15;

/// The keys of the moves that are being searched.
pub(crate) struct InProgress(Vec<AtomicU64>);

impl InProgress {
    pub(super) fn new() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    /// Returns the key of a move: the Zobrist hash of the position before it, mixed with the bit numbers of its first and last square.
    pub(crate) fn key(hash: u64, (from, to): (u8, u8)) -> u64 {
        let from_to = u64::from(from) << 8 | u64::from(to) | 1 << 16;
        hash ^ from_to.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.0[key as usize % SLOTS]
    }

    pub(crate) fn contains(&self, key: u64) -> bool {
        self.slot(key).load(Ordering::Relaxed) == key
    }

    pub(crate) fn insert(&self, key: u64) {
        self.slot(key).store(key, Ordering::Relaxed);
    }

    pub(crate) fn remove(&self, key: u64) {
        let slot = self.slot(key);
        if slot.load(Ordering::Relaxed) == key {
            slot.store(0, Ordering::Relaxed);
        }
    }
}
