//! Faults of a FEN, rendered for people.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::display_in_english;
use super::language::Language;
use super::moves::no_such_square;
use crate::notation::{FenError, FenFault, ParseFenError};

impl FenError {
    /// Returns everything that is wrong, in words, one line each.
    #[must_use]
    pub fn render(&self, language: Language) -> String {
        match self {
            Self::Parse(error) => error.render(language),
            Self::Counts { half_moves, move_number } => match language {
                Language::English => format!(
                    "FEN: H{half_moves} tells of {half_moves} turns, but before move {move_number} there were fewer"
                ),
                Language::German => format!(
                    "FEN: H{half_moves} bedeutet {half_moves} Einzelzüge, aber vor Zug {move_number} waren es weniger"
                ),
            },
            Self::Setup { error, places } => {
                let line = |(&fault, &place)| at(place, &error.render_fault(fault, language), language);
                error.faults.iter().zip(places).map(line).collect::<Vec<_>>().join("\n")
            }
        }
    }
}

impl ParseFenError {
    /// Returns the fault in words, with its place.
    #[must_use]
    pub fn render(&self, language: Language) -> String {
        at(self.at, &self.fault.render(language), language)
    }
}

/// A fault with its place in the text.
fn at(place: usize, fault: &str, language: Language) -> String {
    format!("FEN, {} {place}: {fault}", language.pick("character", "Zeichen"))
}

impl FenFault {
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
            Self::TooLong { most } => format!("longer than {most} bytes, which no position is"),
            Self::NoTurn(found) => {
                format!("the side to move is missing: the text must begin with W: or B:, not {found:?}")
            }
            Self::NoLists => {
                "no pieces are listed: a list for each side must follow, such as W:W31-50:B1-20".to_owned()
            }
            Self::UnknownPart(found) => format!(
                "{found:?} is not a part of a FEN: a list of pieces begins with W or B, a count with H, F or +"
            ),
            Self::ListTwice(color) => format!("{color} has two lists of pieces; one is enough"),
            Self::NotASquare(found) => {
                format!("{found:?} is not a square: write 28, K28, 5-10 or c3, with commas between")
            }
            Self::NoSuchSquare { name, range } => no_such_square(name, *range, Language::English),
            Self::NotPlayedOn(found) => {
                format!("square {found} is not played on: only every second square of this board is")
            }
            Self::SquareTwice(square) => format!("square {square} is listed twice"),
            Self::BackwardRange(found) => format!("the range {found} runs backwards"),
            Self::GhostPiece(found) => format!(
                "{found} is a captured piece in the middle of a capture; give the position after the move"
            ),
            Self::CountTwice(found) => format!("{found:?} gives a count that was given before"),
            Self::BadNumber(found) => format!(
                "{found:?} is not a count: write H12, F34 (from F1), or after the lists +1+0 for king \
                 moves in a row, Black's first, with the king's square where a side has several (+246+0)"
            ),
        }
    }

    fn german(&self) -> String {
        match self {
            Self::TooLong { most } => format!("Keine Stellung ist länger als {most} Bytes"),
            Self::NoTurn(found) => {
                format!("Die Seite am Zug fehlt: Der Text muss mit W: oder B: beginnen, nicht mit {found:?}")
            }
            Self::NoLists => {
                "Es sind keine Figuren angegeben: Für jede Seite folgt eine Liste, etwa W:W31-50:B1-20"
                    .to_owned()
            }
            Self::UnknownPart(found) => format!(
                "{found:?} ist kein Teil einer FEN: Eine Figurenliste beginnt mit W oder B, ein Zähler mit H, F oder +"
            ),
            Self::ListTwice(color) => {
                format!("{} hat zwei Figurenlisten; eine genügt", Language::German.side(*color))
            }
            Self::NotASquare(found) => {
                format!("{found:?} ist kein Feld: Schreibe 28, K28, 5-10 oder c3, mit Kommas dazwischen")
            }
            Self::NoSuchSquare { name, range } => no_such_square(name, *range, Language::German),
            Self::NotPlayedOn(found) => {
                format!("Auf Feld {found} wird nicht gespielt: Auf diesem Brett ist es nur jedes zweite Feld")
            }
            Self::SquareTwice(square) => format!("Feld {square} ist zweimal angegeben"),
            Self::BackwardRange(found) => format!("Der Bereich {found} läuft rückwärts"),
            Self::GhostPiece(found) => format!(
                "{found} ist eine geschlagene Figur mitten in einem Schlagzug; gib die Stellung nach dem Zug an"
            ),
            Self::CountTwice(found) => format!("{found:?} gibt einen Zähler zum zweiten Mal an"),
            Self::BadNumber(found) => format!(
                "{found:?} ist kein Zähler: Schreibe H12, F34 (ab F1) oder nach den Listen +1+0 für Damenzüge in \
                 Folge, zuerst die von Schwarz, mit dem Feld der Dame, wo eine Seite mehrere hat (+246+0)"
            ),
        }
    }
}

display_in_english!(FenError, ParseFenError, FenFault);
