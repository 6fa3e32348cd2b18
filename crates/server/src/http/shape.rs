//! Where the squares of a board lie, for who draws it.

use draughts::Rules;
use serde::Serialize;
use utoipa::ToSchema;

/// A board.
#[derive(Serialize, ToSchema)]
pub(crate) struct Shape {
    /// So many columns,
    width: u8,
    /// and so many rows.
    height: u8,
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
    /// As the rule set calls it.
    name: String,
}

impl Shape {
    pub(crate) fn of(rules: &Rules) -> Self {
        let board = &rules.rule_set().board;
        let naming = rules.naming();
        let place = |square| {
            let (row, column) = naming.cell(square);
            Place { row, column, name: naming.name(square) }
        };
        Self { width: board.width, height: board.height, squares: naming.squares().map(place).collect() }
    }
}
