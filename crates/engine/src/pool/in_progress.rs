//! The moves that threads are searching at the moment (ABDADA).

use std::sync::atomic::{AtomicU64, Ordering};

/// Slots for moves. Two moves that share a slot overwrite each other, which costs a little time and nothing else.
const SLOTS: usize = 1 << 15;

/// The moves that are being searched, each by its key.
pub(crate) struct InProgress(Vec<AtomicU64>);

impl InProgress {
    pub(super) fn new() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    /// Returns the key of a move: the hash of its position, and the bits where it starts and ends.
    pub(crate) fn key(hash: u64, (from, to): (u8, u8)) -> u64 {
        let ends = u64::from(from) << 8 | u64::from(to) | 1 << 16;
        hash ^ ends.wrapping_mul(0x9e37_79b9_7f4a_7c15)
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
