//! The languages.

use crate::texts::Texts;

/// A language in which texts are written.
///
/// It is exhaustive on purpose: the compiler then finds everything that a new language lacks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// German.
    German,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::English, Self::German];

    /// Returns the ISO 639 code, as in HTML.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// Returns a list of alternatives: "a, b or c".
    #[must_use]
    pub fn either(self, items: &[String]) -> String {
        self.list("list-or", items)
    }

    /// Returns a list: "a, b and c".
    #[must_use]
    pub fn all_of(self, items: &[String]) -> String {
        self.list("list-and", items)
    }

    fn list(self, message: &str, items: &[String]) -> String {
        match items {
            [] => String::new(),
            [only] => only.clone(),
            [first @ .., last] => Texts::of(self)
                .render(message, [("items", first.join(", ").into()), ("last", last.clone().into())]),
        }
    }
}
