//! Who plays in a match: our engine, set up in one way or another.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use draughts::{Game, Move};
use engine::{Engine, Level, Limits, Options};

use crate::failure::Failure;

/// How a player is set up: `level=5`, `nodes=20000`, `depth=9`, `time=0.1`, several with commas.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Spec {
    text: String,
    level: Level,
    limits: Limits,
    mebibytes: usize,
}

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut spec =
            Self { text: text.to_owned(), level: Level::BEST, limits: Limits::default(), mebibytes: 16 };
        for part in text.split(',') {
            let bad = || {
                format!(
                    "{part:?} is not a setting: write level=1 to 8, nodes=N, depth=N, time=SECONDS or table=MIB"
                )
            };
            let (name, value) = part.split_once('=').ok_or_else(bad)?;
            match name.trim() {
                "level" => spec.level = value.parse().ok().and_then(Level::new).ok_or_else(bad)?,
                "nodes" => spec.limits.nodes = Some(value.parse().ok().filter(|&n| n > 0).ok_or_else(bad)?),
                "depth" => spec.limits.depth = Some(value.parse().ok().filter(|&n| n > 0).ok_or_else(bad)?),
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
    engine: Engine,
}

impl Player {
    pub(super) fn new(spec: &Spec) -> Result<Self, Failure> {
        let options = Options { mebibytes: spec.mebibytes, ..Options::default() };
        Ok(Self { engine: Engine::new(options).map_err(Failure::input)?, spec: spec.clone() })
    }

    /// A new game begins.
    pub(super) fn new_game(&mut self) {
        self.engine.forget();
    }

    pub(super) fn choose(&self, game: &Game, seed: u64) -> Option<Move> {
        let stop = AtomicBool::new(false);
        self.engine.choose(game, self.spec.level, self.spec.limits, seed, &stop)
    }
}
