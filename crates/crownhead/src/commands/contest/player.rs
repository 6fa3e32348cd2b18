//! Who plays in a match: our engine, set up in one way or another, or another program's.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use draughts::{Game, Move, Rules};
use engine::{Engine, Level, Limits, Options};
use protocol::dxp::Reason;
use protocol::{ClientError, dxp, hub};

use crate::failure::Failure;

/// How a player is set up: `level=5`, `nodes=20000`, `depth=9`, `time=0.1`, `clock=60+0.5`, several with commas;
/// `hub=COMMAND` or `dxp=HOST:PORT` for another program's engine.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Spec {
    text: String,
    level: Level,
    limits: Limits,
    mebibytes: usize,
    threads: usize,
    other: Option<Other>,
}

/// Another program's engine.
#[derive(Clone, PartialEq, Debug)]
enum Other {
    /// A command that speaks Hub.
    Hub(String),
    /// An address where DXP is spoken.
    Dxp(String),
}

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut spec = Self {
            text: text.to_owned(),
            level: Level::BEST,
            limits: Limits::default(),
            mebibytes: 16,
            threads: 1,
            other: None,
        };
        for part in text.split(',') {
            let bad = || {
                format!(
                    "{part:?} is not a setting: write level=1 to 8, nodes=N, depth=N, time=SECONDS, clock=SECONDS+INCREMENT, table=MIB, threads=N, hub=COMMAND or dxp=HOST:PORT"
                )
            };
            let (name, value) = part.split_once('=').ok_or_else(bad)?;
            match name.trim() {
                "level" => spec.level = value.parse().ok().and_then(Level::new).ok_or_else(bad)?,
                "nodes" => spec.limits.nodes = Some(value.parse().ok().filter(|&n| n > 0).ok_or_else(bad)?),
                "depth" => spec.limits.depth = Some(value.parse().ok().filter(|&n| n > 0).ok_or_else(bad)?),
                "hub" if !value.trim().is_empty() => spec.other = Some(Other::Hub(value.to_owned())),
                "dxp" if !value.trim().is_empty() => spec.other = Some(Other::Dxp(value.to_owned())),
                "threads" => {
                    spec.threads = value.parse().ok().filter(|n| (1..=256).contains(n)).ok_or_else(bad)?;
                }
                "table" => spec.mebibytes = value.parse().ok().filter(|&n| n > 0).ok_or_else(bad)?,
                "time" => spec.limits.time = Some(seconds(value, 0.001).ok_or_else(bad)?),
                "clock" => {
                    let (clock, increment) = value.split_once('+').unwrap_or((value, "0"));
                    spec.limits.clock = Some(seconds(clock, 0.001).ok_or_else(bad)?);
                    spec.limits.increment = seconds(increment, 0.0).ok_or_else(bad)?;
                }
                _ => return Err(bad()),
            }
        }
        if spec.level == Level::BEST && spec.limits == Limits::default() && !spec.plays_one_at_a_time() {
            return Err(format!(
                "{text:?} has no end: add nodes=N, depth=N, time=SECONDS or clock=SECONDS+INCREMENT"
            ));
        }
        Ok(spec)
    }
}

impl Spec {
    /// Does it play over a connection that holds one game at a time?
    pub(super) fn plays_one_at_a_time(&self) -> bool {
        matches!(self.other, Some(Other::Dxp(_)))
    }

    /// Does it play with a clock that can run out?
    pub(super) fn has_clock(&self) -> bool {
        self.limits.clock.is_some()
    }
}

fn seconds(text: &str, least: f64) -> Option<Duration> {
    let seconds = text.parse().ok().filter(|seconds| (least..=86_400.0).contains(seconds));
    seconds.map(Duration::from_secs_f64)
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

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
            ClientError::Ended(Reason::Draw | Reason::Unknown) => Self::Draw(error.to_string()),
            _ => Self::Lost(error.to_string()),
        }
    }
}

/// A player at the board.
pub(super) struct Player {
    spec: Spec,
    mind: Mind,
    /// What is left on its clock, where it has one.
    clock: Option<Duration>,
}

enum Mind {
    Own(Engine),
    Hub(Box<hub::Client>),
    Dxp(Box<dxp::Client>),
}

impl Player {
    pub(super) fn new(spec: &Spec, rules: &Rules) -> Result<Self, Failure> {
        let mind = match &spec.other {
            Some(Other::Hub(command)) => {
                Mind::Hub(Box::new(hub::Client::start(command, rules).map_err(Failure::input)?))
            }
            Some(Other::Dxp(address)) => {
                Mind::Dxp(Box::new(dxp::Client::connect(address, rules).map_err(Failure::input)?))
            }
            None => {
                let (mebibytes, threads) = (spec.mebibytes, spec.threads);
                let options = Options { mebibytes, threads, ..Options::default() };
                Mind::Own(Engine::new(options).map_err(Failure::input)?)
            }
        };
        Ok(Self { mind, spec: spec.clone(), clock: spec.limits.clock })
    }

    /// A new game begins.
    pub(super) fn new_game(&mut self) {
        self.clock = self.spec.limits.clock;
        match &mut self.mind {
            Mind::Own(engine) => engine.forget(),
            // An engine that has ended will be found out by its first move.
            Mind::Hub(client) => drop(client.new_game()),
            // It is asked for the game when it is to move.
            Mind::Dxp(_) => {}
        }
    }

    /// The game is over.
    pub(super) fn end_game(&mut self, game: &Game) {
        if let Mind::Dxp(client) = &mut self.mind {
            // Who has gone away will be found out by the next game.
            let _ = client.end(game);
        }
    }

    /// The move it plays, or why it does not.
    pub(super) fn choose(&mut self, game: &Game, seed: u64) -> Result<Move, NoMove> {
        let limits = Limits { clock: self.clock, ..self.spec.limits };
        let start = Instant::now();
        let chosen = match &mut self.mind {
            Mind::Own(engine) => {
                let m = engine.choose(game, self.spec.level, limits, seed, &AtomicBool::new(false));
                m.ok_or_else(|| NoMove::Lost("there is no legal move".to_owned()))
            }
            Mind::Hub(client) => client.think(game, &limits).map_err(NoMove::from),
            Mind::Dxp(client) => client.think(game, &limits).map_err(NoMove::from),
        };
        let used = start.elapsed();
        if let Some(clock) = &mut self.clock {
            *clock = clock.checked_sub(used).ok_or(NoMove::TimeIsUp)? + self.spec.limits.increment;
        }
        chosen
    }
}
