//! The side to move, known to the compiler: it turns "forward" into a direction of the board.

use crate::Color;
use crate::direction::{Direction, Way, Ways};

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

    /// Calls `f` with every direction that belongs to the ways. Written out, not looped, so that
    /// the direction is a constant in each copy.
    #[inline(always)]
    fn each(ways: Ways, mut f: impl FnMut(Direction)) {
        if ways.contains(Way::DiagonallyForward) {
            f(Self::turned(Direction::NorthWest));
            f(Self::turned(Direction::NorthEast));
        }
        if ways.contains(Way::DiagonallyBackward) {
            f(Self::turned(Direction::SouthWest));
            f(Self::turned(Direction::SouthEast));
        }
        if ways.any_straight() {
            if ways.contains(Way::StraightForward) {
                f(Self::turned(Direction::North));
            }
            if ways.contains(Way::Sideways) {
                f(Self::turned(Direction::West));
                f(Self::turned(Direction::East));
            }
            if ways.contains(Way::StraightBackward) {
                f(Self::turned(Direction::South));
            }
        }
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
