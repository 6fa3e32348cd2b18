//! The geometry of a board, for clients that draw it.

use draughts::Rules;
use serde::Serialize;
use texts::Language;
use utoipa::ToSchema;

use super::display_preferences::DisplayPreferences;

/// A board.
#[derive(Serialize, ToSchema)]
pub(crate) struct BoardView {
    /// The number of columns.
    width: u8,
    /// The number of rows.
    height: u8,
    /// The shade of the squares in play: `dark` or `light`.
    shade: &'static str,
    /// The mark of kings: `crown`, `letter-d` or `two-rings`.
    king_mark: &'static str,
    /// The squares in play, in the order of their numbers.
    squares: Vec<SquareView>,
}

/// A square.
#[derive(Serialize, ToSchema)]
struct SquareView {
    /// The row from the top, with White at the bottom, from 0.
    row: usize,
    /// The column from the left, from 0.
    column: usize,
    /// The name in the rule set, as written in FEN.
    name: String,
    /// The name that the viewer prefers, if it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    shown: Option<String>,
}

impl BoardView {
    /// Returns the board with the square names of the rule set.
    pub(crate) fn of(rules: &Rules) -> Self {
        Self::with_preferences(rules, DisplayPreferences::in_language(Language::English))
    }

    /// Returns the board with the square names that a viewer prefers.
    pub(crate) fn with_preferences(rules: &Rules, preferences: DisplayPreferences) -> Self {
        let (board, notation) = (&rules.rule_set().board, &rules.rule_set().notation);
        let (names, preferred) = (rules.square_names(), preferences.square_names(rules));
        let view = |square| {
            let (row, column) = names.cell(square);
            let name = names.name(square).to_owned();
            let shown = Some(preferred.name(square)).filter(|shown| *shown != name).map(str::to_owned);
            SquareView { row, column, name, shown }
        };
        Self {
            width: board.width,
            height: board.height,
            shade: board.shade.as_str(),
            king_mark: notation.king_mark.as_str(),
            squares: names.squares().map(view).collect(),
        }
    }
}
