//! Poddavki, the losing game of Russian draughts.
//! Source: Russian rules with the goal reversed.

use alloc::borrow::Cow;

use super::{international, russian};
use crate::color::Color;
use crate::ruleset::{
    Agreement, Board, Claims, Conduct, DrawRule, Draws, Effect, Goal, Notation, RuleSet, Start,
};

/// Poddavki.
pub(super) static RULES: RuleSet = RuleSet {
    id: Cow::Borrowed("poddavki"),
    name: Cow::Borrowed("Poddavki (Russian losing draughts)"),
    source: Cow::Borrowed("Russian draughts with the goal reversed"),
    board: Board::EIGHT,                 // 8×8
    start: Start::rows(3, Color::White), // 12 men each; White begins
    men: russian::MEN,                   // Russian rules
    kings: international::KINGS,
    capture: russian::CAPTURE,
    goal: Goal::NoMovesWins, // a side without a legal move wins
    // The Russian counts limit attempts to win with more pieces, which do not apply to the losing game.
    draws: Draws {
        agreement: Agreement::Allowed,
        claims: Claims::Immediate,
        rules: Cow::Borrowed(&[DrawRule::repetition(3, Effect::Automatic, "custom of the game")]),
    },
    notation: Notation { game_type: None, ..russian::NOTATION },
    conduct: Conduct::USUAL,
};
