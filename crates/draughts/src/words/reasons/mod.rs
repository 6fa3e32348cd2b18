//! Why a move is not legal, in words.

mod english;
mod german;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::language::Language;
use crate::explain::WhyNot;
use crate::rules::Rules;
use crate::square::{Square, SquareSet};
use crate::square_names::SquareNames;

impl WhyNot {
    /// The reason in words, with the squares called as the rules call them.
    #[must_use]
    pub fn render(&self, rules: &Rules, language: Language) -> String {
        self.render_with(rules.square_names(), language)
    }

    /// The reason in words, with the squares called like this.
    #[must_use]
    pub fn render_with(&self, naming: &SquareNames, language: Language) -> String {
        match language {
            Language::English => english::render(self, Names::Of(naming)),
            Language::German => german::render(self, Names::Of(naming)),
        }
    }

    /// The sentence of the rule set that forbids the move.
    #[must_use]
    pub fn rule(&self, rules: &Rules, language: Language) -> Option<String> {
        rules.rule_set().sentence_of(self.field()?, language)
    }

    /// The reason, followed by the rule where there is one.
    #[must_use]
    pub fn in_full(&self, rules: &Rules, language: Language) -> String {
        self.in_full_by(rules, rules.square_names(), language)
    }

    /// The same with the squares called like this.
    #[must_use]
    pub fn in_full_by(&self, rules: &Rules, naming: &SquareNames, language: Language) -> String {
        let reason = self.render_with(naming, language);
        match self.rule(rules, language) {
            Some(rule) => format!("{reason} {}: {rule}", language.pick("The rule", "Die Regel")),
            None => reason,
        }
    }
}

/// What squares are called in a reason.
#[derive(Clone, Copy)]
pub(super) enum Names<'r> {
    /// Like this.
    Of(&'r SquareNames),
    /// By number from the top left, where no rules are at hand.
    Numbers,
}

impl Names<'_> {
    /// The name of a square, even of one that the board does not have.
    fn name(self, square: Square) -> String {
        let name = match self {
            Self::Of(naming) => naming.get(square),
            Self::Numbers => None,
        };
        name.map_or_else(|| (square.index() + 1).to_string(), ToOwned::to_owned)
    }

    /// The names of some squares.
    pub(super) fn names(self, squares: SquareSet) -> Vec<String> {
        squares.iter().map(|square| self.name(square)).collect()
    }
}

/// The reason in English, squares by number from the top left: [`render`](WhyNot::render) calls them as the rules do.
impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&english::render(self, Names::Numbers))
    }
}
