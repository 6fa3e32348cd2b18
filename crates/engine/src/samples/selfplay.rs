//! A game of the engine against itself.

use std::sync::atomic::AtomicBool;

use draughts::game::GameResult;
use draughts::{Game, Rules};

use super::block::{Sample, SampleGame};
use crate::engine::Engine;
use crate::limits::Limits;
use crate::rng::Rng;

/// The most turns of a game; one that is not over by then is a draw.
const LONGEST: usize = 300;
/// The random moves that begin a game, or one more.
const OPENING: u64 = 8;

/// Plays the game with this number: some random moves, then `nodes` nodes for each. The same number makes the same game.
#[must_use]
pub fn play_game(engine: &mut Engine, rules: &Rules, nodes: u64, seed: u64, number: u64) -> SampleGame {
    let mut rng = Rng::new(seed ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93));
    // Random moves may end a game before it begins; then others are tried.
    let mut game = (0..100).map(|_| opening(rules, OPENING, &mut rng)).find(|game| game.outcome().is_none());
    let mut played = SampleGame { result: GameResult::Draw, samples: Vec::new() };
    let Some(game) = &mut game else { return played };
    engine.clear();
    let stop = AtomicBool::new(false);
    while game.outcome().is_none() && game.turns().len() < LONGEST {
        if game.counters().iter().any(draughts::draw::Counter::is_reached) {
            break;
        }
        let report = engine.search(game, Limits::nodes(nodes), &stop, |_| {});
        let Some(best) = report.best else { break };
        let quiet = game.legal_moves().iter().all(|m| !m.is_capture());
        if let Some(info) = report.info.filter(|info| quiet && info.score.plies_to_end().is_none()) {
            let score = info.score.centimen().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            played.samples.push(Sample { setup: bare(game), score });
        }
        if game.play(&best).is_err() {
            break;
        }
    }
    played.result = game.outcome().map_or(GameResult::Draw, |outcome| outcome.result);
    played
}

/// Returns a game begun by this many random moves, or one more. The same seed makes the same game.
#[must_use]
pub fn random_opening(rules: &Rules, moves: u64, seed: u64) -> Game {
    opening(rules, moves, &mut Rng::new(seed))
}

fn opening(rules: &Rules, moves: u64, rng: &mut Rng) -> Game {
    let mut game = Game::new(rules);
    for _ in 0..moves + rng.next() % 2 {
        let legal = game.legal_moves();
        let Some(m) = legal.get(rng.next() as usize % legal.len().max(1)).cloned() else { break };
        if game.play(&m).is_err() {
            break;
        }
    }
    game
}

/// Returns the position without what a sample does not keep.
fn bare(game: &Game) -> draughts::Setup {
    let mut setup = game.position().setup();
    setup.king_moves = draughts::ByColor::default();
    setup
}
