//! A game of the engine against itself.

use std::sync::atomic::AtomicBool;

use draughts::game::GameResult;
use draughts::{Event, Game, Rules};

use super::block::{Sample, SampleGame};
use crate::chance::Chance;
use crate::engine::Engine;
use crate::limits::Limits;

/// A game that is not over after so many turns is a draw.
const LONGEST: usize = 300;
/// So many moves by chance begin a game, or one more.
const OPENING: u64 = 8;

/// Plays the game with this number: some moves by chance, then with so many nodes for each. The same number makes the
/// same game.
#[must_use]
pub fn play_game(engine: &mut Engine, rules: &Rules, nodes: u64, seed: u64, number: u64) -> SampleGame {
    let mut chance = Chance::new(seed ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93));
    // Chance may end a game before it begins; then another is tried.
    let mut game =
        (0..100).map(|_| opening(rules, OPENING, &mut chance)).find(|game| game.outcome().is_none());
    let mut played = SampleGame { result: GameResult::Draw, samples: Vec::new() };
    let Some(game) = &mut game else { return played };
    engine.forget();
    let stop = AtomicBool::new(false);
    while game.outcome().is_none() && game.turns().len() < LONGEST {
        if game.counters().iter().any(draughts::draw::Counter::is_reached) {
            break;
        }
        let report = engine.search(game, Limits::nodes(nodes), &stop, |_| {});
        let Some(best) = report.best else { break };
        let quiet = game.legal_moves().iter().all(|m| !m.is_capture());
        if let Some(info) = report.info.filter(|info| quiet && info.score.turns_to_the_end().is_none()) {
            let score = info.score.hundredths().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            played.samples.push(Sample { setup: bare(game), score });
        }
        let side = game.position().turn();
        if game.apply(Event::of(&best, side)).is_err() {
            break;
        }
    }
    played.result = game.outcome().map_or(GameResult::Draw, |outcome| outcome.result);
    played
}

/// A game that so many moves by chance have begun, or one more. The same seed makes the same game.
#[must_use]
pub fn random_opening(rules: &Rules, moves: u64, seed: u64) -> Game {
    opening(rules, moves, &mut Chance::new(seed))
}

fn opening(rules: &Rules, moves: u64, chance: &mut Chance) -> Game {
    let mut game = Game::new(rules);
    for _ in 0..moves + chance.next() % 2 {
        let legal = game.legal_moves();
        let Some(m) = legal.get(chance.next() as usize % legal.len().max(1)).cloned() else { break };
        let side = game.position().turn();
        if game.apply(Event::of(&m, side)).is_err() {
            break;
        }
    }
    game
}

/// The position without what a sample does not keep.
fn bare(game: &Game) -> draughts::Setup {
    let mut setup = game.position().setup();
    setup.king_moves = draughts::ByColor::default();
    setup
}
