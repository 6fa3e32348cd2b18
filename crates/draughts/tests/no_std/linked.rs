//! A program without the standard library that uses the crate. `std` brings a panic handler of its own, so that two
//! of them clash wherever the crate depends on it.

#![no_std]

use draughts::{Position, Rules, variant};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// Counts the first moves of international draughts.
#[must_use]
pub fn first_moves() -> u64 {
    Position::initial(&Rules::from(variant::INTERNATIONAL)).perft(1)
}
