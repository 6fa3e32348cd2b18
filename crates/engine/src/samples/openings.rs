//! Openings of self-play: random moves, and no opening twice.
//!
//! After a fixed 8 or 9 random moves, every fourth game began like an earlier one and mostly repeated it. Openings are
//! therefore drawn one after another, by one generator, which rejects those that it has drawn before.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use draughts::draw::Counter;
use draughts::{Game, Rules};

use super::settings::{MAX_OPENING_SCORE, OPENING_NODES, Settings, opening_plies};
use crate::engine::{Engine, Options};
use crate::limits::Limits;
use crate::network::NetworkChoice;
use crate::rng::Rng;
use crate::transposition_table::TableTooLarge;

/// The number of attempts to draw an opening. When all fail, the rule set has hardly any openings left.
const MAX_ATTEMPTS: u64 = 2000;
/// After this many failed attempts, openings become one ply longer: a small board has few short ones.
const ATTEMPTS_PER_PLY: u64 = 50;
/// The maximum depth of the search that rejects decided openings. Its few nodes do not reach it; a search that is
/// limited to this depth does without its per-thread table, whose allocation takes longer than the search.
const MAX_DEPTH: u32 = 8;

/// Draws the openings of self-play, in the order of the games. The same settings give the same openings.
#[derive(Debug)]
pub struct Openings {
    rules: Rules,
    settings: Settings,
    engine: Engine,
    /// The number of the next game.
    next: u64,
    /// The Zobrist hashes of the openings drawn so far.
    used: HashSet<u64>,
}

/// The opening of a game of self-play.
#[derive(Debug)]
pub struct Opening {
    /// The number of the game, from 0.
    pub(super) number: u64,
    /// The game after the random moves.
    pub(super) game: Game,
    /// The random numbers of the rest of the game.
    pub(super) rng: Rng,
}

impl Opening {
    /// Returns the number of the game, from 0.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the game after the random moves.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }
}

impl Openings {
    /// Creates the generator. Fails if there is no memory for its engine.
    pub fn new(rules: &Rules, settings: Settings) -> Result<Self, TableTooLarge> {
        // The hand-made evaluation, so that every network gets the same openings.
        let engine =
            Engine::new(Options { mebibytes: 1, ..Options::default() })?.with_network(NetworkChoice::None);
        Ok(Self { rules: rules.clone(), settings, engine, next: 0, used: HashSet::new() })
    }

    /// Draws an opening; `None` if it is decided, or has been drawn before.
    fn draw(&mut self, extra_plies: u64, rng: &mut Rng) -> Option<Game> {
        let (min, max) = opening_plies(&self.rules);
        let game = play_random(&self.rules, min + extra_plies + rng.next() % (max - min + 1), rng);
        let hash = game.position().zobrist_hash();
        let is_over = game.outcome().is_some() || game.counters().iter().any(Counter::is_reached);
        if is_over || self.used.contains(&hash) {
            return None;
        }
        self.engine.clear();
        let limits = Limits { depth: Some(MAX_DEPTH), ..Limits::nodes(OPENING_NODES) };
        let report = self.engine.search(&game, limits, &AtomicBool::new(false), |_| {});
        if report.info?.score.centimen().abs() > MAX_OPENING_SCORE {
            return None;
        }
        self.used.insert(hash);
        Some(game)
    }
}

impl Iterator for Openings {
    type Item = Opening;

    /// Draws the opening of the next game; `None` if no unused opening was found.
    fn next(&mut self) -> Option<Opening> {
        let number = self.next;
        let mut rng = Rng::new(self.settings.seed ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93));
        let game = (0..MAX_ATTEMPTS).find_map(|attempt| self.draw(attempt / ATTEMPTS_PER_PLY, &mut rng))?;
        self.next += 1;
        Some(Opening { number, game, rng })
    }
}

/// Returns a game after this many random moves, or one more. The same seed gives the same game.
#[must_use]
pub fn random_opening(rules: &Rules, moves: u64, seed: u64) -> Game {
    let mut rng = Rng::new(seed);
    let moves = moves + rng.next() % 2;
    play_random(rules, moves, &mut rng)
}

/// Returns a game after this many random moves, fewer if it ends before.
fn play_random(rules: &Rules, moves: u64, rng: &mut Rng) -> Game {
    let mut game = Game::new(rules);
    for _ in 0..moves {
        let legal = game.legal_moves();
        let Some(m) = legal.get(rng.next() as usize % legal.len().max(1)).cloned() else { break };
        if game.play(&m).is_err() {
            break;
        }
    }
    game
}
