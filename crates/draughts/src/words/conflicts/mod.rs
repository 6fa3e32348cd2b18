//! The conflicts of rule sets in words.

mod english;
mod german;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::language::Language;
use crate::check::{RuleConflict, RuleConflicts};

impl RuleConflict {
    /// The conflict in words.
    #[must_use]
    pub fn render(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::German => german::render(self),
        }
    }
}

impl fmt::Display for RuleConflicts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentences: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&sentences.join("\n"))
    }
}
