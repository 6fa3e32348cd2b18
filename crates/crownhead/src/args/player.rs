//! The settings of a player in a match.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use engine::{Level, Limits};

use super::values::parse_duration;

/// The settings of a player: a comma-separated list of `nodes=20000`, `depth=9`, `time=0.1` and `clock=60+0.5`, with
/// `level=5`, `table=64`, `threads=2` and `network=FILE` for this engine, or `hub=COMMAND` or `dxp=HOST:PORT` for another program.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PlayerSpec {
    text: String,
    pub(crate) level: Level,
    pub(crate) limits: Limits,
    /// The size of the transposition table.
    pub(crate) mebibytes: usize,
    pub(crate) threads: usize,
    /// A network file, or `none` for no network. By default, the embedded network.
    pub(crate) network: Option<PathBuf>,
    /// The program that plays instead of this engine.
    pub(crate) program: Option<Program>,
}

/// Another program that plays.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Program {
    /// A command that speaks Hub.
    Hub(String),
    /// The address of a DXP server.
    Dxp(String),
}

impl FromStr for PlayerSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut spec = Self {
            text: text.to_owned(),
            level: Level::BEST,
            limits: Limits::default(),
            mebibytes: 16,
            threads: 1,
            network: None,
            program: None,
        };
        // The last setting that applies only to this engine.
        let mut own_setting = None;
        for part in text.split(',') {
            let bad = || {
                format!(
                    "{part:?} is not a setting: write level=1 to 8, nodes=N, depth=N, time=SECONDS, \
                     clock=SECONDS+INCREMENT, table=MIB, threads=N, network=FILE, hub=COMMAND or dxp=HOST:PORT"
                )
            };
            let (name, value) = part.split_once('=').ok_or_else(bad)?;
            let name = name.trim();
            if matches!(name, "level" | "table" | "threads" | "network") {
                own_setting = Some(name);
            }
            match name {
                "level" => spec.level = value.parse().ok().and_then(Level::new).ok_or_else(bad)?,
                "nodes" => spec.limits.nodes = Some(value.parse().ok().filter(|&n| n > 0).ok_or_else(bad)?),
                "depth" => spec.limits.depth = Some(value.parse().ok().filter(|&n| n > 0).ok_or_else(bad)?),
                "hub" if !value.trim().is_empty() => spec.program = Some(Program::Hub(value.to_owned())),
                "dxp" if !value.trim().is_empty() => spec.program = Some(Program::Dxp(value.to_owned())),
                "threads" => {
                    spec.threads = value.parse().ok().filter(|n| (1..=256).contains(n)).ok_or_else(bad)?;
                }
                "network" if !value.trim().is_empty() => spec.network = Some(PathBuf::from(value.trim())),
                "table" => spec.mebibytes = value.parse().ok().filter(|&n| n > 0).ok_or_else(bad)?,
                "time" => spec.limits.time = Some(parse_duration(value, 0.001).ok_or_else(bad)?),
                "clock" => {
                    let (clock, increment) = value.split_once('+').unwrap_or((value, "0"));
                    spec.limits.clock = Some(parse_duration(clock, 0.001).ok_or_else(bad)?);
                    spec.limits.increment = parse_duration(increment, 0.0).ok_or_else(bad)?;
                }
                _ => return Err(bad()),
            }
        }
        if let (Some(_), Some(name)) = (&spec.program, own_setting) {
            return Err(format!(
                "{text:?}: {name} does not apply to other programs (hub=, dxp=); remove {name}"
            ));
        }
        let is_limited = match spec.program {
            None => spec.level != Level::BEST || spec.limits != Limits::default(),
            Some(Program::Hub(_)) => spec.limits != Limits::default(),
            // A DXP server has its own limit.
            Some(Program::Dxp(_)) => true,
        };
        if !is_limited {
            return Err(format!(
                "{text:?} has no limit: add nodes=N, depth=N, time=SECONDS or clock=SECONDS+INCREMENT"
            ));
        }
        Ok(spec)
    }
}

impl PlayerSpec {
    /// Returns the settings of this engine with a network, or `none`, and a time per move.
    pub(crate) fn with_network(network: &Path, time: Duration) -> Self {
        Self {
            text: format!("network={},time={}", network.display(), time.as_secs_f64()),
            level: Level::BEST,
            limits: Limits::time(time),
            mebibytes: 16,
            threads: 1,
            network: Some(network.to_owned()),
            program: None,
        }
    }

    /// Returns whether the player can play only one game at a time.
    pub(crate) fn plays_one_at_a_time(&self) -> bool {
        matches!(self.program, Some(Program::Dxp(_)))
    }

    /// Returns whether the player has a clock that can run out.
    pub(crate) fn has_clock(&self) -> bool {
        self.limits.clock.is_some()
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
