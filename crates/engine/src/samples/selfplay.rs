//! Games of the engine against itself.

use std::sync::atomic::AtomicBool;

use draughts::Game;
use draughts::game::GameResult;

use super::adjudication::{Adjudicator, pieces, result};
use super::block::{Sample, SampleGame};
use super::openings::Opening;
use super::settings::{MAX_RANDOM_MOVE_SCORE_CHANGE, MIN_RANDOM_MOVE_PIECES, Settings};
use crate::engine::Engine;
use crate::limits::Limits;
use crate::rng::Rng;

/// A game of self-play that has been played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// The number of the game, from 0.
    pub number: u64,
    /// Its result and samples.
    pub samples: SampleGame,
    /// Its length in plies, the opening included.
    pub plies: usize,
}

/// Plays a game from its opening. The same opening and settings give the same game with any engine of the same table
/// size.
///
/// Samples that come before a random move that changed the score a lot are dropped: the result of the game is that of
/// the random move, not theirs.
#[must_use]
pub fn play_game(engine: &mut Engine, opening: Opening, settings: &Settings) -> PlayedGame {
    let Opening { number, mut game, mut rng } = opening;
    let stop = AtomicBool::new(false);
    let mut adjudicator = Adjudicator::new(game.rules().rule_set(), engine.scale(game.rules().rule_set()));
    let mut samples = Vec::new();
    // The score before the last move, for the side to move now, if that move was random.
    let mut expected: Option<i32> = None;
    engine.clear();
    let result = loop {
        if let Some(result) = result(&game) {
            // The random move ended the game.
            if expected.is_some() {
                samples.clear();
            }
            break result;
        }
        // A forced capture is no sample, so it needs no search.
        if let [only] = game.legal_moves()
            && only.is_capture()
        {
            let only = only.clone();
            if game.play(&only).is_err() {
                break GameResult::Draw;
            }
            expected = expected.map(|score| -score);
            continue;
        }
        let report = engine.search(&game, Limits::nodes(settings.nodes), &stop, |_| {});
        let Some(best) = report.best else { break GameResult::Draw };
        let score = report.info.map(|info| info.score);
        if let Some(expected) = expected.take()
            && score.is_none_or(|score| (score.centimen() - expected).abs() > MAX_RANDOM_MOVE_SCORE_CHANGE)
        {
            samples.clear();
        }
        let is_quiet = game.legal_moves().iter().all(|m| !m.is_capture());
        if let Some(score) = score {
            if let Some(result) = adjudicator.adjudicate(&game, score) {
                break result;
            }
            if is_quiet && score.plies_to_end().is_none() {
                let score = score.centimen().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
                samples.push(Sample { setup: setup_of(&game), score });
            }
        }
        let mut next = best;
        if is_quiet
            && let Some(score) = score
            && let Some(random) = random_move(&game, settings, &mut rng)
        {
            next = random;
            expected = Some(-score.centimen());
        }
        if game.play(&next).is_err() {
            break GameResult::Draw;
        }
    };
    PlayedGame { number, samples: SampleGame { result, samples }, plies: game.turns().len() }
}

/// Returns a random legal move with the probability of the settings, unless few pieces are left.
fn random_move(game: &Game, settings: &Settings, rng: &mut Rng) -> Option<draughts::Move> {
    let is_chosen = rng.next() % 100 < u64::from(settings.random_moves);
    let legal = game.legal_moves();
    let index = rng.next() as usize % legal.len().max(1);
    legal.get(index).filter(|_| is_chosen && pieces(game) >= MIN_RANDOM_MOVE_PIECES).cloned()
}

/// Returns the setup of the position without the counters of consecutive king moves.
fn setup_of(game: &Game) -> draughts::Setup {
    let mut setup = game.position().setup();
    setup.king_moves = draughts::ByColor::default();
    setup
}
