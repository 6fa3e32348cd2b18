//! The events in the log of a game.

use draughts::game::Answer;
use draughts::{Color, Event, Square};
use serde::{Deserialize, Serialize};

use super::conditional_moves::Step;
use crate::id::{AccountId, GameId};

/// The kind of an event in the log of a game. The store adds its number and its time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum EventKind {
    /// An event of the game of draughts itself.
    Game {
        /// The event.
        event: Event,
        /// The compensated network lag, in milliseconds.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag: u64,
    },
    /// A jump of a capture that is not complete yet.
    Hop {
        /// The player.
        by: Color,
        /// The square where the jump starts.
        from: Square,
        /// The square where it ends.
        to: Square,
    },
    /// A player asks to take back the last move.
    AskTakeback {
        /// The player.
        by: Color,
    },
    /// The opponent allows the takeback.
    GrantTakeback {
        /// The opponent.
        by: Color,
    },
    /// The opponent declines the takeback.
    RefuseTakeback {
        /// The opponent.
        by: Color,
    },
    /// A player gives the opponent more time.
    GiveTime {
        /// The player who gives it.
        by: Color,
        /// The time in milliseconds.
        milliseconds: u64,
    },
    /// The site was unavailable; the running clock is given that time back.
    Outage {
        /// The duration in milliseconds.
        milliseconds: u64,
    },
    /// A player takes days off.
    TakeVacation {
        /// The player.
        by: Color,
        /// The number of days.
        days: u16,
    },
    /// A player sets conditional moves; they replace the previous ones.
    Plan {
        /// The player.
        by: Color,
        /// Lines of moves of the opponent and answers in turn.
        lines: Vec<Vec<Step>>,
    },
    /// A chat message of a player.
    Message {
        /// The player.
        by: Color,
        /// Written by earlier versions, which showed other messages to spectators too.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        private: bool,
        /// The text.
        text: String,
    },
    /// A chat message of a spectator to the other spectators.
    SpectatorMessage {
        /// The spectator.
        account: AccountId,
        /// The name of the account at that time; `None` for a guest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The text.
        text: String,
    },
    /// The game is paused: nobody moves and no clock runs.
    Pause {},
    /// The game is resumed.
    Resume {},
    /// A justified draw offer was not accepted and had to be claimed: an administrator may warn for it.
    Report {
        /// The player who did not accept it.
        of: Color,
        /// The answer of the player.
        answer: Answer,
    },
    /// A player calls an administrator.
    CallAdmin {
        /// The player.
        by: Color,
        /// The reason.
        message: String,
    },
    /// An administrator has answered the call or dealt with the report.
    AnswerCall {
        /// The answer.
        reason: String,
    },
    /// A player asks for a rematch.
    #[serde(rename = "ask-revenge")]
    AskRematch {
        /// The player.
        by: Color,
        /// The side that starts, where the rule set leaves that to the players.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        begins: Option<Color>,
    },
    /// The opponent declines a rematch.
    #[serde(rename = "decline-revenge")]
    DeclineRematch {
        /// The player.
        by: Color,
    },
    /// The rematch starts.
    NextGame {
        /// Its id.
        game: GameId,
    },
}

/// Returns whether the lag is zero. Serde requires a reference.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde requires a reference")]
fn is_zero(lag: &u64) -> bool {
    *lag == 0
}

impl EventKind {
    /// Returns whether a viewer may see the event; `None` is a spectator.
    #[must_use]
    pub fn is_seen_by(&self, viewer: Option<Color>) -> bool {
        match self {
            // Incomplete captures and conditional moves are visible to their player only.
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
