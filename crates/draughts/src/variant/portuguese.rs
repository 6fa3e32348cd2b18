//! Portuguese draughts: the Spanish rules.
//! Source: FPD, rules of classic draughts.

use alloc::borrow::Cow;

use super::international::KINGS;
use super::spanish::{CAPTURE, MEN};
use crate::color::Color;
use crate::ruleset::{
    Agreement, Board, Claims, Conduct, DrawRule, Draws, Effect, Goal, Notation, RuleSet, Start,
};

/// Portuguese draughts.
pub(super) static RULES: RuleSet = RuleSet {
    id: Cow::Borrowed("portuguese"),
    name: Cow::Borrowed("Portuguese draughts"),
    source: Cow::Borrowed("FPD, rules of classic draughts"),
    board: Board::EIGHT_MIRRORED, // a playing square at each player's right hand
    start: Start::rows(3, Color::White), // 12 men each; White begins
    men: MEN,                     // forward only; the move ends on the king row
    kings: KINGS,                 // flying, landing on any square behind
    capture: CAPTURE,             // the law of quantity, then the law of quality
    goal: Goal::NoMovesLoses,     // a side without a legal move loses
    draws: Draws {
        agreement: Agreement::Allowed,
        claims: Claims::Immediate,
        rules: Cow::Borrowed(&[DrawRule::repetition(3, Effect::OnClaim, "FPD, third occurrence, on claim")]),
    },
    notation: Notation::numeric(Some(28)), // PDN 28; squares numbered as in the diagram
    conduct: Conduct::USUAL,
};
