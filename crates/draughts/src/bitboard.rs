//! Sets of squares as bits of a machine word.

use core::fmt::Debug;
use core::hash::Hash;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Index, Not, Shl, Shr};

/// A word with one bit for each square (and for the ghosts between the rows).
///
/// `u64` serves boards up to 10×10, `u128` boards up to 14×14, if every second square is played on; with all
/// squares in play, 8×8 and 11×11. [`U256`](crate::U256) serves the rest. A larger word costs time, so a board takes the smallest
/// that holds it.
///
/// Only the words of this crate implement it.
pub trait Bitboard:
    sealed::Sealed
    + Copy
    + Eq
    + Ord
    + Debug
    + Default
    + Hash
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// How many bits it has: a power of two.
    const BITS: u32;
    /// No bit set.
    const NONE: Self;
    /// One word for each bit.
    type PerBit: Copy + Index<usize, Output = Self> + AsMut<[Self]> + Send + Sync;

    /// A table with every entry empty.
    fn table() -> Self::PerBit;
    /// The lowest bits of a raw value, lowest part first.
    fn from_raw(raw: [u64; 4]) -> Self;
    /// How many bits are set.
    fn count(self) -> u32;
    /// The number of the lowest bit that is set; [`BITS`](Self::BITS) if none is.
    fn lowest(self) -> u32;
    /// The number of the highest bit that is set. One must be.
    fn highest(self) -> u32;
    /// The word without its lowest bit.
    #[must_use]
    fn without_lowest(self) -> Self;
    /// The lowest set bit alone.
    #[must_use]
    fn lowest_bit(self) -> Self;

    /// Every bit moved up by the shift of one step on a board, which is never more than 63.
    #[inline(always)]
    #[must_use]
    fn up(self, by: u32) -> Self {
        self << by
    }

    /// Every bit moved down by the shift of one step on a board.
    #[inline(always)]
    #[must_use]
    fn down(self, by: u32) -> Self {
        self >> by
    }

    /// The word with one bit set.
    #[inline(always)]
    #[must_use]
    fn bit(index: u32) -> Self {
        Self::from_raw([1, 0, 0, 0]) << index
    }

    /// Is no bit set?
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Is any bit set?
    #[inline(always)]
    fn any(self) -> bool {
        self != Self::NONE
    }

    /// The set bits, lowest first, each as a word of its own.
    #[inline(always)]
    fn bits(self) -> Bits<Self> {
        Bits(self)
    }
}

pub(crate) mod sealed {
    /// Keeps other crates from implementing [`Bitboard`](super::Bitboard).
    pub trait Sealed {}
}

impl sealed::Sealed for u64 {}
impl sealed::Sealed for u128 {}

/// The bits of a word, one by one.
#[derive(Clone, Copy, Debug)]
pub struct Bits<W>(W);

impl<W: Bitboard> Iterator for Bits<W> {
    type Item = W;

    #[inline(always)]
    fn next(&mut self) -> Option<W> {
        if self.0.is_empty() {
            return None;
        }
        let bit = self.0.lowest_bit();
        self.0 = self.0.without_lowest();
        Some(bit)
    }
}

/// What the two built-in words have in common.
macro_rules! bits_of_an_integer {
    () => {
        #[inline(always)]
        fn count(self) -> u32 {
            self.count_ones()
        }

        #[inline(always)]
        fn lowest(self) -> u32 {
            self.trailing_zeros()
        }

        #[inline(always)]
        fn highest(self) -> u32 {
            <Self as Bitboard>::BITS - 1 - self.leading_zeros()
        }

        #[inline(always)]
        fn without_lowest(self) -> Self {
            self & self.wrapping_sub(1)
        }

        #[inline(always)]
        fn lowest_bit(self) -> Self {
            self & self.wrapping_neg()
        }
    };
}

impl Bitboard for u64 {
    const BITS: u32 = 64;
    const NONE: Self = 0;
    type PerBit = [Self; 64];

    fn table() -> Self::PerBit {
        [0; 64]
    }

    #[inline(always)]
    fn from_raw(raw: [u64; 4]) -> Self {
        raw[0]
    }

    bits_of_an_integer!();
}

impl Bitboard for u128 {
    const BITS: u32 = 128;
    const NONE: Self = 0;
    type PerBit = [Self; 128];

    fn table() -> Self::PerBit {
        [0; 128]
    }

    #[inline(always)]
    fn from_raw(raw: [u64; 4]) -> Self {
        Self::from(raw[0]) | Self::from(raw[1]) << 64
    }

    bits_of_an_integer!();
    // A shift of less than 64 spares the test whether it crosses the halves.

    #[inline(always)]
    fn up(self, by: u32) -> Self {
        let (low, high) = halves(self);
        whole(low << by, high << by | low >> 1 >> (63 ^ by))
    }

    #[inline(always)]
    fn down(self, by: u32) -> Self {
        let (low, high) = halves(self);
        whole(low >> by | high << 1 << (63 ^ by), high >> by)
    }
}

#[inline(always)]
const fn halves(word: u128) -> (u64, u64) {
    (word as u64, (word >> 64) as u64)
}

#[inline(always)]
const fn whole(low: u64, high: u64) -> u128 {
    low as u128 | (high as u128) << 64
}
