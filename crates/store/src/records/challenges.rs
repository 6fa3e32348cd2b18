//! Challenges: by link, to a named player, or in the lobby.

use std::str::FromStr;

use serde_json::Value;

use super::games::StoredGame;
use play::id::{AccountId, ChallengeId, GameId};
use play::role::UnknownWord;
use play::time::Timestamp;

/// The players who may accept a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChallengeTarget {
    /// Anyone with the link.
    Link,
    /// One player.
    Player(AccountId),
    /// Anyone in the lobby.
    Lobby,
}

impl ChallengeTarget {
    /// Returns the stored name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::Player(_) => "named",
            Self::Lobby => "lobby",
        }
    }

    /// Returns the target of a stored name and the challenged account.
    pub(crate) fn from_stored(name: &str, challenged: Option<AccountId>) -> Result<Self, UnknownWord> {
        match (name, challenged) {
            ("link", None) => Ok(Self::Link),
            ("named", Some(account)) => Ok(Self::Player(account)),
            ("lobby", None) => Ok(Self::Lobby),
            _ => Err(UnknownWord(name.to_owned())),
        }
    }
}

/// The state of a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChallengeState {
    /// It can be accepted until it expires.
    Open,
    /// It has become a game.
    Accepted,
    /// The challenged player declined it.
    Declined,
    /// The challenger withdrew it.
    Withdrawn,
}

impl ChallengeState {
    /// Returns the stored name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Accepted => "accepted",
            Self::Declined => "declined",
            Self::Withdrawn => "withdrawn",
        }
    }
}

impl FromStr for ChallengeState {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        [Self::Open, Self::Accepted, Self::Declined, Self::Withdrawn]
            .into_iter()
            .find(|state| state.as_str() == text)
            .ok_or_else(|| UnknownWord(text.to_owned()))
    }
}

/// A challenge as its challenger created it.
#[derive(Clone, PartialEq, Debug)]
pub struct Challenge {
    /// The id.
    pub id: ChallengeId,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The time from which it can no longer be accepted.
    pub expires_at: Timestamp,
    /// The account that challenges.
    pub challenger: AccountId,
    /// The players who may accept it.
    pub target: ChallengeTarget,
    /// The complete rule set, as JSON.
    pub rules: String,
    /// The proposal: colour, time control, position, rated or casual.
    pub proposal: Value,
}

/// A stored challenge.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredChallenge {
    /// The challenge as it was created.
    pub challenge: Challenge,
    /// The state.
    pub state: ChallengeState,
    /// The game that began when it was accepted.
    pub game: Option<GameId>,
}

/// The outcome of accepting a challenge.
#[derive(Clone, PartialEq, Debug)]
pub enum AcceptOutcome {
    /// The challenge was accepted, and this game has begun.
    Game(Box<StoredGame>),
    /// The challenge was not open any more.
    NotOpen,
}
