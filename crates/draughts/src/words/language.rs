//! The languages in which rules, reasons and proofs are told.

use alloc::format;
use alloc::string::String;

use crate::color::Color;
use crate::piece::Kind;

/// A language in which rules, reasons and proofs are told.
///
/// It is exhaustive on purpose: the compiler then finds every text that a new language lacks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Language {
    /// English.
    #[default]
    English,
    /// German.
    German,
}

impl Language {
    /// Both languages.
    pub const ALL: [Self; 2] = [Self::English, Self::German];

    /// A side, as the subject of a sentence.
    #[must_use]
    pub const fn side(self, color: Color) -> &'static str {
        match (self, color) {
            (Self::English, Color::White) => "White",
            (Self::English, Color::Black) => "Black",
            (Self::German, Color::White) => "Weiß",
            (Self::German, Color::Black) => "Schwarz",
        }
    }

    /// What a piece is.
    #[must_use]
    pub const fn kind(self, kind: Kind) -> &'static str {
        match (self, kind) {
            (Self::English, Kind::Man) => "man",
            (Self::English, Kind::King) => "king",
            (Self::German, Kind::Man) => "Stein",
            (Self::German, Kind::King) => "Dame",
        }
    }

    /// "a, b or c".
    #[must_use]
    pub fn either(self, items: &[String]) -> String {
        self.list(items, self.pick("or", "oder"))
    }

    /// "a, b and c".
    #[must_use]
    pub fn all_of(self, items: &[String]) -> String {
        self.list(items, self.pick("and", "und"))
    }

    /// Of two wordings, the one in this language.
    #[must_use]
    pub const fn pick(self, english: &'static str, german: &'static str) -> &'static str {
        match self {
            Self::English => english,
            Self::German => german,
        }
    }

    fn list(self, items: &[String], joint: &str) -> String {
        match items {
            [] => String::new(),
            [one] => one.clone(),
            [most @ .., last] => format!("{} {joint} {last}", most.join(", ")),
        }
    }
}
