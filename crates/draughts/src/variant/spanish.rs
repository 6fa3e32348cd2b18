//! Spanish draughts (damas).
//! Source: rules of the Spanish game as PDN game type 24 lists it.

use alloc::borrow::Cow;

use super::international::{CAPTURE as MOST, DIAGONALLY_FORWARD, KINGS};
use crate::color::Color;
use crate::ruleset::{
    Agreement, Board, Capture, Claims, Conduct, Crowning, DrawRule, Draws, Effect, Goal, Men, Notation,
    Priority, RuleSet, Start, Targets,
};

pub(super) const MEN: Men = Men {
    moves: Cow::Borrowed(DIAGONALLY_FORWARD), // one square diagonally forward
    captures: Cow::Borrowed(DIAGONALLY_FORWARD), // forward only
    takes: Targets::MenAndKings,              // any opposing piece
    crowning: Crowning::InPassingAndTheMoveEnds, // the move ends on the king row
};

pub(super) const CAPTURE: Capture = Capture {
    priority: Cow::Borrowed(&[Priority::MostPieces, Priority::MostKings]), // quantity, then quality
    duty: MOST.duty,                                                       // capturing is compulsory
    finish: MOST.finish,                                                   // to the end
    removal: MOST.removal,                                                 // after the move
    turn_back: MOST.turn_back,
};

/// Spanish draughts.
pub(super) static RULES: RuleSet = RuleSet {
    id: Cow::Borrowed("spanish"),
    name: Cow::Borrowed("Spanish draughts (damas)"),
    source: Cow::Borrowed("Spanish draughts, PDN game type 24"),
    board: Board::EIGHT_MIRRORED, // a playing square at each player's right hand
    start: Start::rows(3, Color::White), // 12 men each; White begins
    men: MEN,
    kings: KINGS, // flying, landing on any square behind
    capture: CAPTURE,
    goal: Goal::NoMovesLoses, // a side without a legal move loses
    draws: Draws {
        agreement: Agreement::Allowed,
        claims: Claims::Immediate,
        // No reliable counts are published; threefold repetition is common to all rule books.
        rules: Cow::Borrowed(&[DrawRule::repetition(3, Effect::Automatic, "custom of the game")]),
    },
    notation: Notation::numeric(Some(24)), // PDN 24; squares numbered as in the diagram
    conduct: Conduct::USUAL,
};
