//! Russian draughts (shashki).
//! Source: FMJD-64, Rules of Russian draughts, section 7.2 for the draws.

use alloc::borrow::Cow;

use super::international::{ALL_DIAGONALS, CAPTURE as MOST, DIAGONALLY_FORWARD, KINGS};
use crate::color::Color;
use crate::ruleset::{
    Agreement, Board, Capture, Claims, Conduct, Crowning, DrawRule, Draws, Effect, Force, Goal, Men,
    Notation, RuleSet, Separator, Start, Targets,
};

pub(super) const MEN: Men = Men {
    moves: Cow::Borrowed(DIAGONALLY_FORWARD), // a man moves one square diagonally forward
    captures: Cow::Borrowed(ALL_DIAGONALS),   // and captures forward and backward
    takes: Targets::MenAndKings,              // any opposing piece
    crowning: Crowning::InPassingAndItGoesOn, // on the king row it goes on as a king
};

pub(super) const CAPTURE: Capture = Capture {
    duty: MOST.duty,              // capturing is compulsory
    priority: Cow::Borrowed(&[]), // the choice is free
    finish: MOST.finish,          // to the end
    removal: MOST.removal,        // pieces are removed after the move; none is jumped twice
    turn_back: MOST.turn_back,    // as in international draughts
};

const KINGS_3: Force = Force { least_pieces: 3, most_pieces: 12, least_kings: 3 };
const ANY_3: Force = Force::exactly(3, 0);
const ANY_2_OR_1: Force = Force { least_pieces: 1, most_pieces: 2, least_kings: 0 };

pub(super) const DRAWS: Draws = Draws {
    agreement: Agreement::Allowed,
    claims: Claims::Immediate,
    rules: Cow::Borrowed(&[
        DrawRule::repetition(3, Effect::Automatic, "FMJD-64, 7.2: a position for the third time"),
        DrawRule::only_kings_moved(15, Effect::Automatic, "FMJD-64, 7.2: fifteen moves with kings only"),
        DrawRule::against_a_lone_king(
            KINGS_3,
            15,
            Effect::Automatic,
            "FMJD-64, 7.2: three kings against one",
        ),
        DrawRule::unchanged(4, 5, 30, Effect::Automatic, "FMJD-64, 7.2: four or five pieces"),
        DrawRule::unchanged(6, 7, 60, Effect::Automatic, "FMJD-64, 7.2: six or seven pieces"),
        DrawRule::against_the_main_road(ANY_3, 5, Effect::Automatic, "FMJD-64, 7.2: the main road is held"),
        DrawRule::against_a_lone_king_throughout(
            ANY_2_OR_1,
            5,
            Effect::Automatic,
            "FMJD-64, 7.2: two pieces against a king",
        ),
    ]),
};

pub(super) const NOTATION: Notation = Notation { capture: Separator::Colon, ..Notation::algebraic(Some(25)) }; // PDN 25,W,8,8,A0,0

/// Russian draughts.
pub(super) static RULES: RuleSet = RuleSet {
    id: Cow::Borrowed("russian"),
    name: Cow::Borrowed("Russian draughts (shashki)"),
    source: Cow::Borrowed("FMJD-64, Rules of Russian draughts"),
    board: Board::EIGHT,                 // 8×8, a dark square on each player's left
    start: Start::rows(3, Color::White), // 12 men each; White begins
    men: MEN,
    kings: KINGS, // flying, landing on any square behind
    capture: CAPTURE,
    goal: Goal::NoMovesLoses, // a side without a legal move loses
    draws: DRAWS,
    notation: NOTATION,
    conduct: Conduct::USUAL,
};
