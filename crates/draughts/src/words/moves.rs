//! Faults in the text of a move, and the names of squares, rendered for people.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use super::display_in_english;
use super::language::Language;
use crate::notation::{MoveFault, ParseMoveError, ReadMoveError};
use crate::rules::Rules;
use crate::square_names::SquareRange;

impl SquareRange {
    /// Returns the range in words: "1 to 50" or "a1 to j10".
    #[must_use]
    pub fn render(self, language: Language) -> String {
        let to = language.pick("to", "bis");
        match self {
            Self::Numbers(last) => format!("1 {to} {last}"),
            Self::Letters { column, row } => format!("a1 {to} {column}{row}"),
        }
    }
}

impl ParseMoveError {
    /// Returns the fault in words, with its place.
    #[must_use]
    pub fn render(&self, language: Language) -> String {
        let character = language.pick("character", "Zeichen");
        format!("{character} {}: {}", self.at, self.fault.render(language))
    }
}

impl MoveFault {
    /// Returns the fault in words.
    #[must_use]
    pub fn render(&self, language: Language) -> String {
        match language {
            Language::English => self.english(),
            Language::German => self.german(),
        }
    }

    fn english(&self) -> String {
        match self {
            Self::TooShort => "a move names at least two squares, such as 32-28 or c3-d4".to_owned(),
            Self::TooLong { most } => format!("longer than {most} bytes, which no move is"),
            Self::Unexpected(c) => format!("{c:?} does not belong in a move; write 32-28, 28x19 or c3:e5"),
            Self::NoSuchSquare { name, range } => no_such_square(name, *range, Language::English),
            Self::NotPlayedOn(name) => format!("square {name} is not played on"),
        }
    }

    fn german(&self) -> String {
        match self {
            Self::TooShort => "Ein Zug nennt mindestens zwei Felder, etwa 32-28 oder c3-d4".to_owned(),
            Self::TooLong { most } => format!("Kein Zug ist länger als {most} Bytes"),
            Self::Unexpected(c) => {
                format!("{c:?} gehört nicht in einen Zug; schreibe 32-28, 28x19 oder c3:e5")
            }
            Self::NoSuchSquare { name, range } => no_such_square(name, *range, Language::German),
            Self::NotPlayedOn(name) => format!("Auf Feld {name} wird nicht gespielt"),
        }
    }
}

pub(super) fn no_such_square(name: &str, range: SquareRange, language: Language) -> String {
    let range = range.render(language);
    match language {
        Language::English => format!("there is no square {name}; this board has {range}"),
        Language::German => format!("Es gibt kein Feld {name}; dieses Brett hat {range}"),
    }
}

impl ReadMoveError {
    /// Returns the reason in words, with the squares called as the rules call them.
    #[must_use]
    pub fn render(&self, rules: &Rules, language: Language) -> String {
        self.say(Some(rules), language)
    }

    fn say(&self, rules: Option<&Rules>, language: Language) -> String {
        match self {
            Self::Parse(error) => error.render(language),
            Self::NotLegal(why) => rules.map_or_else(|| why.to_string(), |rules| why.render(rules, language)),
            Self::Ambiguous(moves) => match language {
                Language::English => format!("it may mean any of {} moves; name more squares", moves.len()),
                Language::German => format!("Das können {} Züge sein; nenne mehr Felder", moves.len()),
            },
        }
    }
}

/// The reason in English, squares by number from the top left: [`render`](ReadMoveError::render) calls them as the
/// rules do.
impl fmt::Display for ReadMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(None, Language::English))
    }
}

display_in_english!(SquareRange, ParseMoveError, MoveFault);
