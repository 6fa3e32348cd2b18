//! Why a recorded game cannot be replayed.

use pdn::{Failure, FailureReason, Reading};

use crate::language::Language;
use crate::moves::WhyNotText;
use crate::render::{Render, RenderByRules, number};
use crate::texts::Texts;

/// The text of what is wrong with a record.
pub trait FailureText {
    /// Returns the reason, with the rule that the record breaks and squares named as the record names them.
    #[must_use]
    fn render(&self, reading: &Reading, language: Language) -> String;
}

impl FailureText for Failure {
    fn render(&self, reading: &Reading, language: Language) -> String {
        let excerpt: String = self.text.chars().take(60).collect();
        Texts::of(language).render(
            "record-failure",
            [
                ("line", number(self.place.line)),
                ("column", number(self.place.column)),
                ("text", excerpt.into()),
                ("reason", self.reason.render(reading, language).into()),
            ],
        )
    }
}

impl FailureText for FailureReason {
    fn render(&self, reading: &Reading, language: Language) -> String {
        match self {
            Self::Setup(error) => error.render(language),
            Self::Unreadable(error) => error.render(&reading.rules, language),
            Self::NotLegal(why) => why.in_full_by(&reading.rules, &reading.square_names, language),
            Self::NoRules => Texts::of(language).get("record-no-rules"),
        }
    }
}
