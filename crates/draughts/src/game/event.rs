//! What can happen in a game.

use alloc::string::String;

use crate::color::Color;
use crate::moves::Move;
use crate::square::{Square, SquareSet};

/// Something that happens in a game. A game is the list of its events; nothing else is remembered of it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)
)]
pub enum Event {
    /// A turn.
    Move {
        /// Who makes it.
        by: Color,
        /// Where the piece starts.
        from: Square,
        /// Where it ends.
        to: Square,
        /// What it captures.
        captured: SquareSet,
    },
    /// A draw is offered. An offer sent with a move follows the move.
    OfferDraw {
        /// Who offers.
        by: Color,
        /// The draw rule that the offer appeals to, by its place in the rule set, from 0.
        rule: Option<usize>,
        /// What the offering player says.
        message: String,
    },
    /// The opponent accepts the open offer.
    AcceptDraw {
        /// Who agrees.
        by: Color,
    },
    /// The opponent declines the open offer.
    DeclineDraw {
        /// Who declines.
        by: Color,
        /// The reason.
        message: String,
    },
    /// An offer is withdrawn.
    WithdrawDraw {
        /// Who takes it back.
        by: Color,
    },
    /// A draw is claimed by a rule.
    ClaimDraw {
        /// Who claims.
        by: Color,
        /// The rule, by its place in the rule set, from 0; none: whichever applies.
        rule: Option<usize>,
        /// What the claiming player says.
        message: String,
    },
    /// A player gives up.
    Resign {
        /// Who.
        by: Color,
    },
    /// The opponent's turn broke a duty and is to be redone.
    DemandRedo {
        /// Who demands it.
        by: Color,
    },
    /// The opponent's turn broke a duty and shall stand, without a move to show it: for when there is none.
    LetStand {
        /// Who lets it stand.
        by: Color,
    },
    /// A piece that failed to capture is taken off the board.
    Huff {
        /// Who takes it.
        by: Color,
        /// Where it stands now.
        square: Square,
    },
    /// A player's time is over.
    FlagFall {
        /// Whose.
        of: Color,
    },
    /// A player has left and does not come back.
    Abandon {
        /// Who.
        by: Color,
    },
    /// The adjudicator decides.
    Adjudicate {
        /// What.
        verdict: Verdict,
        /// Why.
        reason: String,
    },
    /// The game is called off without a result: by a player before both have moved, or by the adjudicator.
    Abort {
        /// The player; none: the adjudicator.
        by: Option<Color>,
    },
}

/// What an adjudicator decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Verdict {
    /// This side wins.
    Win(Color),
    /// The game is a draw.
    Draw,
    /// The claim that ended the game is confirmed. Earlier versions recorded it after each claim.
    ClaimGranted,
}

impl Event {
    /// The player who makes it happen; none where it is not a player.
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

    /// The event of making a legal move.
    #[must_use]
    pub fn of(m: &Move, by: Color) -> Self {
        Self::Move { by, from: m.from(), to: m.to(), captured: m.captured() }
    }
}
