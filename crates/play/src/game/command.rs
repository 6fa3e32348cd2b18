//! The commands of a player in a game.

use draughts::{Color, Square, SquareSet};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::text::deserialize_visible;

/// A command of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// Makes a move, given in notation.
    Move {
        /// The move, such as `32-28` or `c3:e5`.
        #[schema(max_length = 200)]
        text: String,
        /// A draw offer that accompanies the move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        offer: Option<DrawOffer>,
    },
    /// Makes a move, given by square numbers in the order of the diagram, from 1.
    MoveSquares {
        /// The square where it starts.
        #[schema(value_type = u8)]
        from: Square,
        /// The square where it ends.
        #[schema(value_type = u8)]
        to: Square,
        /// The squares of the captured pieces.
        #[schema(value_type = Vec<u8>)]
        captured: SquareSet,
        /// A draw offer that accompanies the move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        offer: Option<DrawOffer>,
    },
    /// Makes one jump of a capture, or a move of one step. The move is complete when the piece cannot continue. To stop
    /// earlier, where the rules allow it, send the whole move instead.
    Hop {
        /// The square where it starts, in the order of the diagram, from 1.
        #[schema(value_type = u8)]
        from: Square,
        /// The square where it ends.
        #[schema(value_type = u8)]
        to: Square,
    },
    /// Offers a draw.
    OfferDraw(DrawOffer),
    /// Accepts the draw offer or claim of the opponent.
    AcceptDraw {},
    /// Declines the draw offer or claim of the opponent.
    DeclineDraw {
        /// The reason, in words.
        #[serde(default, deserialize_with = "deserialize_visible")]
        #[schema(max_length = 500)]
        message: String,
    },
    /// Withdraws the player's own offer or claim.
    WithdrawDraw {},
    /// Claims a draw. Where the rules require an offer first, that offer was declined or ignored.
    ClaimDraw(DrawOffer),
    /// Resigns.
    Resign {},
    /// Demands that the opponent redo a turn that broke the rules.
    DemandRedo {},
    /// Lets the illegal turn of the opponent stand.
    LetStand {},
    /// Huffs the piece on a square.
    Huff {
        /// The square, in the order of the diagram, from 1.
        #[schema(value_type = u8)]
        square: Square,
    },
    /// Aborts the game before both players have moved.
    Abort {},
    /// Asks to take back the player's last move.
    AskTakeback {},
    /// Allows the opponent to take back.
    GrantTakeback {},
    /// Declines the takeback.
    RefuseTakeback {},
    /// Sets conditional moves: answers to moves of the opponent.
    Plan {
        /// Lines of moves of the opponent and answers in turn; the last answer may be `resign`. An empty list deletes
        /// them.
        #[schema(max_items = 20)]
        lines: Vec<Vec<String>>,
    },
    /// Gives the opponent more time.
    GiveTime {
        /// The time in seconds.
        #[schema(minimum = 1, maximum = 600)]
        seconds: u32,
    },
    /// Takes days off, where the time control has some.
    TakeVacation {
        /// The number of days.
        #[schema(minimum = 1, maximum = 60)]
        days: u16,
    },
    /// Claims the win because the opponent has left.
    ClaimVictory {},
    /// Sends a chat message: a player to the opponent, a spectator to the other spectators.
    Message {
        /// The text. Control characters and other invisible characters are removed.
        #[serde(deserialize_with = "deserialize_visible")]
        #[schema(min_length = 1, max_length = 500)]
        text: String,
    },
    /// Calls an administrator. A correspondence game is paused until the call is answered.
    CallAdmin {
        /// The reason, which only administrators read.
        #[serde(deserialize_with = "deserialize_visible")]
        #[schema(min_length = 1, max_length = 500)]
        message: String,
    },
    /// Asks for a rematch. It starts when both players have asked.
    #[serde(rename = "ask-revenge")]
    AskRematch {
        /// The side that starts, by its colour in this game, where the rule set leaves that to the players. Without it,
        /// the wish of the opponent counts. The rematch starts when both wish the same.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<Side>)]
        begins: Option<Color>,
    },
    /// Declines a rematch.
    #[serde(rename = "decline-revenge")]
    DeclineRematch {},
}

/// A side of the board, for the description of the API.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
#[allow(dead_code, reason = "it stands for a type of another crate in the description of the API")]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

/// A draw offer or claim, with its reason.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawOffer {
    /// The draw rule, by its index in the rule set, from 0. Without it, an offer is an agreement without
    /// a rule, and a claim is for any rule that applies.
    #[serde(default)]
    #[schema(maximum = 100)]
    pub rule: Option<usize>,
    /// The reason, in words.
    #[serde(default, deserialize_with = "deserialize_visible")]
    #[schema(max_length = 500)]
    pub message: String,
}

impl Command {
    /// Returns whether deciding the command can take longer than a millisecond: it plays many moves.
    #[must_use]
    pub fn can_take_long(&self) -> bool {
        matches!(self, Self::Plan { .. } | Self::AskTakeback {} | Self::GrantTakeback {})
    }

    /// Returns whether the command contains a text for others; their number is limited.
    #[must_use]
    pub fn has_message(&self) -> bool {
        match self {
            Self::Message { .. } | Self::CallAdmin { .. } => true,
            Self::Move { offer, .. } | Self::MoveSquares { offer, .. } => {
                offer.as_ref().is_some_and(|offer| !offer.message.is_empty())
            }
            Self::OfferDraw(offer) | Self::ClaimDraw(offer) => !offer.message.is_empty(),
            Self::DeclineDraw { message } => !message.is_empty(),
            _ => false,
        }
    }

    /// Returns whether the command is allowed while the game is paused: it changes neither the board nor the clocks.
    #[must_use]
    pub fn is_possible_while_paused(&self) -> bool {
        matches!(
            self,
            Self::Message { .. }
                | Self::CallAdmin { .. }
                | Self::OfferDraw(_)
                | Self::AcceptDraw {}
                | Self::DeclineDraw { .. }
                | Self::WithdrawDraw {}
                | Self::ClaimDraw(_)
                | Self::Resign {}
                | Self::AskRematch { .. }
                | Self::DeclineRematch {}
        )
    }

    /// Returns whether the command is only a message and does not stop a clock.
    #[must_use]
    pub fn is_chat(&self) -> bool {
        matches!(self, Self::Message { .. } | Self::CallAdmin { .. })
    }
}
