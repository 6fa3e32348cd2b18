//! Games of the engine against itself.

use std::sync::atomic::AtomicBool;

use draughts::game::GameResult;
use draughts::{Game, Rules};

use super::block::{Sample, SampleGame};
use crate::engine::Engine;
use crate::limits::Limits;
use crate::rng::Rng;

/// The maximum number of plies of a game; a longer game is a draw.
const MAX_PLIES: usize = 300;
/// The number of random moves at the start of a game; half of the games have one more.
const OPENING_MOVES: u64 = 8;

/// Plays the game with this number: 8 or 9 random moves, then moves of the engine with `nodes` nodes each. The same
/// arguments give the same game.
#[must_use]
pub fn play_game(engine: &mut Engine, rules: &Rules, nodes: u64, seed: u64, number: u64) -> SampleGame {
    let mut rng = Rng::new(seed ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93));
    // Random moves can end the game; then try others.
    let mut game =
        (0..100).map(|_| opening(rules, OPENING_MOVES, &mut rng)).find(|game| game.outcome().is_none());
    let mut sample_game = SampleGame { result: GameResult::Draw, samples: Vec::new() };
    let Some(game) = &mut game else { return sample_game };
    engine.clear();
    let stop = AtomicBool::new(false);
    while game.outcome().is_none() && game.turns().len() < MAX_PLIES {
        if game.counters().iter().any(draughts::draw::Counter::is_reached) {
            break;
        }
        let report = engine.search(game, Limits::nodes(nodes), &stop, |_| {});
        let Some(best) = report.best else { break };
        let is_quiet = game.legal_moves().iter().all(|m| !m.is_capture());
        if let Some(info) = report.info.filter(|info| is_quiet && info.score.plies_to_end().is_none()) {
            let score = info.score.centimen().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            sample_game.samples.push(Sample { setup: setup_of(game), score });
        }
        if game.play(&best).is_err() {
            break;
        }
    }
    sample_game.result = game.outcome().map_or(GameResult::Draw, |outcome| outcome.result);
    sample_game
}

/// Returns a game after this many random moves, or one more. The same seed gives the same game.
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

/// Returns the setup of the position without the counters of consecutive king moves.
fn setup_of(game: &Game) -> draughts::Setup {
    let mut setup = game.position().setup();
    setup.king_moves = draughts::ByColor::default();
    setup
}
