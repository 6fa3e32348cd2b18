//! Where the squares of a board lie, for who draws it.

use draughts::Rules;
use serde::Serialize;
use texts::Language;
use utoipa::ToSchema;

use super::display_preferences::DisplayPreferences;

/// A board.
#[derive(Serialize, ToSchema)]
pub(crate) struct Shape {
    /// So many columns,
    width: u8,
    /// and so many rows.
    height: u8,
    /// How the playing squares are drawn: `dark` or `light`.
    shade: &'static str,
    /// What kings carry: `crown`, `letter-d` or `two-rings`.
    king_mark: &'static str,
    /// The squares that are played on, in the order of their numbers.
    squares: Vec<Place>,
}

/// A square.
#[derive(Serialize, ToSchema)]
struct Place {
    /// Counted from above, with White below, from 0.
    row: usize,
    /// Counted from the left, from 0.
    column: usize,
    /// As the rule set calls it, and as it is written in positions.
    name: String,
    /// As whoever looks wants to call it, where that is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    shown: Option<String>,
}

impl Shape {
    pub(crate) fn of(rules: &Rules) -> Self {
        Self::seen(rules, DisplayPreferences::plain(Language::English))
    }

    /// With the names that somebody wants to see.
    pub(crate) fn seen(rules: &Rules, eyes: DisplayPreferences) -> Self {
        let (board, notation) = (&rules.rule_set().board, &rules.rule_set().notation);
        let (naming, shown) = (rules.square_names(), eyes.naming(rules));
        let place = |square| {
            let (row, column) = naming.cell(square);
            let name = naming.name(square).to_owned();
            let shown = Some(shown.name(square)).filter(|shown| *shown != name).map(str::to_owned);
            Place { row, column, name, shown }
        };
        Self {
            width: board.width,
            height: board.height,
            shade: board.shade.as_str(),
            king_mark: notation.king_mark.as_str(),
            squares: naming.squares().map(place).collect(),
        }
    }
}
