//! How values become texts.

use draughts::{Color, Kind, Rules, Square, SquareSet};
use fluent_bundle::FluentValue;

use crate::language::Language;
use crate::texts::Texts;
use draughts::notation::SquareNames;

/// A value that people read.
pub trait Render {
    /// Returns the text of the value in a language.
    #[must_use]
    fn render(&self, language: Language) -> String;
}

/// A value whose text depends on the rules: it names squares, or rules of the rule set.
pub trait RenderByRules {
    /// Returns the text of the value in a language, with squares named as the rules name them.
    #[must_use]
    fn render(&self, rules: &Rules, language: Language) -> String;
}

/// "White".
impl Render for Color {
    fn render(&self, language: Language) -> String {
        Texts::of(language).render("side", [("side", side(*self))])
    }
}

/// "man".
impl Render for Kind {
    fn render(&self, language: Language) -> String {
        Texts::of(language).render("kind", [("kind", kind(*self))])
    }
}

/// Returns the value by which messages choose between the sides.
pub(crate) fn side(color: Color) -> FluentValue<'static> {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
    .into()
}

/// Returns the value by which messages choose between man and king.
pub(crate) fn kind(kind: Kind) -> FluentValue<'static> {
    match kind {
        Kind::Man => "man",
        Kind::King => "king",
    }
    .into()
}

/// Returns the name of a square, even of one that the board does not have.
pub(crate) fn name(square: Square, names: &SquareNames) -> FluentValue<'static> {
    names.get(square).map_or_else(|| (square.index() + 1).to_string(), str::to_owned).into()
}

/// Returns the names of squares as alternatives: "22, 24 or 31".
pub(crate) fn any(squares: SquareSet, names: &SquareNames, language: Language) -> FluentValue<'static> {
    let names: Vec<String> = squares.iter().map(|square| names.name(square).to_owned()).collect();
    language.either(&names).into()
}

/// Returns a number.
pub(crate) fn number(value: impl TryInto<u64>) -> FluentValue<'static> {
    value.try_into().unwrap_or(u64::MAX).into()
}

/// Returns a text with its first letter in upper case.
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Returns a clause as it is written after a colon: in German, it begins with a capital letter.
pub(crate) fn after_colon(clause: &str, language: Language) -> String {
    match language {
        Language::English => clause.to_owned(),
        Language::German => capitalised(clause),
    }
}
