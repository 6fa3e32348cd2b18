//! Who plays in a match: our engine, set up in one way or another, or another program's.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use draughts::{Game, Move, Rules};
use engine::{Engine, Limits, Options};
use protocol::dxp::EndReason;
use protocol::{ClientError, dxp, hub};

use crate::args::{PlayerSpec, Program};
use crate::failure::{Failure, with_sources};

/// Why a player does not move.
pub(super) enum NoMove {
    /// Its time was up.
    TimeIsUp,
    /// It says that nobody wins.
    Draw(String),
    /// It gave up, did not move, or not by the rules.
    Lost(String),
}

impl From<ClientError> for NoMove {
    fn from(error: ClientError) -> Self {
        match error {
            ClientError::Ended(EndReason::Draw | EndReason::Unknown) => Self::Draw(with_sources(&error)),
            _ => Self::Lost(with_sources(&error)),
        }
    }
}

/// A player at the board.
pub(super) struct Player {
    spec: PlayerSpec,
    brain: Brain,
    /// What is left on its clock, where it has one.
    clock: Option<Duration>,
}

/// What finds the moves of a player.
enum Brain {
    Own(Engine),
    Hub(Box<hub::Client>),
    Dxp(Box<dxp::Client>),
}

impl Player {
    pub(super) fn new(spec: &PlayerSpec, rules: &Rules) -> Result<Self, Failure> {
        let unusable = |error: ClientError| Failure::input(with_sources(&error));
        let brain = match &spec.program {
            Some(Program::Hub(command)) => {
                Brain::Hub(Box::new(hub::Client::start(command, rules).map_err(unusable)?))
            }
            Some(Program::Dxp(address)) => {
                Brain::Dxp(Box::new(dxp::Client::connect(address, rules).map_err(unusable)?))
            }
            None => {
                let (mebibytes, threads) = (spec.mebibytes, spec.threads);
                let options = Options { mebibytes, threads };
                Brain::Own(Engine::new(options).map_err(Failure::input)?)
            }
        };
        Ok(Self { brain, spec: spec.clone(), clock: spec.limits.clock })
    }

    /// A new game begins.
    pub(super) fn new_game(&mut self) {
        self.clock = self.spec.limits.clock;
        match &mut self.brain {
            Brain::Own(engine) => engine.clear(),
            // An engine that has ended will be found out by its first move.
            Brain::Hub(client) => drop(client.new_game()),
            // It is asked for the game when it is to move.
            Brain::Dxp(_) => {}
        }
    }

    /// The game is over.
    pub(super) fn end_game(&mut self, game: &Game) {
        if let Brain::Dxp(client) = &mut self.brain {
            // Who has gone away will be found out by the next game.
            let _ = client.end(game);
        }
    }

    /// The move it plays, or why it does not.
    pub(super) fn choose(&mut self, game: &Game, seed: u64) -> Result<Move, NoMove> {
        let limits = Limits { clock: self.clock, ..self.spec.limits };
        let start = Instant::now();
        let chosen = match &mut self.brain {
            Brain::Own(engine) => {
                let m = engine.choose(game, self.spec.level, limits, seed, &AtomicBool::new(false));
                m.ok_or_else(|| NoMove::Lost("there is no legal move".to_owned()))
            }
            Brain::Hub(client) => client.think(game, &limits).map_err(NoMove::from),
            Brain::Dxp(client) => client.think(game, &limits).map_err(NoMove::from),
        };
        let used = start.elapsed();
        if let Some(clock) = &mut self.clock {
            *clock = clock.checked_sub(used).ok_or(NoMove::TimeIsUp)? + self.spec.limits.increment;
        }
        chosen
    }
}
