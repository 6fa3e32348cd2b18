//! Killer draughts: a king whose last captured piece is a king must land directly behind it.
//! Source: the killer variant played by the engines Scan and dctl.

use alloc::borrow::Cow;

use super::international::{self, ALL_DIAGONALS};
use crate::color::Color;
use crate::ruleset::{Board, Conduct, Goal, Kings, Landing, Notation, Range, RuleSet, Start};

/// Killer draughts.
pub(super) static RULES: RuleSet = RuleSet {
    id: Cow::Borrowed("killer"),
    name: Cow::Borrowed("Killer draughts"),
    source: Cow::Borrowed("The killer variant of international draughts"),
    board: Board::TEN,                   // 10×10
    start: Start::rows(4, Color::White), // 20 men each; White begins
    men: international::MEN,             // international rules
    kings: Kings {
        moves: Cow::Borrowed(ALL_DIAGONALS),
        captures: Cow::Borrowed(ALL_DIAGONALS),
        range: Range::Flying,
        landing: Landing::DirectlyBehindALastKing, // the only difference
        repeat_limit: None,
    },
    capture: international::CAPTURE,
    goal: Goal::NoMovesLoses,
    draws: international::DRAWS,
    notation: Notation::numeric(None), // PDN has no number for it
    conduct: Conduct::USUAL,
};
