//! Czech draughts (dáma).
//! Source: rules of the Czech federation as PDN game type 29 lists them.

use alloc::borrow::Cow;

use super::international::{CAPTURE as MOST, KINGS};
use super::spanish::MEN;
use crate::color::Color;
use crate::ruleset::{
    Agreement, Board, Capture, Claims, Conduct, DrawRule, Draws, Effect, Goal, Notation, Priority, RuleSet,
    Start,
};

/// Czech draughts.
pub(super) static RULES: RuleSet = RuleSet {
    id: Cow::Borrowed("czech"),
    name: Cow::Borrowed("Czech draughts (dáma)"),
    source: Cow::Borrowed("Czech draughts, PDN game type 29"),
    board: Board::EIGHT,                 // 8×8, a playing square on each player's left
    start: Start::rows(3, Color::White), // 12 men each; White begins
    men: MEN,                            // forward only; the move ends on the king row
    kings: KINGS,                        // flying, landing on any square behind
    capture: Capture {
        priority: Cow::Borrowed(&[Priority::WithAKing]), // a king captures before a man; otherwise free
        duty: MOST.duty,                                 // capturing is compulsory
        finish: MOST.finish,                             // to the end
        removal: MOST.removal,                           // after the move
        turn_back: MOST.turn_back,
    },
    goal: Goal::NoMovesLoses, // a side without a legal move loses
    draws: Draws {
        agreement: Agreement::Allowed,
        claims: Claims::Immediate,
        // No reliable counts are published; threefold repetition is common to all rule books.
        rules: Cow::Borrowed(&[DrawRule::repetition(3, Effect::Automatic, "custom of the game")]),
    },
    notation: Notation::algebraic(Some(29)), // PDN 29,W,8,8,A0,0
    conduct: Conduct::USUAL,
};
