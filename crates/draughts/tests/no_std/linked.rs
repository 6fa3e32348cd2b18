//! A `no_std` library that uses the crate. If the crate depended on `std`, its panic handler would clash with the one
//! here.

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
