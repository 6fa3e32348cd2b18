//! Antidraughts: international rules, who cannot move wins.
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
    goal: Goal::NoMovesWins, // no pieces or no move: won
    draws: Draws {
        agreement: Agreement::Allowed,
        claims: Claims::Immediate,
        rules: Cow::Borrowed(&[DrawRule::repetition(
            3,
            Effect::Automatic,
            "lidraughts, threefold repetition only",
        )]),
    },
    notation: Notation::numeric(Some(98)), // the number lidraughts gives it
    conduct: Conduct::USUAL,
};
