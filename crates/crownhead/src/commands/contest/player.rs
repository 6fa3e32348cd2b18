//! Who plays in a match: our engine, set up in one way or another, or another program's.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use draughts::{Game, Move, Rules};
use engine::{Engine, Level, Limits, Options};
use protocol::hub::Client;

use crate::failure::Failure;

/// How a player is set up: `level=5`, `nodes=20000`, `depth=9`, `time=0.1`, several with commas; `hub=COMMAND` for another
/// program's engine.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Spec {
    text: String,
    level: Level,
    limits: Limits,
    mebibytes: usize,
    hub: Option<String>,
}

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut spec = Self {
            text: text.to_owned(),
            level: Level::BEST,
            limits: Limits::default(),
            mebibytes: 16,
            hub: None,
        };
        for part in text.split(',') {
            let bad = || {
                format!(
                    "{part:?} is not a setting: write level=1 to 8, nodes=N, depth=N, time=SECONDS, table=MIB or hub=COMMAND"
                )
            };
            let (name, value) = part.split_once('=').ok_or_else(bad)?;
            match name.trim() {
                "level" => spec.level = value.parse().ok().and_then(Level::new).ok_or_else(bad)?,
                "nodes" => spec.limits.nodes = Some(value.parse().ok().filter(|&n| n > 0).ok_or_else(bad)?),
                "depth" => spec.limits.depth = Some(value.parse().ok().filter(|&n| n > 0).ok_or_else(bad)?),
                "hub" => spec.hub = Some(value.to_owned()).filter(|command| !command.trim().is_empty()),
                "table" => spec.mebibytes = value.parse().ok().filter(|&n| n > 0).ok_or_else(bad)?,
                "time" => {
                    let seconds =
                        value.parse().ok().filter(|s| (0.001..=3600.0).contains(s)).ok_or_else(bad)?;
                    spec.limits.time = Some(Duration::from_secs_f64(seconds));
                }
                _ => return Err(bad()),
            }
        }
        if spec.level == Level::BEST && spec.limits == Limits::default() {
            return Err(format!("{text:?} has no end: add nodes=N, depth=N or time=SECONDS"));
        }
        Ok(spec)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A player at the board.
pub(super) struct Player {
    spec: Spec,
    mind: Mind,
}

enum Mind {
    Own(Engine),
    Other(Box<Client>),
}

impl Player {
    pub(super) fn new(spec: &Spec, rules: &Rules) -> Result<Self, Failure> {
        let mind = match &spec.hub {
            Some(command) => Mind::Other(Box::new(Client::start(command, rules).map_err(Failure::input)?)),
            None => {
                let options = Options { mebibytes: spec.mebibytes, ..Options::default() };
                Mind::Own(Engine::new(options).map_err(Failure::input)?)
            }
        };
        Ok(Self { mind, spec: spec.clone() })
    }

    /// A new game begins.
    pub(super) fn new_game(&mut self) {
        match &mut self.mind {
            Mind::Own(engine) => engine.forget(),
            // An engine that has ended will be found out by its first move.
            Mind::Other(client) => drop(client.new_game()),
        }
    }

    /// The move it plays, or why it does not.
    pub(super) fn choose(&mut self, game: &Game, seed: u64) -> Result<Move, String> {
        match &mut self.mind {
            Mind::Own(engine) => {
                let stop = AtomicBool::new(false);
                let m = engine.choose(game, self.spec.level, self.spec.limits, seed, &stop);
                m.ok_or_else(|| "there is no legal move".to_owned())
            }
            Mind::Other(client) => client.think(game, &self.spec.limits).map_err(|error| error.to_string()),
        }
    }
}
