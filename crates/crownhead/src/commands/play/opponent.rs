//! The engine as an opponent.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use draughts::{Color, Event, Game};
use engine::network::NetworkChoice;
use engine::{Engine, Level, Limits, Options};

use crate::failure::Failure;

/// Maximum time per move. Only the best level needs it.
const MOVE_TIME: Duration = Duration::from_secs(3);
/// Score in centimen up to which the engine accepts a draw.
const DRAW_SCORE: i32 = -30;

/// The engine as the player of one side.
pub(super) struct Opponent {
    engine: Engine,
    level: Level,
    pub(super) side: Color,
    /// The seed of random choices.
    seed: u64,
}

impl Opponent {
    pub(super) fn new(level: Level, network: NetworkChoice, side: Color, seed: u64) -> Result<Self, Failure> {
        let engine = Engine::new(Options::default()).map_err(Failure::input)?.with_network(network);
        Ok(Self { engine, level, side, seed })
    }

    /// Returns the next event of the engine; `None` if it has nothing to do.
    pub(super) fn next_event(&self, game: &Game) -> Option<Event> {
        if game.outcome().is_some() {
            return None;
        }
        let by = self.side;
        if game.offer().is_some_and(|offer| offer.by != by) {
            return Some(self.answer_offer(game));
        }
        if game.position().turn() != by {
            return None;
        }
        if game.irregular_turn().is_some() {
            return Some(match game.huffable().first() {
                Some(&square) => Event::Huff { by, square },
                None => Event::DemandRedo { by },
            });
        }
        let seed = self.seed.wrapping_add(game.turns().len() as u64);
        let m = self.engine.choose(
            game,
            self.level,
            Limits::move_time(MOVE_TIME),
            seed,
            &AtomicBool::new(false),
        )?;
        Some(Event::of(&m, by))
    }

    /// Answers a draw offer: accepts if the cited draw rule applies, or if the engine's score is at most `DRAW_SCORE`.
    fn answer_offer(&self, game: &Game) -> Event {
        let by = self.side;
        let report = self.engine.search(game, Limits::nodes(200_000), &AtomicBool::new(false), |_| {});
        let score = report.info.map_or(0, |info| info.score.centimen());
        let own_score = if game.position().turn() == by { score } else { -score };
        let has_evidence = game.offer().is_some_and(|offer| offer.evidence.is_some());
        if has_evidence || own_score <= DRAW_SCORE {
            Event::AcceptDraw { by }
        } else {
            Event::DeclineDraw { by, message: String::new() }
        }
    }
}
