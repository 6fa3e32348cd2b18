//! How a game ended.

use alloc::string::String;
use alloc::vec::Vec;

use crate::color::Color;
use crate::draw::Evidence;
use crate::position::Position;
use crate::ruleset::Goal;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Outcome {
    /// Who won, if anybody.
    pub result: GameResult,
    /// What ended it.
    pub ending: Ending,
}

/// Who won, if anybody.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum GameResult {
    /// This side.
    Win(Color),
    /// Nobody.
    Draw,
    /// The game was aborted.
    None,
}

/// What ended a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Ending {
    /// This side has no piece left.
    NoPieces(Color),
    /// This side has pieces but no move.
    Blocked(Color),
    /// This side has made the first king.
    FirstKing(Color),
    /// The players agreed on a draw.
    Agreement,
    /// Draw rules that take effect by themselves.
    DrawRules(Vec<Evidence>),
    /// A draw that this side claimed.
    Claim(Color, Evidence),
    /// This side gave up.
    Resignation(Color),
    /// This side's time was over.
    FlagFall(Color),
    /// This side left.
    Abandonment(Color),
    /// An adjudicator decided, with this reason; what the counts proved is added.
    Adjudication(String, Vec<Evidence>),
    /// The game was aborted.
    Aborted,
}

impl Outcome {
    pub(super) fn win(winner: Color, ending: Ending) -> Self {
        Self { result: GameResult::Win(winner), ending }
    }

    pub(super) fn draw(ending: Ending) -> Self {
        Self { result: GameResult::Draw, ending }
    }
}

impl Position {
    /// Returns who has won by what stands on the board: a side has no piece or no move left, or the first king wins.
    ///
    /// Draws depend on more than one position, and are for a [`Game`](super::Game) to find.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let (turn, goal) = (self.turn(), self.rules().rule_set().goal);
        if goal == Goal::FirstKingWins
            && let Some(side) = Color::ALL.into_iter().find(|&side| self.count(side).1 > 0)
        {
            return Some(Outcome::win(side, Ending::FirstKing(side)));
        }
        if self.has_legal_move() {
            return None;
        }
        let ending = if self.count(turn) == (0, 0) { Ending::NoPieces(turn) } else { Ending::Blocked(turn) };
        let winner = if goal == Goal::NoMovesWins { turn } else { !turn };
        Some(Outcome::win(winner, ending))
    }
}

impl Ending {
    /// The draw rules that were proved.
    #[must_use]
    pub fn proofs(&self) -> &[Evidence] {
        match self {
            Self::DrawRules(proofs) | Self::Adjudication(_, proofs) => proofs,
            Self::Claim(_, proof) => core::slice::from_ref(proof),
            _ => &[],
        }
    }
}
