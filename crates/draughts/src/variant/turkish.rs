//! Turkish draughts (dama), on all squares.
//! Source: PDN game type 30 and descriptions of the game.

use alloc::borrow::Cow;

use crate::color::Color;
use crate::direction::RelativeDirection;
use crate::ruleset::{
    Agreement, Board, Capture, Claims, Conduct, Crowning, DrawRule, Draws, Duty, Effect, Finish, Force, Goal,
    Kings, Landing, Men, Notation, Priority, Range, Removal, RuleSet, SquaresInPlay, Start, Targets,
    TurnBack,
};

const FORWARD_AND_SIDEWAYS: &[RelativeDirection] =
    &[RelativeDirection::StraightForward, RelativeDirection::Sideways];
const ALL_STRAIGHT: &[RelativeDirection] =
    &[RelativeDirection::StraightForward, RelativeDirection::Sideways, RelativeDirection::StraightBackward];

const ONE: Force = Force::exactly(1, 0);

/// Turkish draughts.
pub(super) static RULES: RuleSet = RuleSet {
    id: Cow::Borrowed("turkish"),
    name: Cow::Borrowed("Turkish draughts (dama)"),
    source: Cow::Borrowed("Turkish draughts, PDN game type 30"),
    board: Board { squares_in_play: SquaresInPlay::All, ..Board::EIGHT }, // all 64 squares
    start: Start { empty_rows_behind: 1, ..Start::rows(2, Color::White) }, // 16 men on rows 2 and 3
    men: Men {
        moves: Cow::Borrowed(FORWARD_AND_SIDEWAYS), // straight ahead or sideways
        captures: Cow::Borrowed(FORWARD_AND_SIDEWAYS), // likewise
        takes: Targets::MenAndKings,                // any opposing piece
        crowning: Crowning::AtTheEndOfTheMove,      // disputed; the reading of most descriptions
    },
    kings: Kings {
        moves: Cow::Borrowed(ALL_STRAIGHT),    // like a rook
        captures: Cow::Borrowed(ALL_STRAIGHT), // likewise
        range: Range::Flying,                  // any distance
        landing: Landing::AnySquareBehind,     // any free square behind
        repeat_limit: None,
    },
    capture: Capture {
        duty: Duty::MustCapture,                          // capturing is compulsory
        priority: Cow::Borrowed(&[Priority::MostPieces]), // most pieces first
        finish: Finish::MustBeFinished,                   // to the end
        removal: Removal::AfterEachJump,                  // pieces leave the board at once
        turn_back: TurnBack::Forbidden,                   // no turn of 180° between two jumps
    },
    goal: Goal::NoMovesLoses, // a side without a legal move loses
    draws: Draws {
        agreement: Agreement::Allowed,
        claims: Claims::Immediate,
        rules: Cow::Borrowed(&[
            DrawRule::repetition(3, Effect::Automatic, "custom of the game"),
            DrawRule::material(ONE, ONE, 2, Effect::Automatic, "one piece against one"),
        ]),
    },
    notation: Notation::algebraic(Some(30)), // PDN 30,W,8,8,A0,0
    conduct: Conduct::USUAL,
};
