//! Events of a game.

use alloc::string::String;

use crate::color::Color;
use crate::moves::Move;
use crate::square::{Square, SquareSet};

/// An event of a game. A game is determined by its start and the list of its events.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)
)]
pub enum Event {
    /// A move.
    Move {
        /// The player.
        by: Color,
        /// The origin.
        from: Square,
        /// The destination.
        to: Square,
        /// The captured squares.
        captured: SquareSet,
    },
    /// A draw offer. An offer sent with a move follows the move.
    OfferDraw {
        /// The player.
        by: Color,
        /// The index of the draw rule that the offer invokes, from 0.
        rule: Option<usize>,
        /// The player's message.
        message: String,
    },
    /// The opponent accepts the open offer.
    AcceptDraw {
        /// The player.
        by: Color,
    },
    /// The opponent declines the open offer.
    DeclineDraw {
        /// The player.
        by: Color,
        /// The reason.
        message: String,
    },
    /// The player withdraws the open offer.
    WithdrawDraw {
        /// The player.
        by: Color,
    },
    /// The player claims a draw by a rule.
    ClaimDraw {
        /// The player.
        by: Color,
        /// The index of the draw rule, from 0; `None` for any that applies.
        rule: Option<usize>,
        /// The player's message.
        message: String,
    },
    /// The player resigns.
    Resign {
        /// The player.
        by: Color,
    },
    /// The player demands that the opponent redo a turn that broke a duty.
    DemandRedo {
        /// The player.
        by: Color,
    },
    /// The player lets a turn of the opponent that broke a duty stand. A move implies this; the event is for players
    /// who have no move.
    LetStand {
        /// The player.
        by: Color,
    },
    /// The player huffs a piece that failed to capture.
    Huff {
        /// The player.
        by: Color,
        /// The current square of the piece.
        square: Square,
    },
    /// A player's time has run out.
    FlagFall {
        /// The player.
        of: Color,
    },
    /// The player has abandoned the game.
    Abandon {
        /// The player.
        by: Color,
    },
    /// The adjudicator decides the game.
    Adjudicate {
        /// The decision.
        verdict: Verdict,
        /// The reason.
        reason: String,
    },
    /// The game is aborted without a result, by a player before both have moved or by the adjudicator.
    Abort {
        /// The player; `None` for the adjudicator.
        by: Option<Color>,
    },
}

/// The decision of an adjudicator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Verdict {
    /// This side wins.
    Win(Color),
    /// The game is a draw.
    Draw,
    /// The claim that ended the game is confirmed. Recorded by earlier versions after each claim.
    ClaimGranted,
}

impl Event {
    /// Returns the player who caused the event; `None` if it was not a player.
    #[must_use]
    pub fn by(&self) -> Option<Color> {
        match self {
            Self::Move { by, .. }
            | Self::OfferDraw { by, .. }
            | Self::AcceptDraw { by }
            | Self::DeclineDraw { by, .. }
            | Self::WithdrawDraw { by }
            | Self::ClaimDraw { by, .. }
            | Self::Resign { by }
            | Self::DemandRedo { by }
            | Self::LetStand { by }
            | Self::Huff { by, .. }
            | Self::Abandon { by } => Some(*by),
            Self::Abort { by } => *by,
            Self::FlagFall { .. } | Self::Adjudicate { .. } => None,
        }
    }

    /// Creates the event of a move.
    #[must_use]
    pub fn of(m: &Move, by: Color) -> Self {
        Self::Move { by, from: m.from(), to: m.to(), captured: m.captured() }
    }
}
