//! Document 000: "checkers (8x8)", the rule book of a German play site. English draughts with draws by claim.
//! docs/play/rules/checkers-bsn.md maps each sentence to a field.

use alloc::borrow::Cow;

use super::english::{CAPTURE, KINGS, MEN};
use crate::color::Color;
use crate::ruleset::{
    Agreement, Board, Claims, Conduct, DrawRule, Draws, Effect, Enforcement, Goal, KingMark, NextGame,
    Notation, Per, RuleSet, Start,
};

/// Checkers, document 000.
pub(super) static RULES: RuleSet = RuleSet {
    id: Cow::Borrowed("checkers-bsn"),
    name: Cow::Borrowed("Checkers 8×8 (Brettspielnetz)"),
    source: Cow::Borrowed("Brettspielnetz.de, checkers (8x8), rules of 2024"),
    board: Board::EIGHT, // "The game board": a dark field on the bottom left
    start: Start::rows(3, Color::Black), // the starting player has black; 12 men, A0.6
    men: MEN,            // "Moving", "Capturing": forward only; A0.1 for crowning
    kings: KINGS,        // "Making a king": one field, right next to the piece
    capture: CAPTURE,    // "Capturing": compulsory, free choice, to be finished
    goal: Goal::NoMovesLoses, // "End": no men left, or no legal move
    draws: Draws {
        agreement: Agreement::Allowed, // "Draw rules", first point
        claims: Claims::OfferFirst,    // "Draw rules", (*): offer, then the administrator
        rules: Cow::Borrowed(&[
            DrawRule::nothing_happened(25, Per::EachPlayer, Effect::OnClaim, "Draw rules, second point"),
            DrawRule::repetition(3, Effect::OnClaim, "Draw rules, third point"),
        ]),
    },
    // The document has no notation; the English one fits. "Making a king": identified by a "D".
    notation: Notation::numeric(Some(21)).marking_kings(KingMark::LetterD),
    conduct: Conduct {
        enforcement: Enforcement::Strict, // "Capturing": enforced automatically
        next_game: NextGame::AsChosen,    // who is the starting player is not stated
    },
};
