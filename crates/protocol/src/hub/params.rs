//! The parameters that a client can set.

use draughts::Rules;
use draughts::variant::{self, UnknownRuleSet};
use engine::{Level, Options};

use super::error::HubError;
use super::line::Line;

/// The names of variants in other engines, and the ids of the rule sets.
const ALIASES: [(&str, &str); 3] =
    [("normal", "international"), ("bt", "breakthrough"), ("losing", "antidraughts")];

/// The parameters of a session.
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
    /// Returns the lines that describe the parameters.
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

    /// Sets a parameter; ignores unknown ones.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), HubError> {
        let number = |max: usize| match value.parse() {
            Ok(number) if (1..=max).contains(&number) => Ok(number),
            _ => Err(HubError::OutOfRange { name: name.to_owned(), max, value: value.to_owned() }),
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
        Options { mebibytes: self.mebibytes, threads: self.threads }
    }

    pub(super) fn rules(&self) -> Result<Rules, UnknownRuleSet> {
        rules(&self.variant)
    }
}

/// Returns the name of a rule set in other engines.
pub(super) fn variant_name(id: &str) -> &str {
    ALIASES.iter().find(|(_, other)| *other == id).map_or(id, |(alias, _)| *alias)
}

/// Returns the rules of a variant by its id or its name in other engines.
fn rules(name: &str) -> Result<Rules, UnknownRuleSet> {
    let id = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, id)| *id);
    Rules::named(id)
}
