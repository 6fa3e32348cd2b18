//! The five rule documents, sentence by sentence. The pages in docs/play/rules cite a test for each sentence;
//! `cargo xtask tidy` checks that the tests exist.

mod checkers_bsn;
mod checkers_revenge;
mod dame_100;
mod dame_8x8;
mod draughts_bsn;

use draughts::draw::MoveNumber;
use draughts::notation::{MoveStyle, move_texts};
use draughts::ruleset::{KingMark, SquareNotation};
use draughts::{Color, Event, Game, Position, Rules};

/// Returns a position under a named rule set or a house rule.
fn position(rules: &str, fen: &str) -> Position {
    let rules = if rules.starts_with('{') {
        Rules::house(rules).unwrap_or_else(|error| panic!("{error}"))
    } else {
        Rules::named(rules).unwrap_or_else(|error| panic!("{error}"))
    };
    Position::from_fen(&rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns the legal moves as text, sorted; promotions are marked with `+`.
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

/// Returns how kings are marked.
fn king_mark(rules: &str) -> KingMark {
    let rules = Rules::named(rules).unwrap_or_else(|error| panic!("{error}"));
    rules.rule_set().notation.king_mark
}

/// Returns a game from a position.
fn game(rules: &str, fen: &str) -> Game {
    let rules = position(rules, fen).rules().clone();
    Game::from_fen(&rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Plays moves, including those that break a duty.
fn play(game: &mut Game, texts: &str) {
    for text in texts.split_whitespace() {
        let style = MoveStyle::of(game.rules()).with(SquareNotation::Numeric);
        let possible = game.possible_moves();
        let m = possible.iter().find(|m| style.short(m) == text).unwrap_or_else(|| panic!("{text}"));
        game.play(m).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
}

/// Plays this many turns with kings, without captures.
fn wait(game: &mut Game, turns: usize) {
    for _ in 0..turns {
        let position = game.position();
        let (_, kings) = position.count(position.turn());
        assert!(kings > 0, "{position:?}: the side to move has no king");
        let moves_a_king = |m: &draughts::Move| {
            position.piece(m.from()).is_some_and(|piece| piece.kind == draughts::Kind::King)
        };
        let waits = |m: &&draughts::Move| {
            !m.is_capture() && moves_a_king(m) && !position.play_unchecked(m).has_capture()
        };
        let m = game.legal_moves().iter().find(waits).expect("a quiet king move").clone();
        game.play(&m).expect("a legal move");
    }
}

/// Returns a draw offer by a rule, by its index from 0.
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

/// Returns the number of men of each side at the start.
fn men_at_the_start(rules: &str) -> (usize, usize) {
    let setup = Position::initial(&Rules::named(rules).expect("a named rule set")).setup();
    (setup.men.white.len(), setup.men.black.len())
}

/// Returns whether the corner on White's left is a playing square.
fn lower_left_is_played(rules: &str) -> bool {
    Rules::named(rules).expect("a named rule set").square_names().by_letter("a1").is_some()
}
