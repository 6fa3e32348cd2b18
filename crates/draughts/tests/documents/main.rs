//! The five rule documents, sentence by sentence. The pages in docs/play/rules point from each sentence to
//! the test here that proves it; `cargo xtask tidy` checks that the tests exist.

mod checkers_bsn;
mod checkers_revenge;
mod dame_100;
mod dame_8x8;
mod draughts_bsn;

use draughts::draw::MoveNumber;
use draughts::notation::{MoveStyle, move_texts};
use draughts::ruleset::{KingMark, SquareNotation};
use draughts::{Color, Event, Game, Position, Rules};

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
    let style = MoveStyle::of(position.rules()).with(SquareNotation::Numeric);
    let moves = position.legal_moves();
    let texts = move_texts(&position, &moves, &style);
    let crown = |promotes| if promotes { "+" } else { "" };
    let mut texts: Vec<String> =
        moves.iter().zip(texts).map(|(m, text)| text + crown(m.promotes())).collect();
    texts.sort();
    texts
}

/// How kings are marked.
fn king_mark(rules: &str) -> KingMark {
    let rules = Rules::named(rules).unwrap_or_else(|error| panic!("{error}"));
    rules.rule_set().notation.king_mark
}

/// A game from a position.
fn game(rules: &str, fen: &str) -> Game {
    let rules = position(rules, fen).rules().clone();
    Game::from_fen(&rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Makes moves, legal or not, as far as the conduct lets them happen.
fn play(game: &mut Game, texts: &str) {
    for text in texts.split_whitespace() {
        let style = MoveStyle::of(game.rules()).with(SquareNotation::Numeric);
        let possible = game.possible_moves();
        let m = possible.iter().find(|m| style.short(m) == text).unwrap_or_else(|| panic!("{text}"));
        game.play(m).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
}

/// So many turns in which kings go to and fro and nothing happens.
fn wait(game: &mut Game, turns: usize) {
    for _ in 0..turns {
        let position = game.position();
        let (_, kings) = position.count(position.turn());
        assert!(kings > 0, "{position:?} has no king to wait with");
        let moves_a_king = |m: &draughts::Move| {
            position.piece(m.from()).is_some_and(|piece| piece.kind == draughts::Kind::King)
        };
        let waits = |m: &&draughts::Move| {
            !m.is_capture() && moves_a_king(m) && !position.play_unchecked(m).has_capture()
        };
        let m = game.legal_moves().iter().find(waits).expect("a move that changes nothing").clone();
        game.play(&m).expect("a legal move");
    }
}

/// The offer of a draw by a rule, from 0.
fn offer_by(by: Color, rule: usize) -> Event {
    Event::OfferDraw { by, rule: Some(rule), message: "By the rules of the game.".to_owned() }
}

fn decline(by: Color) -> Event {
    Event::DeclineDraw { by, message: String::new() }
}

fn claim(by: Color) -> Event {
    Event::ClaimDraw { by, rule: None, message: String::new() }
}

fn offer(by: Color, message: &str) -> Event {
    Event::OfferDraw { by, rule: None, message: message.to_owned() }
}

fn number(number: u32, by: Color) -> MoveNumber {
    MoveNumber { number, by }
}

/// How many men each side has at the start.
fn men_at_the_start(rules: &str) -> (usize, usize) {
    let setup = Position::initial(&Rules::named(rules).expect("a named rule set")).setup();
    (setup.men.white.len(), setup.men.black.len())
}

/// Is the corner at White's left hand a playing square?
fn lower_left_is_played(rules: &str) -> bool {
    Rules::named(rules).expect("a named rule set").square_names().by_letter("a1").is_some()
}
