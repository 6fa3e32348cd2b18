//! Bitboards: sets of squares as bits of an integer.

use core::fmt::Debug;
use core::hash::Hash;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Index, Not, Shl, Shr};

/// A set of squares with one bit for each square, and for the ghosts between the rows.
///
/// `u64` holds boards up to 10×10 and `u128` boards up to 14×14 if every second square is played on; with all squares
/// in play, 8×8 and 11×11. [`U256`](crate::U256) holds the rest. Each board uses the smallest type that holds it, since
/// larger ones are slower.
///
/// The trait is sealed.
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
    /// The number of bits, a power of two.
    const BITS: u32;
    /// The empty set.
    const NONE: Self;
    /// A table with one bitboard for each bit.
    type PerBit: Copy + Index<usize, Output = Self> + AsMut<[Self]> + Send + Sync;

    /// Returns a table of empty bitboards.
    fn table() -> Self::PerBit;
    /// Creates a bitboard from the lowest bits of a 256-bit value, least significant limb first.
    fn from_raw(raw: [u64; 4]) -> Self;
    /// Returns the number of set bits.
    fn count(self) -> u32;
    /// Returns the index of the lowest set bit; [`BITS`](Self::BITS) if there is none.
    fn lowest(self) -> u32;
    /// Returns the index of the highest set bit. The bitboard must not be empty.
    fn highest(self) -> u32;
    /// Returns the bitboard without its lowest set bit.
    #[must_use]
    fn without_lowest(self) -> Self;
    /// Returns the lowest set bit alone.
    #[must_use]
    fn lowest_bit(self) -> Self;

    /// Shifts left by the distance of one step on a board, which is at most 63.
    #[inline(always)]
    #[must_use]
    fn up(self, by: u32) -> Self {
        self << by
    }

    /// Shifts right by the distance of one step on a board, which is at most 63.
    #[inline(always)]
    #[must_use]
    fn down(self, by: u32) -> Self {
        self >> by
    }

    /// Returns the bitboard with only this bit set.
    #[inline(always)]
    #[must_use]
    fn bit(index: u32) -> Self {
        Self::from_raw([1, 0, 0, 0]) << index
    }

    /// Returns whether no bit is set.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Returns whether any bit is set.
    #[inline(always)]
    fn any(self) -> bool {
        self != Self::NONE
    }

    /// Returns the set bits, lowest first, each as a bitboard.
    #[inline(always)]
    fn bits(self) -> Bits<Self> {
        Bits(self)
    }
}

pub(crate) mod sealed {
    /// Prevents other crates from implementing [`Bitboard`](super::Bitboard).
    pub trait Sealed {}
}

impl sealed::Sealed for u64 {}
impl sealed::Sealed for u128 {}

/// An iterator over the set bits of a bitboard.
#[derive(Clone, Copy, Debug)]
pub struct Bits<B>(B);

impl<B: Bitboard> Iterator for Bits<B> {
    type Item = B;

    #[inline(always)]
    fn next(&mut self) -> Option<B> {
        if self.0.is_empty() {
            return None;
        }
        let bit = self.0.lowest_bit();
        self.0 = self.0.without_lowest();
        Some(bit)
    }
}

/// The methods that `u64` and `u128` share.
macro_rules! integer_methods {
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

    integer_methods!();
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

    integer_methods!();
    // Shifts of less than 64 bits need no branch on crossing the halves.

    #[inline(always)]
    fn up(self, by: u32) -> Self {
        let (low, high) = halves(self);
        join(low << by, high << by | low >> 1 >> (63 ^ by))
    }

    #[inline(always)]
    fn down(self, by: u32) -> Self {
        let (low, high) = halves(self);
        join(low >> by | high << 1 << (63 ^ by), high >> by)
    }
}

#[inline(always)]
const fn halves(value: u128) -> (u64, u64) {
    (value as u64, (value >> 64) as u64)
}

#[inline(always)]
const fn join(low: u64, high: u64) -> u128 {
    low as u128 | (high as u128) << 64
}
