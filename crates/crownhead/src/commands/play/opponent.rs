//! The engine as an opponent.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use draughts::{Color, Event, Game};
use engine::{Engine, Level, Limits, Options};

use crate::failure::Failure;

/// How long the best level thinks about a move.
const TIME: Duration = Duration::from_secs(3);
/// An engine that is this far behind, in centimen, agrees to a draw.
const GLAD: i32 = -30;

/// The engine, playing one side.
pub(super) struct Opponent {
    engine: Engine,
    level: Level,
    pub(super) side: Color,
    /// Makes its choices differ from game to game.
    seed: u64,
}

impl Opponent {
    pub(super) fn new(level: Level, side: Color, seed: u64) -> Result<Self, Failure> {
        let engine = Engine::new(Options::default()).map_err(Failure::input)?;
        Ok(Self { engine, level, side, seed })
    }

    /// What the engine does now, if it is for the engine to do something.
    pub(super) fn event(&self, game: &Game) -> Option<Event> {
        if game.outcome().is_some() {
            return None;
        }
        let (by, stop) = (self.side, AtomicBool::new(false));
        if game.offer().is_some_and(|offer| offer.by != by) {
            return Some(self.answer(game));
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
        let m = self.engine.choose(game, self.level, Limits::time(TIME), seed, &stop)?;
        Some(Event::of(&m, by))
    }

    /// A draw that is proved is accepted, and so is one that the engine is glad of.
    fn answer(&self, game: &Game) -> Event {
        let by = self.side;
        let report = self.engine.search(game, Limits::nodes(200_000), &AtomicBool::new(false), |_| {});
        let score = report.info.map_or(0, |info| info.score.centimen());
        let own = if game.position().turn() == by { score } else { -score };
        let proved = game.offer().is_some_and(|offer| offer.evidence.is_some());
        match proved || own <= GLAD {
            true => Event::AcceptDraw { by },
            false => Event::DeclineDraw { by, message: String::new() },
        }
    }
}
