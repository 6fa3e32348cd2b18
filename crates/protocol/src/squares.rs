//! Squares as the protocols number them, and moves found by their squares.

use draughts::notation::Naming;
use draughts::ruleset::{FirstSquare, SquareNames};
use draughts::{Attempt, Game, Language, Move, Rules, Square};

/// Squares by number, row by row from the top left, whatever the rule set calls them.
pub(crate) fn naming(rules: &Rules) -> Naming {
    rules.naming().with(SquareNames::Numeric).numbered_from(FirstSquare::TopLeft)
}

/// The legal move between two squares that captures these pieces, in any order. Where none are named, the only one.
/// Otherwise the reason why there is none, for `text`.
pub(crate) fn find_move(
    game: &Game,
    from: Square,
    to: Square,
    captured: &[Square],
    text: &str,
) -> Result<Move, String> {
    let meant = |m: &&Move| {
        m.from() == from
            && m.to() == to
            && (captured.is_empty() || m.captured() == captured.iter().copied().collect())
    };
    let mut found = game.legal_moves().iter().filter(meant);
    match (found.next(), found.next()) {
        (Some(only), None) => Ok(only.clone()),
        (Some(_), Some(_)) => Err(format!("{text:?} may mean several captures: name the captured squares")),
        (None, _) => {
            let why = game.position().explain(&Attempt::new(from, to)).err();
            let why = why.map_or_else(
                || "that move takes other pieces.".to_owned(),
                |why| why.tell_by(&naming(game.rules()), Language::English),
            );
            Err(format!("{text:?} is not legal: {why}"))
        }
    }
}
