//! Thai draughts (mak-hos).
//! Source: PDN game type 31 and descriptions of the game.

use alloc::borrow::Cow;

use super::english::MEN;
use super::international::{ALL_DIAGONALS, CAPTURE as MOST};
use crate::color::Color;
use crate::ruleset::{
    Agreement, Board, Capture, Claims, Conduct, DrawRule, Draws, Effect, Goal, Kings, Landing, Notation,
    Range, Removal, RuleSet, Start, TurnBack,
};

pub(super) const KINGS: Kings = Kings {
    moves: Cow::Borrowed(ALL_DIAGONALS), // any number of squares, forward or backward
    captures: Cow::Borrowed(ALL_DIAGONALS), // likewise
    range: Range::Flying,                // from any distance
    landing: Landing::DirectlyBehind,    // but it stops right behind
    repeat_limit: None,
};

pub(super) const CAPTURE: Capture = Capture {
    duty: MOST.duty,                 // capturing is compulsory
    priority: Cow::Borrowed(&[]),    // the choice is free
    finish: MOST.finish,             // to the end
    removal: Removal::AfterEachJump, // pieces are removed at once
    turn_back: TurnBack::Allowed,    // so a king may turn back over the emptied square
};

/// Thai draughts.
pub(super) static RULES: RuleSet = RuleSet {
    id: Cow::Borrowed("thai"),
    name: Cow::Borrowed("Thai draughts (mak-hos)"),
    source: Cow::Borrowed("Thai draughts, PDN game type 31"),
    board: Board::EIGHT,                 // 8×8, a playing square on each player's left
    start: Start::rows(2, Color::Black), // 8 men each on two rows; PDN lets Black begin
    men: MEN,                            // forward only; the move ends on the king row
    kings: KINGS,
    capture: CAPTURE,
    goal: Goal::NoMovesLoses, // a side without a legal move loses
    draws: Draws {
        agreement: Agreement::Allowed,
        claims: Claims::Immediate,
        // No reliable counts are published; threefold repetition is common to all rule books.
        rules: Cow::Borrowed(&[DrawRule::repetition(3, Effect::Automatic, "custom of the game")]),
    },
    notation: Notation::numeric(Some(31)), // PDN 31; squares numbered as in the diagram
    conduct: Conduct::USUAL,
};
