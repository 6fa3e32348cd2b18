//! Breakthrough: international rules, the first king wins.
//! Source: lidraughts, variant Breakthrough (game type 96).

use alloc::borrow::Cow;

use super::international;
use crate::color::Color;
use crate::ruleset::{Agreement, Board, Claims, Conduct, Draws, Goal, Notation, RuleSet, Start};

/// Breakthrough.
pub(super) static RULES: RuleSet = RuleSet {
    id: Cow::Borrowed("breakthrough"),
    name: Cow::Borrowed("Breakthrough draughts"),
    source: Cow::Borrowed("lidraughts, variant Breakthrough"),
    board: Board::TEN,                   // 10×10
    start: Start::rows(4, Color::White), // 20 men each; White begins
    men: international::MEN,             // international rules
    kings: international::KINGS,
    capture: international::CAPTURE,
    goal: Goal::FirstKingWins, // the first king wins
    // Men move only forward, so no position repeats and every game is decided.
    draws: Draws { agreement: Agreement::Allowed, claims: Claims::Immediate, rules: Cow::Borrowed(&[]) },
    notation: Notation::numeric(Some(96)), // number used by lidraughts
    conduct: Conduct::USUAL,
};
