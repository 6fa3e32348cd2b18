//! English draughts, the checkers of Britain and America.
//! Source: WCDF, Rules of draughts (checkers).

use alloc::borrow::Cow;

use super::international::{ALL_DIAGONALS, DIAGONALLY_FORWARD};
use crate::color::Color;
use crate::ruleset::{
    Agreement, Board, Capture, Claims, Conduct, Count, Crowning, DrawRule, DrawWhen, Draws, Duty, Effect,
    Finish, Goal, Kings, Landing, Men, Notation, Per, Range, Removal, Reset, RuleSet, Start, Targets,
    TurnBack,
};

pub(super) const MEN: Men = Men {
    moves: Cow::Borrowed(DIAGONALLY_FORWARD), // a man moves one square diagonally forward
    captures: Cow::Borrowed(DIAGONALLY_FORWARD), // and jumps forward only
    takes: Targets::MenAndKings,              // any opposing piece
    crowning: Crowning::InPassingAndTheMoveEnds, // a man that reaches the king-row ends its turn
};

pub(super) const KINGS: Kings = Kings {
    moves: Cow::Borrowed(ALL_DIAGONALS), // a king moves one square forward or backward
    captures: Cow::Borrowed(ALL_DIAGONALS), // and jumps likewise
    range: Range::Short,                 // one square
    landing: Landing::DirectlyBehind,    // the square beyond the jumped piece
    repeat_limit: None,                  // no such rule
};

pub(super) const CAPTURE: Capture = Capture {
    duty: Duty::MustCapture,             // jumps must be made
    priority: Cow::Borrowed(&[]),        // any jump may be chosen
    finish: Finish::MustBeFinished,      // and must be completed
    removal: Removal::AtTheEndOfTheMove, // no piece is jumped twice
    turn_back: TurnBack::Allowed,        // nothing forbids it; the piece just jumped is in the way
};

/// English draughts.
pub(super) static RULES: RuleSet = RuleSet {
    id: Cow::Borrowed("english"),
    name: Cow::Borrowed("English draughts (American checkers)"),
    source: Cow::Borrowed("WCDF, Rules of draughts (checkers)"),
    board: Board::EIGHT,                 // 8×8, a playing square on each player's left
    start: Start::rows(3, Color::Black), // 12 men each; the darker colour begins
    men: MEN,
    kings: KINGS,
    capture: CAPTURE,
    goal: Goal::NoMovesLoses, // a side without a legal move loses
    draws: Draws {
        agreement: Agreement::Allowed,
        claims: Claims::Immediate,
        rules: Cow::Borrowed(&[
            DrawRule::repetition(3, Effect::OnClaim, "WCDF, third occurrence of a position"),
            DrawRule {
                when: DrawWhen::QuietMoves(Count {
                    moves: 40,
                    per: Per::EachPlayer,
                    reset_by: Cow::Borrowed(&[Reset::Capture, Reset::ManMove]),
                }),
                effect: Effect::OnClaim,
                source: Cow::Borrowed("WCDF, forty own moves without a capture or an advance of a man"),
            },
        ]),
    },
    notation: Notation::numeric(Some(21)), // PDN 21,B,8,8,N1,0
    conduct: Conduct::USUAL,
};
