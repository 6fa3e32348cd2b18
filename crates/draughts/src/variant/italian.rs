//! Italian draughts (dama).
//! Source: FID, Regolamento tecnico.

use alloc::borrow::Cow;

use super::english::{CAPTURE as FREE, KINGS};
use super::international::DIAGONALLY_FORWARD;
use crate::color::Color;
use crate::ruleset::{
    Agreement, Board, Capture, Claims, Conduct, Crowning, DrawRule, Draws, Effect, Goal, Men, Notation,
    Priority, RuleSet, Start, Targets,
};

/// Italian draughts.
pub(super) static RULES: RuleSet = RuleSet {
    id: Cow::Borrowed("italian"),
    name: Cow::Borrowed("Italian draughts (dama)"),
    source: Cow::Borrowed("FID, Regolamento tecnico"),
    board: Board::EIGHT_MIRRORED, // a dark square at each player's right hand
    start: Start::rows(3, Color::White), // 12 men each; White begins
    men: Men {
        moves: Cow::Borrowed(DIAGONALLY_FORWARD), // one square diagonally forward
        captures: Cow::Borrowed(DIAGONALLY_FORWARD), // Art. 5.3(b), 5.6
        takes: Targets::MenOnly,                  // Art. 5.3(b): a man may not take a king
        crowning: Crowning::InPassingAndTheMoveEnds, // the move ends on the king row
    },
    kings: KINGS, // Art. 5.3(c), 5.3(d), 5.8: one square, any direction
    capture: Capture {
        priority: Cow::Borrowed(&[
            Priority::MostPieces,    // Art. 6.6
            Priority::WithAKing,     // Art. 6.7
            Priority::MostKings,     // Art. 6.8
            Priority::KingsEarliest, // Art. 6.9; equal captures are free, 6.10
        ]),
        duty: FREE.duty,       // Art. 5: captures must be made
        finish: FREE.finish,   // Art. 5.7, 5.9
        removal: FREE.removal, // the same for short kings
        turn_back: FREE.turn_back,
    },
    goal: Goal::NoMovesLoses, // a side without a legal move loses
    draws: Draws {
        agreement: Agreement::Allowed,
        claims: Claims::Immediate,
        rules: Cow::Borrowed(&[
            DrawRule::repetition(4, Effect::Automatic, "FID, art. 9.3 b1"),
            DrawRule::only_kings_moved(40, Effect::Automatic, "FID, art. 10.4"),
        ]),
    },
    notation: Notation::numeric(Some(22)), // PDN 22,W,8,8,N2,1
    conduct: Conduct::USUAL,
};
