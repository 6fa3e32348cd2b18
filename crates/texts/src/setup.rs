//! Faults of positions and FEN texts.

use draughts::notation::{FenFault, ParseFenError, SquareNames};
use draughts::{FenError, SetupError, SetupFault};

use crate::language::Language;
use crate::render::{Render, name, number, side};
use crate::texts::Texts;

/// One line for each fault.
impl Render for FenError {
    fn render(&self, language: Language) -> String {
        match self {
            Self::Parse(error) => error.render(language),
            Self::Counts { half_moves, move_number } => Texts::of(language)
                .render("fen-counts", [("plies", number(*half_moves)), ("number", number(*move_number))]),
            Self::Setup { error, places } => {
                let line = |(&fault, &place): (&SetupFault, &usize)| {
                    at(place, setup_fault(fault, error.square_names(), language), language)
                };
                error.faults.iter().zip(places).map(line).collect::<Vec<_>>().join("\n")
            }
        }
    }
}

impl Render for ParseFenError {
    fn render(&self, language: Language) -> String {
        at(self.at, self.fault.render(language), language)
    }
}

/// Returns a fault with its place in the text.
fn at(place: usize, fault: String, language: Language) -> String {
    Texts::of(language).render("fen-fault-at", [("place", number(place)), ("fault", fault.into())])
}

impl Render for FenFault {
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

/// All faults, one after the other.
impl Render for SetupError {
    fn render(&self, language: Language) -> String {
        let fault = |&fault: &SetupFault| setup_fault(fault, self.square_names(), language);
        self.faults.iter().map(fault).collect::<Vec<_>>().join(" ")
    }
}

fn setup_fault(fault: SetupFault, names: &SquareNames, language: Language) -> String {
    let texts = Texts::of(language);
    match fault {
        SetupFault::NoSuchSquare(square) => texts.render(
            "move-no-such-square",
            [("square", name(square, names)), ("range", names.range().render(language).into())],
        ),
        SetupFault::Twice(square) => texts.render("setup-twice", [("square", name(square, names))]),
        SetupFault::ManOnCrownRow(color, square) => {
            texts.render("setup-man-on-crown-row", [("side", side(color)), ("square", name(square, names))])
        }
        SetupFault::NoSuchKing(color, square) => {
            texts.render("setup-no-such-king", [("side", side(color)), ("square", name(square, names))])
        }
        SetupFault::KingMoves { color, times, limit } => texts.render(
            "setup-king-moves",
            [("side", side(color)), ("times", number(times)), ("limit", number(limit))],
        ),
        SetupFault::KingMovesNotCounted(color) => {
            texts.render("setup-king-moves-not-counted", [("side", side(color))])
        }
    }
}
