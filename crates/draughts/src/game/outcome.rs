//! Outcomes of games.

use alloc::string::String;
use alloc::vec::Vec;

use crate::color::Color;
use crate::draw::Evidence;
use crate::position::Position;
use crate::ruleset::Goal;

/// The outcome of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// The result.
    pub result: GameResult,
    /// The cause.
    pub ending: Ending,
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum GameResult {
    /// This side won.
    Win(Color),
    /// The game was drawn.
    Draw,
    /// The game was aborted.
    None,
}

/// The cause of the end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Ending {
    /// This side has no pieces.
    NoPieces(Color),
    /// This side has pieces but no legal move.
    Blocked(Color),
    /// This side has made the first king.
    FirstKing(Color),
    /// The players agreed on a draw.
    Agreement,
    /// Automatic draw rules.
    DrawRules(Vec<Evidence>),
    /// A draw that this side claimed.
    Claim(Color, Evidence),
    /// This side resigned.
    Resignation(Color),
    /// This side's time ran out.
    FlagFall(Color),
    /// This side abandoned the game.
    Abandonment(Color),
    /// An adjudicator decided, with this reason; the proofs of draw rules that apply are added.
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
    /// Returns the win that the position decides: the side to move has no legal move, or the first king wins.
    ///
    /// Draws depend on more than one position: see [`Game`](super::Game).
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
    /// Returns the proofs of draw rules.
    #[must_use]
    pub fn proofs(&self) -> &[Evidence] {
        match self {
            Self::DrawRules(proofs) | Self::Adjudication(_, proofs) => proofs,
            Self::Claim(_, proof) => core::slice::from_ref(proof),
            _ => &[],
        }
    }
}
