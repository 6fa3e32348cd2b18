//! The parameters that a client can set.

use draughts::Rules;
use draughts::variant::{self, UnknownRuleSet};
use engine::{Level, Options};

use super::error::HubError;
use super::line::Line;

/// The names that other engines use for variants, each with the id of the rule set.
const ALIASES: [(&str, &str); 3] =
    [("normal", "international"), ("bt", "breakthrough"), ("losing", "antidraughts")];

/// The parameters of a session.
#[derive(Clone, Debug)]
pub(super) struct Params {
    /// The parameter `variant`: the id of a rule set, or its name in other engines.
    pub(super) variant: String,
    /// The parameter `threads`: the number of search threads.
    pub(super) threads: usize,
    /// The parameter `tt-size`: the size of the transposition table in MiB.
    pub(super) tt_size: usize,
    /// The parameter `level`: the playing strength.
    pub(super) level: Level,
}

impl Default for Params {
    fn default() -> Self {
        Self { variant: "normal".to_owned(), threads: 1, tt_size: 64, level: Level::BEST }
    }
}

impl Params {
    /// Returns the `param` lines, which tell the client the names, values and ranges of the parameters.
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
            number("tt-size", self.tt_size, 1_048_576),
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
            "tt-size" => self.tt_size = number(1_048_576)?,
            "level" => self.level = Level::new(number(8)? as u8).unwrap_or(Level::BEST),
            _ => {}
        }
        Ok(())
    }

    /// Returns the options of an engine with these parameters.
    pub(super) fn options(&self) -> Options {
        Options { mebibytes: self.tt_size, threads: self.threads }
    }

    /// Returns the rules of the variant.
    pub(super) fn rules(&self) -> Result<Rules, UnknownRuleSet> {
        rules(&self.variant)
    }
}

/// Returns the name that other engines use for a rule set; its id if there is none.
pub(super) fn variant_name(id: &str) -> &str {
    ALIASES.iter().find(|(_, other)| *other == id).map_or(id, |(alias, _)| *alias)
}

/// Returns the rules of a variant by its id or its name in other engines.
fn rules(name: &str) -> Result<Rules, UnknownRuleSet> {
    let id = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, id)| *id);
    Rules::named(id)
}
