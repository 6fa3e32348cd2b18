//! Document 001: "draughts", the rule book of the same site for the 10×10 game. International rules with draws declared
//! by an administrator. docs/play/rules/draughts-bsn.md maps each sentence to a field.

use alloc::borrow::Cow;

use super::international::{CAPTURE, KINGS, MEN};
use crate::color::Color;
use crate::ruleset::{
    Agreement, Board, Claims, Conduct, DrawRule, Draws, Effect, Enforcement, Force, Goal, NextGame, Notation,
    RuleSet, Start,
};

/// Draughts, document 001.
pub(super) static RULES: RuleSet = RuleSet {
    id: Cow::Borrowed("draughts-bsn"),
    name: Cow::Borrowed("Draughts 10×10 (Brettspielnetz)"),
    source: Cow::Borrowed("Brettspielnetz.de, draughts, rules of 2026"),
    board: Board::TEN, // "The board": a dark square in the lower left corner
    start: Start::rows(4, Color::White), // White begins; 20 men from the diagram
    men: MEN,          // "Moving", "Capturing"; "Making a king": not in passing
    kings: KINGS,      // "Making a king": any free square; "Another example"
    capture: CAPTURE,  // "Capturing": the highest amount; removal A1.1
    goal: Goal::NoMovesLoses, // "End": no pieces left, or no legal move
    draws: Draws {
        agreement: Agreement::Allowed, // "Draw rules", first point
        claims: Claims::OfferFirst,    // "Draw rules", last paragraph; A1.6
        rules: Cow::Borrowed(&[
            DrawRule::against_a_lone_king(
                Force::exactly(3, 1),
                16,
                Effect::OnClaim,
                "Draw rules, second point",
            ),
            DrawRule::against_a_lone_king(
                Force::exactly(2, 1),
                5,
                Effect::OnClaim,
                "Draw rules, third point",
            ),
            DrawRule::only_kings_moved(25, Effect::OnClaim, "Draw rules, fourth point"),
            DrawRule::repetition(3, Effect::OnClaim, "Draw rules, fifth point"),
        ]),
    },
    notation: Notation::numeric(Some(20)), // the document has none; the international one fits
    conduct: Conduct {
        enforcement: Enforcement::Strict, // "Capturing": automatically forced
        next_game: NextGame::AsChosen,    // not stated
    },
};
