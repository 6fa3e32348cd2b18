//! Forces on the board, for draw rules.

use crate::bitboard::Bitboard;
use crate::board::{AnyBoard, with_board};
use crate::color::Color;
use crate::pieces::Pieces;
use crate::position::Position;
use crate::ruleset::{Force, Forces, MainRoad};

impl Forces {
    /// Returns whether the pieces on the board are these forces. `main_road` is
    /// [`Layout::main_road`](crate::Layout::main_road).
    #[inline]
    #[must_use]
    pub fn matches<B: Bitboard>(&self, pieces: &Pieces<B>, main_road: B) -> bool {
        // Fast path: most positions have too many pieces.
        pieces.all().count() <= self.most_pieces() && self.matches_exactly(pieces, main_road)
    }

    #[inline]
    fn most_pieces(&self) -> u32 {
        match self {
            Self::Against { strong, weak, .. } => u32::from(strong.most_pieces) + u32::from(weak.most_pieces),
            Self::KingsOnBothSides { most, .. } => u32::from(*most),
        }
    }

    fn matches_exactly<B: Bitboard>(&self, pieces: &Pieces<B>, main_road: B) -> bool {
        match self {
            Self::Against { strong, weak, main_road: holder } => Color::ALL.into_iter().any(|side| {
                strong.matches(pieces, side)
                    && weak.matches(pieces, !side)
                    && (*holder == MainRoad::Any || (pieces.of(!side) & !main_road).is_empty())
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
    fn matches<B: Bitboard>(&self, pieces: &Pieces<B>, side: Color) -> bool {
        (u32::from(self.least_pieces)..=u32::from(self.most_pieces)).contains(&pieces.of(side).count())
            && pieces.kings[side].count() >= u32::from(self.least_kings)
    }
}

impl Position {
    /// Returns whether these forces are on the board.
    #[must_use]
    pub fn has_forces(&self, forces: &Forces) -> bool {
        with_board!(self.board(), referee, state => forces.matches(state.pieces(), referee.layout().main_road()))
    }
}
