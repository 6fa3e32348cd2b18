//! What the log of a game says happened.

use draughts::{Color, Event, Square};
use serde::{Deserialize, Serialize};

use super::plans::Step;
use crate::id::GameId;

/// Something that happened at a table. When, the store says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Entry {
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
        /// To the opponent alone?
        private: bool,
        /// What.
        text: String,
    },
    /// A player asks for an administrator.
    CallAdmin {
        /// Who.
        by: Color,
        /// Why.
        message: String,
    },
    /// The administrator has looked, and the game goes on.
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

impl Entry {
    /// May this side see it? None: somebody who does not play.
    #[must_use]
    pub fn is_seen_by(&self, viewer: Option<Color>) -> bool {
        match self {
            // Nobody is shown half a capture, and nobody else's plans.
            Self::Plan { by, .. } | Self::Hop { by, .. } => viewer == Some(*by),
            Self::Message { private, .. } => !private || viewer.is_some(),
            Self::CallAdmin { .. } => viewer.is_some(),
            _ => true,
        }
    }

    /// Is it seen by everybody?
    #[must_use]
    pub fn is_public(&self) -> bool {
        self.is_seen_by(None)
    }
}

impl From<Event> for Entry {
    fn from(event: Event) -> Self {
        Self::Game { event, lag: 0 }
    }
}
