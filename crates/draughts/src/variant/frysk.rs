//! Frysk!, the short Frisian game with five men each.
//! Source: lidraughts, variant Frysk! (game type 97).

use alloc::borrow::Cow;

use super::frisian;
use crate::color::Color;
use crate::ruleset::{Board, Conduct, Goal, Notation, RuleSet, Start};

/// Frysk!
pub(super) static RULES: RuleSet = RuleSet {
    id: Cow::Borrowed("frysk"),
    name: Cow::Borrowed("Frysk!"),
    source: Cow::Borrowed("lidraughts, variant Frysk!"),
    board: Board::TEN,                   // 10×10
    start: Start::rows(1, Color::White), // five men each, on the back row
    men: frisian::MEN,                   // Frisian rules
    kings: frisian::KINGS,
    capture: frisian::CAPTURE,
    goal: Goal::NoMovesLoses,
    draws: frisian::DRAWS,
    notation: Notation::numeric(Some(97)), // number used by lidraughts
    conduct: Conduct::USUAL,
};
