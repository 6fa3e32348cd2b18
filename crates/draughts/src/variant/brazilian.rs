//! Brazilian draughts: international rules on 64 squares.
//! Source: FMJD-64, Rules of Brazilian draughts.

use alloc::borrow::Cow;

use super::{international, russian};
use crate::color::Color;
use crate::ruleset::{Board, Conduct, Goal, Notation, RuleSet, Start};

/// Brazilian draughts.
pub(super) static RULES: RuleSet = RuleSet {
    id: Cow::Borrowed("brazilian"),
    name: Cow::Borrowed("Brazilian draughts"),
    source: Cow::Borrowed("FMJD-64, Rules of Brazilian draughts"),
    board: Board::EIGHT,                     // 8×8
    start: Start::rows(3, Color::White),     // 12 men each; White begins
    men: international::MEN,                 // as in international draughts
    kings: international::KINGS,             // as in international draughts
    capture: international::CAPTURE,         // most pieces first
    goal: Goal::NoMovesLoses,                // a side without a legal move loses
    draws: russian::DRAWS,                   // FMJD-64, 7.2, one text for both games
    notation: Notation::algebraic(Some(26)), // PDN 26,W,8,8,A0,0
    conduct: Conduct::USUAL,
};
