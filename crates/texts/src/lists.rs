//! Lists in sentences.

use crate::language::Language;
use crate::texts::Texts;

impl Language {
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
