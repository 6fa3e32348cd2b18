//! How moves are written.

use super::Naming;
use crate::moves::Move;
use crate::position::Position;
use crate::ruleset::{RuleSet, Separator, SquareNames};
use crate::square::Square;

/// How moves are written: the names of the squares and what stands between them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveStyle {
    naming: Naming,
    capture: Separator,
}

impl MoveStyle {
    /// The style of a rule set.
    #[must_use]
    pub fn of(rules: &RuleSet) -> Self {
        Self { naming: Naming::of(rules), capture: rules.notation.capture }
    }

    /// The same with numbers or with letters. In the notation that is not the rule set's own, a
    /// capture is written with `x`, which every reader knows.
    #[must_use]
    pub fn with(&self, names: SquareNames) -> Self {
        let own = names == self.naming.names();
        Self { naming: self.naming.with(names), capture: if own { self.capture } else { Separator::Cross } }
    }

    /// The names of the squares.
    #[must_use]
    pub fn naming(&self) -> &Naming {
        &self.naming
    }

    /// First and last square.
    #[must_use]
    pub fn short(&self, m: &Move) -> String {
        self.join(m, &[m.from(), m.to()])
    }

    /// Every square of the route.
    #[must_use]
    pub fn full(&self, m: &Move) -> String {
        self.join(m, m.route())
    }

    /// As a move is written among those that can be made: short where that names one move, else the full route. One that broke
    /// a duty is not among them, and is written in full.
    #[must_use]
    pub fn among(&self, m: &Move, moves: &[Move]) -> String {
        let same = moves.iter().filter(|other| (other.from(), other.to()) == (m.from(), m.to())).count();
        if same == 1 && moves.contains(m) { self.short(m) } else { self.full(m) }
    }

    fn join(&self, m: &Move, squares: &[Square]) -> String {
        let separator = if m.is_capture() { self.capture.character() } else { '-' };
        let names: Vec<String> = squares.iter().map(|&square| self.naming.name(square)).collect();
        names.join(&separator.to_string())
    }
}

/// The texts of all legal moves of a position: short where that names one move, else the full route.
#[must_use]
pub fn move_texts(moves: &[Move], style: &MoveStyle) -> Vec<String> {
    moves.iter().map(|m| style.among(m, moves)).collect()
}

/// The moves of a line, each as it is written where it is made, up to the first that is not legal there.
#[must_use]
pub fn line_texts(position: &Position, line: &[Move], style: &MoveStyle) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for m in line {
        let legal = position.legal_moves();
        if !legal.contains(m) {
            break;
        }
        texts.push(style.among(m, &legal));
        position = position.play_unchecked(m);
    }
    texts
}

/// For moves between the same two squares: a square that each touches and the others do not, where there is one.
#[must_use]
pub fn vias(moves: &[Move]) -> Vec<Option<Square>> {
    let own = |m: &Move, square: &Square| {
        moves.iter().filter(|other| *other != m).all(|other| !other.route().contains(square))
    };
    moves.iter().map(|m| m.route().iter().copied().find(|square| own(m, square))).collect()
}
