//! Document 003: "Checkers", the short rules of a play site, with a king that lands directly behind the captured piece,
//! automatic draws, and a revenge. docs/play/rules/checkers-revenge.md maps each sentence to a field.

use alloc::borrow::Cow;

use super::english::MEN;
use super::thai::{CAPTURE, KINGS};
use crate::color::Color;
use crate::ruleset::{
    Agreement, Board, Claims, Conduct, DrawRule, Draws, Effect, Enforcement, Force, Goal, KingMark, NextGame,
    Notation, Per, RuleSet, Start,
};

/// Checkers with revenge.
pub(super) static RULES: RuleSet = RuleSet {
    id: Cow::Borrowed("checkers-revenge"),
    name: Cow::Borrowed("Checkers with revenge"),
    source: Cow::Borrowed("Checkers, manual of elo-games.com"),
    board: Board::EIGHT,                 // not stated: A3.1
    start: Start::rows(3, Color::Black), // "Let's Start": black is always first; 12 men, A3.1
    men: MEN,                            // "Moving", "Capturing"; crowning A3.3
    kings: KINGS,                        // "Kings": as many fields as they like, stop right behind
    capture: CAPTURE,                    // "Capturing": you have to; to the end A3.2; removal A3.4
    goal: Goal::NoMovesLoses,            // "End of the Game": no pieces left, or all blocked
    draws: Draws {
        agreement: Agreement::NotAllowed, // "one of the following conditions has to be met": A3.8
        claims: Claims::Immediate,
        rules: Cow::Borrowed(&[
            DrawRule::against_a_lone_king(
                Force::LONE_KING,
                0,
                Effect::Automatic,
                "End of the Game, first condition",
            ),
            DrawRule::nothing_happened(
                25,
                Per::BothTogether,
                Effect::Automatic,
                "End of the Game, second condition",
            ),
        ]),
    },
    // The document has no notation. "Kings": two rings as a marker.
    notation: Notation::numeric(None).marking_kings(KingMark::TwoRings),
    conduct: Conduct {
        enforcement: Enforcement::Strict, // "Capturing": only the pieces marked can move
        next_game: NextGame::WinnerBegins, // "Revenge"; after a draw the challenger, A3.7
    },
};
