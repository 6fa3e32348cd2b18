//! Document 004: "Regeln des Dame-Spiels", the German game on a chessboard, with a flying king that lands directly
//! behind the piece it jumps. docs/play/rules/dame-8x8.md maps each sentence to a field.

use alloc::borrow::Cow;

use super::english::MEN;
use super::russian::CAPTURE;
use super::thai::KINGS;
use crate::color::Color;
use crate::ruleset::{
    Agreement, Board, Claims, Conduct, DrawRule, Draws, Effect, Goal, Notation, Per, RuleSet, Start,
};

/// Dame on 64 squares, document 004.
pub(super) static RULES: RuleSet = RuleSet {
    id: Cow::Borrowed("dame-8x8"),
    name: Cow::Borrowed("Dame 8×8"),
    source: Cow::Borrowed("Regeln des Dame-Spiels"),
    board: Board::EIGHT,                 // "Material": like a chessboard, A4.5
    start: Start::rows(3, Color::Black), // "Aufstellung": 3 rows; "Start": the dark pieces
    men: MEN,                            // "Spielzug"; captures A4.1; "Dame erhalten": the move ends
    kings: KINGS,                        // "Dame ziehen": any distance, down right behind
    capture: CAPTURE,                    // "müssen"; to the end; removal A4.2; free choice A4.3
    goal: Goal::NoMovesLoses,            // "Ziel": capture or block everything
    draws: Draws {
        agreement: Agreement::Allowed, // the document has no draw at all: A4.4
        claims: Claims::Immediate,
        rules: Cow::Borrowed(&[
            DrawRule::repetition(3, Effect::OnClaim, "an addition of this platform"),
            DrawRule::nothing_happened(25, Per::EachPlayer, Effect::OnClaim, "an addition of this platform"),
        ]),
    },
    notation: Notation::numeric(None), // the document has none
    conduct: Conduct::USUAL,
};
