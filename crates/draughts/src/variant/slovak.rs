//! Slovak draughts: the Czech game without the king's priority.
//! Sources disagree (eight men on two rows are reported as well): twelve men are assumed.

use alloc::borrow::Cow;

use super::international::KINGS;
use super::russian::CAPTURE;
use super::spanish::MEN;
use crate::color::Color;
use crate::ruleset::{
    Agreement, Board, Claims, Conduct, DrawRule, Draws, Effect, Goal, Notation, RuleSet, Start,
};

/// Slovak draughts.
pub(super) static RULES: RuleSet = RuleSet {
    id: Cow::Borrowed("slovak"),
    name: Cow::Borrowed("Slovak draughts"),
    source: Cow::Borrowed("Slovak draughts as commonly described; sources disagree"),
    board: Board::EIGHT,                 // 8×8
    start: Start::rows(3, Color::White), // 12 men each, assumed; White begins
    men: MEN,                            // forward only; the move ends on the king row
    kings: KINGS,                        // flying, landing on any square behind
    capture: CAPTURE,                    // compulsory, the choice is free, no priority of the king
    goal: Goal::NoMovesLoses,            // a side without a legal move loses
    draws: Draws {
        agreement: Agreement::Allowed,
        claims: Claims::Immediate,
        // No reliable counts are published; threefold repetition is common to all rule books.
        rules: Cow::Borrowed(&[DrawRule::repetition(3, Effect::Automatic, "custom of the game")]),
    },
    notation: Notation::algebraic(None), // as Czech; PDN has no number for it
    conduct: Conduct::USUAL,
};
