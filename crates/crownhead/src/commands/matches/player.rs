//! A player of a match: this engine or another program.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use draughts::{Game, Move, Rules};
use engine::{Engine, Level, Limits, Options};
use protocol::dxp::EndReason;
use protocol::{ClientError, dxp, hub};

use super::super::input;
use super::statistics::Effort;
use crate::args::{PlayerSpec, Program};
use crate::failure::{Failure, with_sources};

/// The reason why a player did not move.
pub(super) enum NoMove {
    /// The clock ran out.
    FlagFall,
    /// The other program ended the game as a draw or without a result.
    Draw(String),
    /// The player resigned, failed or sent an illegal move.
    Loss(String),
}

impl From<ClientError> for NoMove {
    fn from(error: ClientError) -> Self {
        match error {
            ClientError::Ended(EndReason::Draw | EndReason::Unknown) => Self::Draw(with_sources(&error)),
            _ => Self::Loss(with_sources(&error)),
        }
    }
}

/// A player of a match.
pub(super) struct Player {
    spec: PlayerSpec,
    backend: Backend,
    /// The time left on the clock; `None` without a clock.
    clock: Option<Duration>,
    /// The effort since [`take_effort`](Self::take_effort).
    effort: Effort,
}

/// The program that chooses the moves of a player.
enum Backend {
    Internal(Engine),
    Hub(Box<hub::Client>),
    Dxp(Box<dxp::Client>),
}

impl Player {
    pub(super) fn new(spec: &PlayerSpec, rules: &Rules) -> Result<Self, Failure> {
        let failure = |error: ClientError| Failure::input(with_sources(&error));
        let backend = match &spec.program {
            Some(Program::Hub(command)) => {
                Backend::Hub(Box::new(hub::Client::start(command, rules).map_err(failure)?))
            }
            Some(Program::Dxp(address)) => {
                Backend::Dxp(Box::new(dxp::Client::connect(address, rules).map_err(failure)?))
            }
            None => {
                let (mebibytes, threads) = (spec.mebibytes, spec.threads);
                let options = Options { mebibytes, threads };
                let engine = Engine::new(options).map_err(Failure::input)?;
                Backend::Internal(engine.with_network(input::network(spec.network.as_deref(), rules)?))
            }
        };
        Ok(Self { backend, spec: spec.clone(), clock: spec.limits.clock, effort: Effort::default() })
    }

    /// Resets the clock and the engine for a new game.
    pub(super) fn new_game(&mut self) {
        self.clock = self.spec.limits.clock;
        match &mut self.backend {
            Backend::Internal(engine) => engine.clear(),
            // If the program has exited, its first move fails.
            Backend::Hub(client) => drop(client.new_game()),
            // The client requests the game with the first move.
            Backend::Dxp(_) => {}
        }
    }

    /// Returns the effort since the last call.
    pub(super) fn take_effort(&mut self) -> Effort {
        std::mem::take(&mut self.effort)
    }

    /// Notifies a DXP server that the game is over.
    pub(super) fn end_game(&mut self, game: &Game) {
        if let Backend::Dxp(client) = &mut self.backend {
            // If the connection is closed, the next game fails.
            let _ = client.end(game);
        }
    }

    /// Returns the move of the player, or the reason why there is none.
    pub(super) fn choose(&mut self, game: &Game, seed: u64) -> Result<Move, NoMove> {
        let limits = Limits { clock: self.clock, is_game_move: true, ..self.spec.limits };
        let start = Instant::now();
        let chosen = match &mut self.backend {
            // Lower levels search after each candidate move and return no report, so their effort is not counted.
            Backend::Internal(engine) if self.spec.level == Level::BEST => {
                let report = engine.search(game, limits, &AtomicBool::new(false), |_| {});
                // A single legal move is played after a shallow search.
                if game.legal_moves().len() > 1 {
                    self.effort.add(&Effort::of(&report));
                }
                report.best.ok_or_else(|| NoMove::Loss("there is no legal move".to_owned()))
            }
            Backend::Internal(engine) => {
                let m = engine.choose(game, self.spec.level, limits, seed, &AtomicBool::new(false));
                m.ok_or_else(|| NoMove::Loss("there is no legal move".to_owned()))
            }
            Backend::Hub(client) => client.think(game, &limits).map_err(NoMove::from),
            Backend::Dxp(client) => client.think(game, &limits).map_err(NoMove::from),
        };
        let used = start.elapsed();
        if let Some(clock) = &mut self.clock {
            *clock = clock.checked_sub(used).ok_or(NoMove::FlagFall)? + self.spec.limits.increment;
        }
        chosen
    }
}
