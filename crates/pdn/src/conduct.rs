//! Turns that broke a duty and pieces huffed for it, told in comments: `[%irregular]`, `[%huff 22]`. The standard has no
//! words for them.

use draughts::game::Turn;
use draughts::notation::SquareNames;
use draughts::{Move, Position, Square};

use crate::record::Node;

const IRREGULAR: &str = "[%irregular]";

/// Returns the comments that record what was irregular about a turn.
pub(crate) fn comments(turn: &Turn, naming: &SquareNames) -> Vec<String> {
    let irregular = (turn.irregular.is_some() || turn.huffed.is_some()).then(|| IRREGULAR.to_owned());
    let huffed = turn.huffed.map(|square| format!("[%huff {}]", naming.name(square)));
    irregular.into_iter().chain(huffed).collect()
}

impl Node {
    /// Returns whether a comment says that the move broke a duty.
    pub(crate) fn is_irregular(&self) -> bool {
        self.comments.iter().any(|comment| comment.contains(IRREGULAR))
    }

    /// Returns the square of the piece that was huffed after this move, if a comment names one.
    #[must_use]
    pub fn huffed(&self, naming: &SquareNames) -> Option<Square> {
        let name = self.comments.iter().find_map(|comment| {
            let (_, command) = comment.split_once("[%huff ")?;
            Some(command.split_once(']')?.0.trim())
        })?;
        match name.parse() {
            Ok(number) => naming.by_number(number),
            Err(_) => naming.by_letter(name),
        }
    }
}

/// Returns the position after a move, and after what the opponent huffed for it.
pub(crate) fn after(position: &Position, played: &Move, nodes: &[Node], naming: &SquareNames) -> Position {
    let next = position.play_unchecked(played);
    let own = |square: &Square| next.piece(*square).is_some_and(|piece| piece.color == position.turn());
    match nodes.iter().find_map(|node| node.huffed(naming)).filter(own) {
        Some(square) => next.without(square),
        None => next,
    }
}
