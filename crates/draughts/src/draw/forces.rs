//! Whether the forces that a draw rule asks for are on the board.

use crate::bitboard::Bitboard;
use crate::board::{AnyBoard, with_board};
use crate::color::Color;
use crate::pieces::Pieces;
use crate::position::Position;
use crate::ruleset::{Force, Forces, MainRoad};

impl Forces {
    /// Returns whether the pieces are such forces. `main_road` is the longest diagonal, as
    /// [`Layout::main_road`](crate::Layout::main_road) knows it.
    #[inline]
    #[must_use]
    pub fn hold<W: Bitboard>(&self, pieces: &Pieces<W>, main_road: W) -> bool {
        // Most positions have far too many pieces, and counting all of them is quick.
        pieces.all().count() <= self.most_pieces() && self.hold_exactly(pieces, main_road)
    }

    #[inline]
    fn most_pieces(&self) -> u32 {
        match self {
            Self::Against { strong, weak, .. } => u32::from(strong.most_pieces) + u32::from(weak.most_pieces),
            Self::KingsOnBothSides { most, .. } => u32::from(*most),
        }
    }

    fn hold_exactly<W: Bitboard>(&self, pieces: &Pieces<W>, main_road: W) -> bool {
        match self {
            Self::Against { strong, weak, main_road: held } => Color::ALL.into_iter().any(|side| {
                strong.fits(pieces, side)
                    && weak.fits(pieces, !side)
                    && (*held == MainRoad::Whoever || (pieces.of(!side) & !main_road).is_empty())
            }),
            Self::KingsOnBothSides { least, most } => {
                (u32::from(*least)..=u32::from(*most)).contains(&pieces.all().count())
                    && pieces.kings.white.any()
                    && pieces.kings.black.any()
            }
        }
    }
}

impl Force {
    /// Returns whether a side has this force.
    fn fits<W: Bitboard>(&self, pieces: &Pieces<W>, side: Color) -> bool {
        (u32::from(self.least_pieces)..=u32::from(self.most_pieces)).contains(&pieces.of(side).count())
            && pieces.kings[side].count() >= u32::from(self.least_kings)
    }
}

impl Position {
    /// Returns whether such forces are on the board.
    #[must_use]
    pub fn has_forces(&self, forces: &Forces) -> bool {
        with_board!(self.board(), referee, state => forces.hold(state.pieces(), referee.layout().main_road()))
    }
}
