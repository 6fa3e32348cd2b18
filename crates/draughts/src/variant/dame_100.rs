//! Document 002: "Dame 100", a printed rule sheet of the 10×10 game, where an illegal turn stands unless the opponent
//! demands a redo. docs/play/rules/dame-100.md maps each sentence to a field.

use alloc::borrow::Cow;

use super::international::{CAPTURE, DRAWS, KINGS, MEN};
use crate::color::Color;
use crate::ruleset::{Board, Conduct, Enforcement, Goal, NextGame, Notation, RuleSet, ShadeChoice, Start};

/// Dame 100.
pub(super) static RULES: RuleSet = RuleSet {
    id: Cow::Borrowed("dame-100"),
    name: Cow::Borrowed("Dame 100"),
    source: Cow::Borrowed("Dame 100 (Checkers 100), printed rules"),
    // "Game Board": 10×10, lower left dark; light by agreement
    board: Board { shade_choice: ShadeChoice::ByAgreement, ..Board::TEN },
    start: Start::rows(4, Color::White), // the first 4 rows; "Playing the Game": White first
    men: MEN,                            // "Playing the Game"; "Kings", note: not in passing
    kings: KINGS,                        // "Kings": any number of squares, any square beyond
    capture: CAPTURE,                    // "Capture Is Required": the most; "Multiple Turns": removal
    goal: Goal::NoMovesLoses,            // "End of the Game": no legal action
    draws: DRAWS,                        // "neither player can win": agreement, and A2.1 for counts
    notation: Notation::numeric(Some(20)), // the document has none; the international one fits
    conduct: Conduct {
        enforcement: Enforcement::RedoOnDemand, // "Illegal Moves": the player may demand a redo
        next_game: NextGame::Alternate,         // not stated
    },
};
