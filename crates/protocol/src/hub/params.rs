//! The parameters that a program can set.

use draughts::{Rules, variant};
use engine::{Level, Options};

use super::line::Line;

/// Names of variants that other engines use, and ours.
const ALIASES: [(&str, &str); 3] =
    [("normal", "international"), ("bt", "breakthrough"), ("losing", "antidraughts")];

/// What a program has set.
#[derive(Clone, Debug)]
pub(super) struct Params {
    pub(super) variant: String,
    pub(super) threads: usize,
    pub(super) mebibytes: usize,
    pub(super) level: Level,
}

impl Default for Params {
    fn default() -> Self {
        Self { variant: "normal".to_owned(), threads: 1, mebibytes: 64, level: Level::BEST }
    }
}

impl Params {
    /// The lines that tell of them.
    pub(super) fn lines(&self) -> Vec<Line> {
        let names: Vec<&str> = ALIASES.iter().map(|(name, _)| *name).collect();
        let ids = variant::ALL.iter().map(|rules| rules.id.as_ref());
        let values: Vec<&str> = names.into_iter().chain(ids).collect();
        let param = |name, value: String, kind| {
            Line::new("param").with("name", name).with("value", value).with("type", kind)
        };
        let number =
            |name, value: usize, max| param(name, value.to_string(), "int").with("min", 1).with("max", max);
        vec![
            param("variant", self.variant.clone(), "enum").with("values", values.join(" ")),
            number("threads", self.threads, 256),
            number("tt-size", self.mebibytes, 1_048_576),
            number("level", usize::from(self.level.number()), 8),
        ]
    }

    /// Sets one; an unknown one is passed over, a bad value is told.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = |most: usize| match value.parse() {
            Ok(number) if (1..=most).contains(&number) => Ok(number),
            _ => Err(format!("{name} is a number from 1 to {most}, not {value:?}")),
        };
        match name {
            "variant" => {
                rules(value)?;
                self.variant = value.to_owned();
            }
            "threads" => self.threads = number(256)?,
            "tt-size" => self.mebibytes = number(1_048_576)?,
            "level" => self.level = Level::new(number(8)? as u8).unwrap_or(Level::BEST),
            _ => {}
        }
        Ok(())
    }

    pub(super) fn options(&self) -> Options {
        Options { mebibytes: self.mebibytes, threads: self.threads, ..Options::default() }
    }

    pub(super) fn rules(&self) -> Result<Rules, String> {
        rules(&self.variant)
    }
}

/// What other engines call a rule set of ours.
pub(super) fn name_for_others(id: &str) -> &str {
    ALIASES.iter().find(|(_, ours)| *ours == id).map_or(id, |(alias, _)| *alias)
}

/// The rules of a variant, by our id or by another engine's name.
fn rules(name: &str) -> Result<Rules, String> {
    let id = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, id)| *id);
    Rules::named(id).map_err(|unknown| unknown.to_string())
}
