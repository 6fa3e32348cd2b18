//! A 256-bit bitboard, for boards such as 14×14 with all squares in play.

use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use crate::bitboard::{Bitboard, sealed};

/// A 256-bit bitboard in two halves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct U256 {
    low: u128,
    high: u128,
}

impl sealed::Sealed for U256 {}

impl Bitboard for U256 {
    const BITS: u32 = 256;
    const NONE: Self = Self { low: 0, high: 0 };
    type PerBit = [Self; 256];

    fn table() -> Self::PerBit {
        [Self::NONE; 256]
    }

    fn from_raw(raw: [u64; 4]) -> Self {
        let half = |low: u64, high: u64| u128::from(low) | u128::from(high) << 64;
        Self { low: half(raw[0], raw[1]), high: half(raw[2], raw[3]) }
    }

    fn count(self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }

    fn lowest(self) -> u32 {
        if self.low == 0 { 128 + self.high.trailing_zeros() } else { self.low.trailing_zeros() }
    }

    fn highest(self) -> u32 {
        if self.high == 0 { 127 - self.low.leading_zeros() } else { 255 - self.high.leading_zeros() }
    }

    fn without_lowest(self) -> Self {
        if self.low == 0 {
            Self { low: 0, high: self.high & self.high.wrapping_sub(1) }
        } else {
            Self { low: self.low & self.low.wrapping_sub(1), high: self.high }
        }
    }

    fn lowest_bit(self) -> Self {
        if self.low == 0 {
            Self { low: 0, high: self.high & self.high.wrapping_neg() }
        } else {
            Self { low: self.low & self.low.wrapping_neg(), high: 0 }
        }
    }
}

impl BitAnd for U256 {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self { low: self.low & other.low, high: self.high & other.high }
    }
}

impl BitOr for U256 {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self { low: self.low | other.low, high: self.high | other.high }
    }
}

impl BitXor for U256 {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        Self { low: self.low ^ other.low, high: self.high ^ other.high }
    }
}

impl BitAndAssign for U256 {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for U256 {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitXorAssign for U256 {
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl Not for U256 {
    type Output = Self;

    fn not(self) -> Self {
        Self { low: !self.low, high: !self.high }
    }
}

impl Shl<u32> for U256 {
    type Output = Self;

    fn shl(self, by: u32) -> Self {
        match by {
            0 => self,
            1..128 => Self { low: self.low << by, high: self.high << by | self.low >> (128 - by) },
            _ => Self { low: 0, high: self.low.checked_shl(by - 128).unwrap_or(0) },
        }
    }
}

impl Shr<u32> for U256 {
    type Output = Self;

    fn shr(self, by: u32) -> Self {
        match by {
            0 => self,
            1..128 => Self { low: self.low >> by | self.high << (128 - by), high: self.high >> by },
            _ => Self { low: self.high.checked_shr(by - 128).unwrap_or(0), high: 0 },
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn shifts_move_each_bit() {
        for from in 0..256 {
            for to in 0..256 {
                let bit = U256::bit(from);
                let moved = if to >= from { bit << (to - from) } else { bit >> (from - to) };
                assert_eq!(moved, U256::bit(to));
                assert_eq!((moved.lowest(), moved.highest(), moved.count()), (to, to, 1));
            }
        }
    }

    #[test]
    fn bits_are_iterated_from_the_lowest() {
        let bitboard = U256::bit(3) | U256::bit(127) | U256::bit(128) | U256::bit(255);
        let numbers: Vec<u32> = bitboard.bits().map(U256::lowest).collect();
        assert_eq!(numbers, [3, 127, 128, 255]);
    }
}
