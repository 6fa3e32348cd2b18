//! Frisian draughts, where pieces capture straight as well.
//! Source: official rules of Frisian draughts (2011).

use alloc::borrow::Cow;

use super::international::{ALL_DIAGONALS, CAPTURE as MOST, DIAGONALLY_FORWARD};
use crate::color::Color;
use crate::direction::RelativeDirection;
use crate::ruleset::{
    Agreement, Board, Capture, Claims, Conduct, Crowning, DrawRule, Draws, Effect, Force, Goal, Kings,
    Landing, Men, Notation, Priority, Range, RuleSet, Start, Targets,
};

pub(super) const MEN: Men = Men {
    moves: Cow::Borrowed(DIAGONALLY_FORWARD), // one square diagonally forward
    captures: Cow::Borrowed(&RelativeDirection::ALL), // diagonally and straight, in all eight directions
    takes: Targets::MenAndKings,              // any opposing piece
    crowning: Crowning::AtTheEndOfTheMove,    // as in international draughts
};

pub(super) const KINGS: Kings = Kings {
    moves: Cow::Borrowed(ALL_DIAGONALS), // diagonally, any distance
    captures: Cow::Borrowed(&RelativeDirection::ALL), // in all eight directions
    range: Range::Flying,
    landing: Landing::AnySquareBehind, // any free square behind
    repeat_limit: Some(3),             // three moves in a row with one king while there are men
};

pub(super) const CAPTURE: Capture = Capture {
    // Art. 11: the greatest value, n kings between 2n − 1 and 2n men; then with a king.
    priority: Cow::Borrowed(&[Priority::GreatestValue, Priority::WithAKing]),
    duty: MOST.duty,       // capturing is compulsory
    finish: MOST.finish,   // to the end
    removal: MOST.removal, // after the move
    turn_back: MOST.turn_back,
};

pub(super) const DRAWS: Draws = Draws {
    agreement: Agreement::Allowed,
    claims: Claims::Immediate,
    rules: Cow::Borrowed(&[
        DrawRule::against_a_lone_king(
            Force::exactly(2, 2),
            7,
            Effect::Automatic,
            "Frisian rules 2011: two kings against one",
        ),
        DrawRule::against_a_lone_king(
            Force::LONE_KING,
            2,
            Effect::Automatic,
            "Frisian rules 2011: one king against one",
        ),
    ]),
};

/// Frisian draughts.
pub(super) static RULES: RuleSet = RuleSet {
    id: Cow::Borrowed("frisian"),
    name: Cow::Borrowed("Frisian draughts"),
    source: Cow::Borrowed("Official rules of Frisian draughts (2011)"),
    board: Board::TEN,                   // 10×10
    start: Start::rows(4, Color::White), // 20 men each; White begins
    men: MEN,
    kings: KINGS,
    capture: CAPTURE,
    goal: Goal::NoMovesLoses, // a side without a legal move loses
    draws: DRAWS,
    notation: Notation::numeric(Some(40)), // PDN 40,W,10,10,N2,0
    conduct: Conduct::USUAL,
};
