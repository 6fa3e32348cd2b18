//! International draughts, as the world federation (FMJD) plays it.
//! Source: FMJD, Official rules for international draughts, Annex 1 (2015).

use alloc::borrow::Cow;

use crate::color::Color;
use crate::direction::RelativeDirection;
use crate::ruleset::{
    Agreement, Board, Capture, Claims, Conduct, Crowning, DrawRule, Draws, Duty, Effect, Finish, Force, Goal,
    Kings, Landing, Men, Notation, Priority, Range, Removal, RuleSet, Start, Targets, TurnBack,
};

pub(super) const DIAGONALLY_FORWARD: &[RelativeDirection] = &[RelativeDirection::DiagonallyForward];
pub(super) const ALL_DIAGONALS: &[RelativeDirection] =
    &[RelativeDirection::DiagonallyForward, RelativeDirection::DiagonallyBackward];

pub(super) const MEN: Men = Men {
    moves: Cow::Borrowed(DIAGONALLY_FORWARD), // Art. 3.4
    captures: Cow::Borrowed(ALL_DIAGONALS),   // Art. 4.2
    takes: Targets::MenAndKings,              // Art. 4.2
    crowning: Crowning::AtTheEndOfTheMove,    // Art. 3.5, 4.15
};

pub(super) const KINGS: Kings = Kings {
    moves: Cow::Borrowed(ALL_DIAGONALS),    // Art. 3.9
    captures: Cow::Borrowed(ALL_DIAGONALS), // Art. 4.3
    range: Range::Flying,                   // Art. 3.9
    landing: Landing::AnySquareBehind,      // Art. 4.3
    repeat_limit: None,                     // no article
};

pub(super) const CAPTURE: Capture = Capture {
    duty: Duty::MustCapture,                          // Art. 4
    priority: Cow::Borrowed(&[Priority::MostPieces]), // Art. 4.13; a king has no preference, 4.14
    finish: Finish::MustBeFinished,                   // Art. 4.5, 4.6
    removal: Removal::AtTheEndOfTheMove,              // Art. 4.8
    turn_back: TurnBack::Allowed, // nothing forbids it; the piece just jumped is in the way
};

/// Three pieces, at least one of them a king.
pub(super) const THREE: Force = Force::exactly(3, 1);
/// One or two pieces, at least one of them a king.
pub(super) const TWO_OR_ONE: Force = Force { least_pieces: 1, most_pieces: 2, least_kings: 1 };

pub(super) const DRAWS: Draws = Draws {
    agreement: Agreement::Allowed,
    claims: Claims::Immediate,
    rules: Cow::Borrowed(&[
        DrawRule::repetition(3, Effect::Automatic, "FMJD Annex 1, 6.1"),
        DrawRule::only_kings_moved(25, Effect::Automatic, "FMJD Annex 1, 6.2"),
        DrawRule::against_a_lone_king(THREE, 16, Effect::Automatic, "FMJD Annex 1, 6.3"),
        DrawRule::against_a_lone_king_throughout(TWO_OR_ONE, 5, Effect::Automatic, "FMJD Annex 1, 6.4"),
    ]),
};

/// International draughts.
pub(super) static RULES: RuleSet = RuleSet {
    id: Cow::Borrowed("international"),
    name: Cow::Borrowed("International draughts"),
    source: Cow::Borrowed("FMJD, Official rules for international draughts, Annex 1 (2015)"),
    board: Board::TEN,                   // 10×10, a dark square on each player's left
    start: Start::rows(4, Color::White), // 20 men each; White begins
    men: MEN,
    kings: KINGS,
    capture: CAPTURE,
    goal: Goal::NoMovesLoses, // a side without a legal move loses
    draws: DRAWS,
    notation: Notation::numeric(Some(20)), // PDN 20,W,10,10,N2,0
    conduct: Conduct::USUAL,
};
