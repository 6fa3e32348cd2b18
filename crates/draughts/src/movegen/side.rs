//! The side to move as a type parameter, which resolves "forward" at compile time.

use crate::color::Color;
use crate::direction::Direction;

/// The side to move.
pub(crate) trait Side: Copy {
    /// The other side.
    type Other: Side<Other = Self>;
    /// The colour of this side.
    const COLOR: Color;
    /// Whether this side is White.
    const IS_WHITE: bool = matches!(Self::COLOR, Color::White);

    /// Returns a direction given from White's side, turned round for Black.
    #[inline(always)]
    fn orient(direction: Direction) -> Direction {
        if Self::IS_WHITE { direction } else { direction.opposite() }
    }
}

/// White is to move.
#[derive(Clone, Copy)]
pub(crate) struct White;

/// Black is to move.
#[derive(Clone, Copy)]
pub(crate) struct Black;

impl Side for White {
    type Other = Black;
    const COLOR: Color = Color::White;
}

impl Side for Black {
    type Other = White;
    const COLOR: Color = Color::Black;
}
