//! Writing moves.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::moves::{Move, share_ends};
use crate::position::Position;
use crate::rules::Rules;
use crate::ruleset::{Separator, SquareNotation};
use crate::square::Square;
use crate::square_names::SquareNames;

/// The notation of moves: the names of the squares and the separator of captures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveStyle {
    names: SquareNames,
    capture: Separator,
}

impl MoveStyle {
    /// Returns the style of some rules.
    #[must_use]
    pub fn of(rules: &Rules) -> Self {
        Self { names: rules.square_names().clone(), capture: rules.rule_set().notation.capture }
    }

    /// Returns the style with numeric or algebraic square names. In the notation that is not the rule set's own,
    /// captures are written with `x`, which every reader accepts.
    #[must_use]
    pub fn with(&self, notation: SquareNotation) -> Self {
        let own = notation == self.names.notation();
        Self { names: self.names.with(notation), capture: if own { self.capture } else { Separator::Cross } }
    }

    /// Returns the names of the squares.
    #[must_use]
    pub fn square_names(&self) -> &SquareNames {
        &self.names
    }

    /// Writes the first and the last square.
    #[must_use]
    pub fn short(&self, m: &Move) -> String {
        self.join(m, &[m.from(), m.to()])
    }

    /// Writes every square of the route.
    #[must_use]
    pub fn full(&self, position: &Position, m: &Move) -> String {
        self.join(m, &position.route(m))
    }

    /// Writes a move in short form if that is unambiguous among `moves`, otherwise by its full route. A move that is
    /// not in `moves`, such as one that broke a duty, is written in full.
    #[must_use]
    pub fn among(&self, position: &Position, m: &Move, moves: &[Move]) -> String {
        let same = moves.iter().filter(|other| (other.from(), other.to()) == (m.from(), m.to())).count();
        if same == 1 && moves.contains(m) { self.short(m) } else { self.full(position, m) }
    }

    fn join(&self, m: &Move, squares: &[Square]) -> String {
        let separator = if m.is_capture() { self.capture.character() } else { '-' };
        let squares: Vec<&str> = squares.iter().map(|&square| self.names.name(square)).collect();
        squares.join(&separator.to_string())
    }
}

impl Position {
    /// Writes a move in the notation of the rules: in short form if that is unambiguous among the legal moves,
    /// otherwise by its full route.
    #[must_use]
    pub fn move_text(&self, m: &Move) -> String {
        MoveStyle::of(self.rules()).among(self, m, &self.legal_moves())
    }
}

/// Writes the moves of a position, each in short form if that is unambiguous among them, otherwise by its full route.
#[must_use]
pub fn move_texts(position: &Position, moves: &[Move], style: &MoveStyle) -> Vec<String> {
    let is_ambiguous = share_ends(moves);
    let ambiguous: Vec<Move> =
        moves.iter().zip(&is_ambiguous).filter(|pair| *pair.1).map(|pair| pair.0.clone()).collect();
    let mut routes = position.routes(&ambiguous).into_iter();
    let text = |(m, is_ambiguous): (&Move, bool)| match is_ambiguous.then(|| routes.next()).flatten() {
        Some(route) => style.join(m, &route),
        None => style.short(m),
    };
    moves.iter().zip(is_ambiguous).map(text).collect()
}

/// Writes the moves of a variation that starts at `position`, up to the first that is not legal.
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

/// Returns, for each of some moves between the same two squares, a square that only this move touches, if there is one.
#[must_use]
pub fn vias(position: &Position, moves: &[Move]) -> Vec<Option<Square>> {
    let routes = position.routes(moves);
    let own = |place: usize, square: &Square| {
        routes.iter().enumerate().all(|(other, route)| other == place || !route.contains(square))
    };
    let via = |(place, route): (usize, &Vec<Square>)| route.iter().copied().find(|square| own(place, square));
    routes.iter().enumerate().map(via).collect()
}
