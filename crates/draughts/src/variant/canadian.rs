//! Canadian draughts: international rules on 144 squares.
//! Source: rules of the game as played in Québec.

use alloc::borrow::Cow;

use super::international;
use crate::color::Color;
use crate::ruleset::{
    Agreement, Board, Claims, Conduct, DrawRule, Draws, Effect, Force, Goal, Notation, RuleSet, Start,
};

/// Canadian draughts.
pub(super) static RULES: RuleSet = RuleSet {
    id: Cow::Borrowed("canadian"),
    name: Cow::Borrowed("Canadian draughts"),
    source: Cow::Borrowed("Canadian draughts, PDN game type 27"),
    board: Board::square(12),            // 12×12
    start: Start::rows(5, Color::White), // 30 men each; White begins
    men: international::MEN,             // international rules
    kings: international::KINGS,
    capture: international::CAPTURE,
    goal: Goal::NoMovesLoses,
    draws: Draws {
        agreement: Agreement::Allowed,
        claims: Claims::Immediate,
        rules: Cow::Borrowed(&[
            DrawRule::repetition(3, Effect::Automatic, "third occurrence of a position"),
            DrawRule::against_a_lone_king(
                Force::exactly(3, 3),
                16,
                Effect::Automatic,
                "three kings against one, sixteen moves each",
            ),
        ]),
    },
    notation: Notation::numeric(Some(27)), // PDN 27,W,12,12,N2,0
    conduct: Conduct::USUAL,
};
