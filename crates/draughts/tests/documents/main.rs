//! The five rule documents, sentence by sentence. The pages in docs/rules point from each sentence to the
//! test here that proves it; `cargo xtask tidy` checks that the tests exist.

mod checkers_bsn;
mod checkers_revenge;
mod dame_100;
mod dame_8x8;
mod draughts_bsn;

use draughts::notation::{MoveStyle, move_texts};
use draughts::ruleset::SquareNames;
use draughts::{Position, Rules};

/// A position under a named rule set, or under a house rule.
fn position(rules: &str, fen: &str) -> Position {
    let rules = if rules.starts_with('{') {
        Rules::house(rules).unwrap_or_else(|error| panic!("{error}"))
    } else {
        Rules::named(rules).unwrap_or_else(|error| panic!("{error}"))
    };
    Position::from_fen(&rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The legal moves in words, sorted; a new king is marked with `+`.
fn moves(rules: &str, fen: &str) -> Vec<String> {
    let position = position(rules, fen);
    let style = MoveStyle::of(position.rules().rule_set()).with(SquareNames::Numeric);
    let moves = position.legal_moves();
    let texts = move_texts(&moves, &style);
    let crown = |promotes| if promotes { "+" } else { "" };
    let mut texts: Vec<String> =
        moves.iter().zip(texts).map(|(m, text)| text + crown(m.promotes())).collect();
    texts.sort();
    texts
}

/// How many men each side has at the start.
fn men_at_the_start(rules: &str) -> (usize, usize) {
    let setup = Position::initial(&Rules::named(rules).expect("a named rule set")).setup();
    (setup.men.white.len(), setup.men.black.len())
}

/// Is the corner at White's left hand a playing square?
fn lower_left_is_played(rules: &str) -> bool {
    Rules::named(rules).expect("a named rule set").naming().by_letter("a1").is_some()
}
