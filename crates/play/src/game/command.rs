//! What a player can ask for at a table.

use draughts::{Color, Square, SquareSet};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a player asks for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// To make this move, written as people write it.
    Move {
        /// The move, such as `32-28` or `c3:e5`.
        #[schema(max_length = 200)]
        text: String,
        /// A draw that is offered with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        offer: Option<DrawOffer>,
    },
    /// To make this move, by the numbers of its squares in the order of the diagram, from 1.
    MoveSquares {
        /// Where it starts.
        #[schema(value_type = u8)]
        from: Square,
        /// Where it ends.
        #[schema(value_type = u8)]
        to: Square,
        /// What it captures.
        #[schema(value_type = Vec<u8>)]
        captured: SquareSet,
        /// A draw that is offered with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        offer: Option<DrawOffer>,
    },
    /// To make one jump of a capture, or a move of one step. With the last jump the move is made.
    Hop {
        /// Where it starts, in the order of the diagram, from 1.
        #[schema(value_type = u8)]
        from: Square,
        /// Where it ends.
        #[schema(value_type = u8)]
        to: Square,
    },
    /// To offer a draw.
    OfferDraw(DrawOffer),
    /// To accept what the opponent offers or claims.
    AcceptDraw {},
    /// To decline it.
    DeclineDraw {
        /// The reason, in words.
        #[serde(default)]
        #[schema(max_length = 500)]
        message: String,
    },
    /// To take back one's own offer or claim.
    WithdrawDraw {},
    /// To claim a draw. Where the rules ask the opponent first, by an offer that was declined or ignored.
    ClaimDraw(DrawOffer),
    /// To give up.
    Resign {},
    /// That the opponent redo a turn that broke a duty.
    DemandRedo {},
    /// To let it stand.
    LetStand {},
    /// To huff the piece on this square.
    Huff {
        /// The square, in the order of the diagram, from 1.
        #[schema(value_type = u8)]
        square: Square,
    },
    /// To call the game off before both have moved.
    Abort {},
    /// To take back one's last move.
    AskTakeback {},
    /// To let the opponent take back.
    GrantTakeback {},
    /// Not to.
    RefuseTakeback {},
    /// To answer moves of the opponent in advance.
    Plan {
        /// Lines of moves of the opponent and answers in turn; the last answer may be `resign`. None: nothing is planned.
        #[schema(max_items = 20)]
        lines: Vec<Vec<String>>,
    },
    /// To give the opponent more time.
    GiveTime {
        /// How much.
        #[schema(minimum = 1, maximum = 600)]
        seconds: u32,
    },
    /// To take days off, where the time control has some.
    TakeVacation {
        /// How many.
        #[schema(minimum = 1, maximum = 60)]
        days: u16,
    },
    /// The game, since the opponent has left.
    ClaimVictory {},
    /// To say something: a player to the opponent, a spectator to the other spectators.
    Message {
        /// What.
        #[schema(min_length = 1, max_length = 500)]
        text: String,
    },
    /// To call an administrator. A game by correspondence is paused until the call is answered.
    CallAdmin {
        /// Why.
        #[schema(min_length = 1, max_length = 500)]
        message: String,
    },
    /// To play again. The next game begins when both have asked.
    AskRevenge {
        /// Who begins, by the colour in this game, where the rule set leaves that to the players; none: as the
        /// opponent wishes. The next game begins when both wish the same.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<Side>)]
        begins: Option<Color>,
    },
    /// Not to play again.
    DeclineRevenge {},
}

/// A side of the board, in descriptions of the API.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
#[allow(dead_code, reason = "it stands for a type of another crate in the description of the API")]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

/// A draw that is offered or claimed, with its reason.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawOffer {
    /// The draw rule appealed to, by its place in the rule set, from 0. In an offer none means an agreement without
    /// a rule, in a claim whichever rule applies.
    #[serde(default)]
    #[schema(maximum = 100)]
    pub rule: Option<usize>,
    /// The reason, in words.
    #[serde(default)]
    #[schema(max_length = 500)]
    pub message: String,
}

impl Command {
    /// Does it carry words to the opponent, which are limited in number?
    #[must_use]
    pub fn says_something(&self) -> bool {
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

    /// Returns whether it can be asked for while the game is paused: what changes neither the board nor the time.
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
                | Self::AskRevenge { .. }
                | Self::DeclineRevenge {}
        )
    }

    /// Is it only talk, which needs no time?
    #[must_use]
    pub fn is_talk(&self) -> bool {
        matches!(self, Self::Message { .. } | Self::CallAdmin { .. })
    }
}
