//! How moves are written.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;
use crate::ruleset::{Separator, SquareNotation};
use crate::square::Square;
use crate::square_names::SquareNames;

/// How moves are written: the names of the squares and what stands between them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveStyle {
    naming: SquareNames,
    capture: Separator,
}

impl MoveStyle {
    /// Returns the style of some rules.
    #[must_use]
    pub fn of(rules: &Rules) -> Self {
        Self { naming: rules.square_names().clone(), capture: rules.rule_set().notation.capture }
    }

    /// The same with numbers or with letters. In the notation that is not the rule set's own, a
    /// capture is written with `x`, which every reader knows.
    #[must_use]
    pub fn with(&self, names: SquareNotation) -> Self {
        let own = names == self.naming.names();
        Self { naming: self.naming.with(names), capture: if own { self.capture } else { Separator::Cross } }
    }

    /// The names of the squares.
    #[must_use]
    pub fn square_names(&self) -> &SquareNames {
        &self.naming
    }

    /// First and last square.
    #[must_use]
    pub fn short(&self, m: &Move) -> String {
        self.join(m, &[m.from(), m.to()])
    }

    /// Writes every square of the route.
    #[must_use]
    pub fn full(&self, position: &Position, m: &Move) -> String {
        self.join(m, &position.route(m))
    }

    /// Writes a move as it is written among those that can be made in a position: short where that names one move,
    /// else by its full route. One that broke a duty is not among them, and is written in full.
    #[must_use]
    pub fn among(&self, position: &Position, m: &Move, moves: &[Move]) -> String {
        let same = moves.iter().filter(|other| (other.from(), other.to()) == (m.from(), m.to())).count();
        if same == 1 && moves.contains(m) { self.short(m) } else { self.full(position, m) }
    }

    fn join(&self, m: &Move, squares: &[Square]) -> String {
        let separator = if m.is_capture() { self.capture.character() } else { '-' };
        let names: Vec<&str> = squares.iter().map(|&square| self.naming.name(square)).collect();
        names.join(&separator.to_string())
    }
}

impl Position {
    /// Writes a move as the rules write it: short where that names one legal move, else by its full route.
    #[must_use]
    pub fn move_text(&self, m: &Move) -> String {
        MoveStyle::of(self.rules()).among(self, m, &self.legal_moves())
    }
}

/// Writes the moves that can be made in a position: short where that names one of them, else by the full route.
#[must_use]
pub fn move_texts(position: &Position, moves: &[Move], style: &MoveStyle) -> Vec<String> {
    moves.iter().map(|m| style.among(position, m, moves)).collect()
}

/// Writes the moves of a line, each as it is written where it is made, up to the first that is not legal there.
#[must_use]
pub fn line_texts(position: &Position, line: &[Move], style: &MoveStyle) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for m in line {
        let legal = position.legal_moves();
        if !legal.contains(m) {
            break;
        }
        texts.push(style.among(&position, m, &legal));
        position = position.play_unchecked(m);
    }
    texts
}

/// Finds, for moves of a position between the same two squares, a square that each touches and the others do not,
/// where there is one.
#[must_use]
pub fn vias(position: &Position, moves: &[Move]) -> Vec<Option<Square>> {
    let routes: Vec<Vec<Square>> = moves.iter().map(|m| position.route(m)).collect();
    let own = |place: usize, square: &Square| {
        routes.iter().enumerate().all(|(other, route)| other == place || !route.contains(square))
    };
    let via = |(place, route): (usize, &Vec<Square>)| route.iter().copied().find(|square| own(place, square));
    routes.iter().enumerate().map(via).collect()
}
