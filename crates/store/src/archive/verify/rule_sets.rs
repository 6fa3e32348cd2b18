//! The rule sets of games.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use draughts::Rules;

use super::accounts::for_each_row;
use crate::archive::error::ArchiveError;
use crate::archive::rows::Reader;
use crate::archive::tables::RULE_SET;
use crate::secret::hash;

/// Maximum number of parsed rule sets per thread. Most games use a few.
const MAX_CACHED_RULES: usize = 1000;

/// The texts of all rule sets, by their hashes.
pub(super) struct RuleSets(HashMap<String, String>);

impl RuleSets {
    /// Reads all rule sets, and adds the inconsistencies of those that do not match their hashes.
    pub(super) fn read(
        source: &mut dyn Reader,
        inconsistencies: &mut Vec<String>,
    ) -> Result<Self, ArchiveError> {
        let mut rule_sets = HashMap::new();
        for_each_row(source, &RULE_SET, inconsistencies, |row| {
            let (key, text) = (row.text("hash")?, row.text("rules")?);
            rule_sets.insert(key.to_owned(), text.to_owned());
            if hash(text) == key { Ok(()) } else { Err("its rules do not match its hash".to_owned()) }
        })?;
        Ok(Self(rule_sets))
    }
}

/// The parsed rule sets of a thread.
pub(super) struct RulesCache<'a> {
    rule_sets: &'a RuleSets,
    parsed: HashMap<&'a str, Rules>,
}

impl<'a> RulesCache<'a> {
    pub(super) fn new(rule_sets: &'a RuleSets) -> Self {
        Self { rule_sets, parsed: HashMap::new() }
    }

    /// Returns the rules with this hash.
    pub(super) fn get(&mut self, hash: &str) -> Result<&Rules, String> {
        let found = self.rule_sets.0.get_key_value(hash);
        let (hash, text) = found.ok_or_else(|| format!("its rules, with the hash {hash:?}, are missing"))?;
        if self.parsed.len() >= MAX_CACHED_RULES && !self.parsed.contains_key(hash.as_str()) {
            self.parsed.clear();
        }
        match self.parsed.entry(hash) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(unknown) => {
                let invalid = |error: &dyn std::fmt::Display| format!("its rules are invalid: {error}");
                let rules = serde_json::from_str(text).map_err(|error| invalid(&error))?;
                Ok(unknown.insert(Rules::recorded(rules).map_err(|error| invalid(&error))?))
            }
        }
    }
}
