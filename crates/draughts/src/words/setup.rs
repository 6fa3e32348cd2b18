//! Faults of a set-up, rendered for people.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::display_in_english;
use super::language::Language;
use crate::setup::{SetupError, SetupFault};

impl SetupError {
    /// Returns all faults in words.
    #[must_use]
    pub fn render(&self, language: Language) -> String {
        let faults: Vec<String> =
            self.faults.iter().map(|&fault| self.render_fault(fault, language)).collect();
        faults.join("; ")
    }

    /// Returns one of the faults in words.
    #[must_use]
    pub fn render_fault(&self, fault: SetupFault, language: Language) -> String {
        match language {
            Language::English => self.english(fault),
            Language::German => self.german(fault),
        }
    }

    fn english(&self, fault: SetupFault) -> String {
        match fault {
            SetupFault::NoSuchSquare(square) => {
                format!("the board has no square with index {}; it has {}", square.index(), self.names.len())
            }
            SetupFault::Twice(square) => format!("two pieces stand on square {}", self.names.name(square)),
            SetupFault::ManOnCrownRow(color, square) => format!(
                "a {color} man stands on square {0}, in the row where it becomes a king; \
                 write K{0} for a king",
                self.names.name(square)
            ),
            SetupFault::NoSuchKing(color, square) => format!(
                "the king moves in a row of {color} name square {}, where {color} has no king",
                self.names.name(square)
            ),
            SetupFault::KingMoves { color, times, limit } => {
                format!("{color}'s king moves in a row are {times}; 0 to {limit} are possible")
            }
            SetupFault::KingMovesNotCounted(color) => {
                format!("king moves in a row are given for {color}, but this rule set does not count them")
            }
        }
    }

    fn german(&self, fault: SetupFault) -> String {
        let side = |color| Language::German.side(color);
        match fault {
            SetupFault::NoSuchSquare(square) => {
                format!(
                    "Das Brett hat kein Feld mit dem Index {}; es hat {}",
                    square.index(),
                    self.names.len()
                )
            }
            SetupFault::Twice(square) => format!("Auf Feld {} stehen zwei Figuren", self.names.name(square)),
            SetupFault::ManOnCrownRow(color, square) => format!(
                "Auf Feld {0} steht ein Stein von {1}, in der Reihe, in der er zur Dame wird; \
                 eine Dame schreibt man K{0}",
                self.names.name(square),
                side(color)
            ),
            SetupFault::NoSuchKing(color, square) => format!(
                "Die Damenzüge in Folge von {0} nennen Feld {1}, wo {0} keine Dame hat",
                side(color),
                self.names.name(square)
            ),
            SetupFault::KingMoves { color, times, limit } => {
                format!("{} hat {times} Damenzüge in Folge; möglich sind 0 bis {limit}", side(color))
            }
            SetupFault::KingMovesNotCounted(color) => {
                format!(
                    "Für {} sind Damenzüge in Folge angegeben, aber dieses Regelwerk zählt sie nicht",
                    side(color)
                )
            }
        }
    }
}

display_in_english!(SetupError);
