//! American pool checkers.
//! Source: APCA, rules of pool checkers.

use alloc::borrow::Cow;

use super::international::{KINGS, MEN};
use super::russian::CAPTURE;
use crate::color::Color;
use crate::ruleset::{
    Agreement, Board, Claims, Conduct, DrawRule, Draws, Effect, Force, Goal, Notation, RuleSet, Start,
};

/// Pool checkers.
pub(super) static RULES: RuleSet = RuleSet {
    id: Cow::Borrowed("pool"),
    name: Cow::Borrowed("American pool checkers"),
    source: Cow::Borrowed("APCA, rules of pool checkers"),
    board: Board::EIGHT,                 // 8×8, a playing square on each player's left
    start: Start::rows(3, Color::Black), // 12 men each; the darker colour begins
    men: MEN,                            // captures in all directions; crowned at the end of the move
    kings: KINGS,                        // flying, landing on any square behind
    capture: CAPTURE,                    // compulsory, the choice is free
    goal: Goal::NoMovesLoses,            // a side without a legal move loses
    draws: Draws {
        agreement: Agreement::Allowed,
        claims: Claims::Immediate,
        rules: Cow::Borrowed(&[
            DrawRule::repetition(3, Effect::Automatic, "APCA, third occurrence of a position"),
            DrawRule::against_a_lone_king(
                Force::exactly(3, 3),
                13,
                Effect::Automatic,
                "APCA, three kings must win against one in thirteen moves",
            ),
        ]),
    },
    notation: Notation::numeric(Some(23)), // PDN 23,B,8,8,N1,0
    conduct: Conduct::USUAL,
};
