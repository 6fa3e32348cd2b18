//! What the log of a game says happened.

use draughts::{Color, Event};
use serde::{Deserialize, Serialize};

use super::plans::Step;

/// Something that happened at a table. When, the store says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Entry {
    /// Something that the rules of the game know.
    Game {
        /// What.
        event: Event,
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
}

impl Entry {
    /// May this side see it? None: somebody who does not play.
    #[must_use]
    pub fn is_seen_by(&self, viewer: Option<Color>) -> bool {
        match self {
            Self::Plan { by, .. } => viewer == Some(*by),
            Self::Message { private, .. } => !private || viewer.is_some(),
            _ => true,
        }
    }
}
