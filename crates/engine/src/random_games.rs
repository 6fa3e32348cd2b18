//! Random games of every rule set, for property tests that compare the search with [`Game`].

use draughts::draw::Counter;
use draughts::game::GameResult;
use draughts::notation::Fen;
use draughts::ruleset::DrawWhen;
use draughts::{Color, Game, Kind, Piece, Rules, Setup, Square, Variant};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::score::WIN;

/// The position that a random game starts from.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    /// The starting position of the rule set.
    Start,
    /// A few pieces.
    Ending {
        /// The squares, of a board of any size, and the pieces.
        pieces: Vec<(Index, Piece)>,
        /// The side to move.
        turn: Color,
        /// The number of plies since the last capture or man move.
        quiet: u32,
    },
}

/// Returns a strategy for beginnings, endings with mostly kings among them.
pub(crate) fn beginning() -> impl Strategy<Value = Origin> {
    let color = || prop_oneof![Just(Color::White), Just(Color::Black)];
    let kind = prop_oneof![3 => Just(Kind::King), 1 => Just(Kind::Man)];
    let piece =
        (any::<Index>(), color(), kind).prop_map(|(square, color, kind)| (square, Piece { color, kind }));
    let ending = (prop::collection::vec(piece, 2..=7), color(), 0..80_u32);
    prop_oneof![
        1 => Just(Origin::Start),
        2 => ending.prop_map(|(pieces, turn, quiet)| Origin::Ending { pieces, turn, quiet }),
    ]
}

/// Returns a game of random moves that stops before the move that would end it. A beginning that the rule set does not
/// allow is replaced by the starting position.
pub(crate) fn random_game(set: Variant, beginning: &Origin, picks: &[Index]) -> Game {
    let rules = Rules::from(set);
    let mut game = match beginning {
        Origin::Start => None,
        Origin::Ending { pieces, turn, quiet } => ending(&rules, pieces, *turn, *quiet),
    }
    .unwrap_or_else(|| Game::new(&rules));
    for pick in picks {
        let legal = game.legal_moves();
        // Most endings would be over after a few captures.
        let quiet: Vec<_> = legal.iter().filter(|m| !m.is_capture()).collect();
        let m = if quiet.is_empty() { pick.get(legal) } else { *pick.get(&quiet) };
        let mut next = game.clone();
        next.play(m).expect("a legal move");
        if next.outcome().is_some() {
            break;
        }
        game = next;
    }
    game
}

fn ending(rules: &Rules, pieces: &[(Index, Piece)], turn: Color, quiet: u32) -> Option<Game> {
    let mut setup = Setup::empty(turn);
    for (square, piece) in pieces {
        let square = Square::new(square.index(rules.board_len()) as u8);
        if setup.piece(square).is_none() {
            setup.put(square, *piece);
        }
    }
    let mut fen = Fen::of(setup, rules.rule_set().notation.squares);
    fen.half_moves = Some(quiet);
    Game::of_fen(rules, &fen).ok().filter(|game| game.outcome().is_none())
}

/// Returns the score that the search gives to the last position of a game, for the side to move, if it ends there: a win
/// or a loss, or a draw by a draw rule, claimed or not, or by the first repetition.
pub(crate) fn end_score(game: &Game, ply: i32) -> Option<i32> {
    if let Some(GameResult::Win(winner)) = game.outcome().map(|outcome| outcome.result) {
        return Some(if winner == game.position().turn() { WIN - ply } else { ply - WIN });
    }
    let rules = &game.rules().rule_set().draws.rules;
    let is_counted = |counter: &Counter| !matches!(rules[counter.rule].when, DrawWhen::Repetition { .. });
    let is_complete = game.counters().iter().any(|counter| is_counted(counter) && counter.is_reached());
    (is_complete || game.occurrences().len() > 1).then_some(0)
}
