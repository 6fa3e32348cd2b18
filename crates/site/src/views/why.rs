//! Why a piece may not move, as clients see it.

use draughts::{Attempt, Position, Square};
use serde::Serialize;
use texts::WhyNotText;
use utoipa::ToSchema;

use super::display_preferences::DisplayPreferences;
use crate::error::{SiteError, Sort};
use crate::error_code::ErrorCode;

/// Why a piece may not move.
#[derive(Serialize, ToSchema)]
pub(crate) struct Why {
    /// May it move?
    movable: bool,
    /// Why not; none where it may.
    text: Option<String>,
}

impl Why {
    pub(crate) fn of(
        position: &Position,
        from: Square,
        to: Option<Square>,
        eyes: DisplayPreferences,
    ) -> Self {
        let attempt = to.map_or(Attempt::pick(from), |to| Attempt::new(from, to));
        let explained = position.explain(&attempt);
        let naming = eyes.naming(position.rules());
        let text = explained.err().map(|why| why.in_full_by(position.rules(), naming, eyes.language));
        Self { movable: text.is_none(), text }
    }
}

/// A square by its number in the order of the diagram, from 1.
pub(crate) fn square_of(position: &Position, number: usize) -> Result<Square, SiteError> {
    let squares = position.rules().board_len();
    let index = number.checked_sub(1).filter(|&index| index < squares);
    let index = index.and_then(|index| u8::try_from(index).ok());
    index.map(Square::new).ok_or_else(|| {
        let message = format!("This board has the squares 1 to {squares}.");
        SiteError::new(Sort::NotFound, ErrorCode::NotFound, message)
    })
}
