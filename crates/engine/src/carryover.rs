//! What an engine keeps from one search to the next, besides its transposition table.

use draughts::Rules;

use crate::transposition_table::{Salt, TranspositionTable};

/// The rule set of the latest search.
#[derive(Debug, Default)]
pub(crate) struct Carryover {
    rules: Option<Rules>,
    salt: Salt,
}

impl Carryover {
    /// Returns the salt of a rule set for a search that starts. If the latest search had another rule set, none of the
    /// entries in the table are found from now on: they hold for other rules.
    pub(crate) fn start(&mut self, rules: &Rules, table: &TranspositionTable) -> Salt {
        if self.rules.as_ref() != Some(rules) && self.rules.replace(rules.clone()).is_some() {
            self.salt = self.salt.next();
            table.retire_entries();
        }
        self.salt
    }
}
