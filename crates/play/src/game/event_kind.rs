//! What the log of a game says happened.

use draughts::game::Answer;
use draughts::{Color, Event, Square};
use serde::{Deserialize, Serialize};

use super::conditional_moves::Step;
use crate::id::{AccountId, GameId};

/// Something that happened at a table. When, the store says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum EventKind {
    /// Something that the rules of the game know.
    Game {
        /// What.
        event: Event,
        /// How long it was under way, in milliseconds, as far as the clock makes up for it.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag: u64,
    },
    /// A player makes one jump of a capture that is not complete yet.
    Hop {
        /// Who.
        by: Color,
        /// Where the jump starts.
        from: Square,
        /// Where it ends.
        to: Square,
    },
    /// A player asks to take back its last move.
    AskTakeback {
        /// Who.
        by: Color,
    },
    /// The opponent lets it be taken back.
    GrantTakeback {
        /// Who grants it.
        by: Color,
    },
    /// The opponent does not.
    RefuseTakeback {
        /// Who refuses.
        by: Color,
    },
    /// A player gives the opponent more time.
    GiveTime {
        /// Who gives.
        by: Color,
        /// How much, in milliseconds.
        milliseconds: u64,
    },
    /// The site was away, and the clock that ran is given that time back.
    Outage {
        /// For how long, in milliseconds.
        milliseconds: u64,
    },
    /// A player takes days off.
    TakeVacation {
        /// Who.
        by: Color,
        /// How many days.
        days: u16,
    },
    /// A player plans answers to moves of the opponent. Whatever was planned before is forgotten.
    Plan {
        /// Who.
        by: Color,
        /// Lines of moves of the opponent and answers in turn.
        lines: Vec<Vec<Step>>,
    },
    /// A player says something.
    Message {
        /// Who.
        by: Color,
        /// Written by earlier versions, which showed other messages to spectators too.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        private: bool,
        /// What.
        text: String,
    },
    /// A spectator says something to the other spectators.
    SpectatorMessage {
        /// Who.
        account: AccountId,
        /// The name of the account at that time; none: a guest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// What.
        text: String,
    },
    /// The game is paused: nobody moves and no clock runs.
    Pause {},
    /// The game goes on after a pause.
    Resume {},
    /// A justified draw offer was not accepted and had to be claimed: an administrator may warn for it.
    Report {
        /// Who did not accept it.
        of: Color,
        /// What the player did instead.
        answer: Answer,
    },
    /// A player asks for an administrator.
    CallAdmin {
        /// Who.
        by: Color,
        /// Why.
        message: String,
    },
    /// An administrator has answered the call or dealt with the report.
    AnswerCall {
        /// What the administrator says.
        reason: String,
    },
    /// A player asks for a revenge.
    AskRevenge {
        /// Who.
        by: Color,
        /// Who begins, where the rule set leaves that to the players.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        begins: Option<Color>,
    },
    /// The opponent does not want one.
    DeclineRevenge {
        /// Who.
        by: Color,
    },
    /// The next game between the two begins.
    NextGame {
        /// Its id.
        game: GameId,
    },
}

/// Serde asks by reference.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(lag: &u64) -> bool {
    *lag == 0
}

impl EventKind {
    /// May this side see it? None: somebody who does not play.
    #[must_use]
    pub fn is_seen_by(&self, viewer: Option<Color>) -> bool {
        match self {
            // Nobody is shown half a capture, and nobody else's plans.
            Self::Plan { by, .. } | Self::Hop { by, .. } => viewer == Some(*by),
            Self::Message { .. } | Self::CallAdmin { .. } | Self::Report { .. } => viewer.is_some(),
            Self::SpectatorMessage { .. } => viewer.is_none(),
            _ => true,
        }
    }
}

impl From<Event> for EventKind {
    fn from(event: Event) -> Self {
        Self::Game { event, lag: 0 }
    }
}
