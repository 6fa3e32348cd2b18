//! Explanations of why a piece may not move.

use draughts::{Attempt, Game, Position, Square};
use serde::Serialize;
use texts::WhyNotText;
use utoipa::ToSchema;

use super::display_preferences::DisplayPreferences;
use crate::error::{ErrorCategory, SiteError};
use crate::error_code::ErrorCode;

/// Whether a piece may move, and if not, why.
#[derive(Serialize, ToSchema)]
pub(crate) struct MoveExplanation {
    /// Whether the piece may move.
    movable: bool,
    /// The reason why it may not move; `null` if it may.
    text: Option<String>,
}

impl MoveExplanation {
    /// Explains whether the piece on `from` may move to `to`, or anywhere.
    pub(crate) fn of(game: &Game, from: Square, to: Option<Square>, preferences: DisplayPreferences) -> Self {
        let attempt = to.map_or(Attempt::pick(from), |to| Attempt::new(from, to));
        let names = preferences.square_names(game.rules());
        let why = game.explain(&attempt).err();
        let text = why.map(|why| why.in_full_by(game.rules(), names, preferences.language));
        Self { movable: text.is_none(), text }
    }
}

/// Returns the square with a number in the order of the diagram, from 1.
pub(crate) fn square_by_number(position: &Position, number: usize) -> Result<Square, SiteError> {
    let squares = position.rules().board_len();
    let index = number.checked_sub(1).filter(|&index| index < squares);
    let index = index.and_then(|index| u8::try_from(index).ok());
    index.map(Square::new).ok_or_else(|| {
        let message = format!("This board has the squares 1 to {squares}.");
        SiteError::new(ErrorCategory::NotFound, ErrorCode::NotFound, message).with_kind("square")
    })
}
