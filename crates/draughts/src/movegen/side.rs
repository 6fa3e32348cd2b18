//! The side to move, known to the compiler: it turns "forward" into a direction of the board.

use crate::color::Color;
use crate::direction::Direction;

/// The side to move.
pub(crate) trait Side: Copy {
    /// The other side.
    type Other: Side<Other = Self>;
    /// Its colour.
    const COLOR: Color;
    /// Is it White?
    const IS_WHITE: bool = matches!(Self::COLOR, Color::White);

    /// A direction of White, turned round for Black.
    #[inline(always)]
    fn turned(direction: Direction) -> Direction {
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
