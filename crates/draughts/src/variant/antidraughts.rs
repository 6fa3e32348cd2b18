//! Antidraughts: international rules, but a side without a legal move wins.
//! Source: lidraughts, variant Antidraughts (game type 98).

use alloc::borrow::Cow;

use super::international;
use crate::color::Color;
use crate::ruleset::{
    Agreement, Board, Claims, Conduct, DrawRule, Draws, Effect, Goal, Notation, RuleSet, Start,
};

/// Antidraughts.
pub(super) static RULES: RuleSet = RuleSet {
    id: Cow::Borrowed("antidraughts"),
    name: Cow::Borrowed("Antidraughts (losing draughts)"),
    source: Cow::Borrowed("lidraughts, variant Antidraughts"),
    board: Board::TEN,                   // 10×10
    start: Start::rows(4, Color::White), // 20 men each; White begins
    men: international::MEN,             // international rules
    kings: international::KINGS,
    capture: international::CAPTURE,
    goal: Goal::NoMovesWins, // no pieces or no legal move wins
    draws: Draws {
        agreement: Agreement::Allowed,
        claims: Claims::Immediate,
        rules: Cow::Borrowed(&[DrawRule::repetition(
            3,
            Effect::Automatic,
            "lidraughts, threefold repetition only",
        )]),
    },
    notation: Notation::numeric(Some(98)), // number used by lidraughts
    conduct: Conduct::USUAL,
};
