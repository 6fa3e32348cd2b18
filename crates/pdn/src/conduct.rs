//! Comments for turns that broke a duty, `[%irregular]`, and for huffed pieces, `[%huff 22]`. The standard has no
//! notation for them.

use draughts::game::Turn;
use draughts::notation::SquareNames;
use draughts::{Move, Position, Square};

use crate::record::Node;

const IRREGULAR: &str = "[%irregular]";

/// Returns the comments that mark an irregular turn.
pub(crate) fn comments(turn: &Turn, names: &SquareNames) -> Vec<String> {
    let irregular = (turn.irregular.is_some() || turn.huffed.is_some()).then(|| IRREGULAR.to_owned());
    let huffed = turn.huffed.map(|square| format!("[%huff {}]", names.name(square)));
    irregular.into_iter().chain(huffed).collect()
}

impl Node {
    /// Returns whether a comment marks the move as irregular.
    pub(crate) fn is_irregular(&self) -> bool {
        self.comments.iter().any(|comment| comment.contains(IRREGULAR))
    }

    /// Returns the square of the piece that was huffed after this move, if a comment names one.
    #[must_use]
    pub fn huffed(&self, names: &SquareNames) -> Option<Square> {
        let name = self.comments.iter().find_map(|comment| {
            let (_, command) = comment.split_once("[%huff ")?;
            Some(command.split_once(']')?.0.trim())
        })?;
        match name.parse() {
            Ok(number) => names.by_number(number),
            Err(_) => names.by_letter(name),
        }
    }
}

/// Returns the position after a move, without the piece that the opponent huffed for it.
pub(crate) fn position_after(
    position: &Position,
    played: &Move,
    nodes: &[Node],
    names: &SquareNames,
) -> Position {
    let next = position.play_unchecked(played);
    let is_own = |square: &Square| next.piece(*square).is_some_and(|piece| piece.color == position.turn());
    match nodes.iter().find_map(|node| node.huffed(names)).filter(is_own) {
        Some(square) => next.without(square),
        None => next,
    }
}
