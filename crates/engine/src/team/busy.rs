//! Which moves some thread is searching just now.

use std::sync::atomic::{AtomicU64, Ordering};

/// Places for moves; two that share one forget each other, which costs a little time and nothing else.
const PLACES: usize = 1 << 15;

/// The moves that are being searched, each by a number made of its position and its squares.
pub(crate) struct Busy(Vec<AtomicU64>);

impl Busy {
    pub(crate) fn new() -> Self {
        Self((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    fn place(&self, number: u64) -> &AtomicU64 {
        &self.0[number as usize % PLACES]
    }

    /// Is some thread searching this move?
    pub(crate) fn is_taken(&self, number: u64) -> bool {
        self.place(number).load(Ordering::Relaxed) == number
    }

    pub(crate) fn take(&self, number: u64) {
        self.place(number).store(number, Ordering::Relaxed);
    }

    pub(crate) fn give_back(&self, number: u64) {
        let place = self.place(number);
        if place.load(Ordering::Relaxed) == number {
            place.store(0, Ordering::Relaxed);
        }
    }
}

/// The number of a move in a position.
pub(crate) fn number(hash: u64, (from, to): (u8, u8)) -> u64 {
    let squares = u64::from(from) << 8 | u64::from(to) | 1 << 16;
    hash ^ squares.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
