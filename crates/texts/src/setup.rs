//! Faults of positions and FEN texts.

use draughts::notation::{FenErrorKind, ParseFenError, SquareNames};
use draughts::{FenError, SetupError, SetupErrorKind};

use crate::language::Language;
use crate::render::{Render, name, number, side};
use crate::texts::Texts;

/// Renders one line for each error.
impl Render for FenError {
    fn render(&self, language: Language) -> String {
        match self {
            Self::Parse(error) => error.render(language),
            Self::Counts { half_moves, move_number } => Texts::of(language)
                .render("fen-counts", [("plies", number(*half_moves)), ("number", number(*move_number))]),
            Self::Setup { error, places } => {
                let line = |(&kind, &place): (&SetupErrorKind, &usize)| {
                    let text = setup_error(kind, error.square_names(), language);
                    // This error is one of the whole position.
                    if kind == SetupErrorKind::TooComplex { text } else { at(place, text, language) }
                };
                error.kinds.iter().zip(places).map(line).collect::<Vec<_>>().join("\n")
            }
        }
    }
}

impl Render for ParseFenError {
    fn render(&self, language: Language) -> String {
        at(self.at, self.kind.render(language), language)
    }
}

/// Returns an error with its place in the text.
fn at(place: usize, error: String, language: Language) -> String {
    Texts::of(language).render("fen-error-at", [("place", number(place)), ("error", error.into())])
}

impl Render for FenErrorKind {
    fn render(&self, language: Language) -> String {
        let texts = Texts::of(language);
        let about = |message, text: &String| texts.render(message, [("text", text.clone().into())]);
        match self {
            Self::TooLong { most } => texts.render("fen-too-long", [("most", number(*most))]),
            Self::NoTurn(found) => about("fen-no-turn", found),
            Self::NoLists => texts.get("fen-no-lists"),
            Self::UnknownPart(found) => about("fen-unknown-part", found),
            Self::ListTwice(color) => texts.render("fen-list-twice", [("side", side(*color))]),
            Self::NotASquare(found) => about("fen-not-a-square", found),
            Self::NoSuchSquare { name, range } => texts.render(
                "move-no-such-square",
                [("square", name.clone().into()), ("range", range.render(language).into())],
            ),
            Self::NotPlayedOn(found) => {
                texts.render("move-not-played-on", [("square", found.clone().into())])
            }
            Self::SquareTwice(found) => about("fen-square-twice", found),
            Self::BackwardRange(found) => about("fen-backward-range", found),
            Self::GhostPiece(found) => about("fen-ghost-piece", found),
            Self::BadNumber(found) => about("fen-bad-number", found),
            Self::CountTwice(found) => about("fen-count-twice", found),
        }
    }
}

/// Renders all errors, one after the other.
impl Render for SetupError {
    fn render(&self, language: Language) -> String {
        let text = |&kind: &SetupErrorKind| setup_error(kind, self.square_names(), language);
        self.kinds.iter().map(text).collect::<Vec<_>>().join(" ")
    }
}

fn setup_error(kind: SetupErrorKind, names: &SquareNames, language: Language) -> String {
    let texts = Texts::of(language);
    match kind {
        SetupErrorKind::NoSuchSquare(square) => texts.render(
            "move-no-such-square",
            [("square", name(square, names)), ("range", names.range().render(language).into())],
        ),
        SetupErrorKind::Twice(square) => texts.render("setup-twice", [("square", name(square, names))]),
        SetupErrorKind::ManOnCrownRow(color, square) => {
            texts.render("setup-man-on-crown-row", [("side", side(color)), ("square", name(square, names))])
        }
        SetupErrorKind::NoSuchKing(color, square) => {
            texts.render("setup-no-such-king", [("side", side(color)), ("square", name(square, names))])
        }
        SetupErrorKind::KingMoves { color, times, limit } => texts.render(
            "setup-king-moves",
            [("side", side(color)), ("times", number(times)), ("limit", number(limit))],
        ),
        SetupErrorKind::KingMovesNotCounted(color) => {
            texts.render("setup-king-moves-not-counted", [("side", side(color))])
        }
        SetupErrorKind::TooComplex => texts.get("setup-too-complex"),
    }
}
