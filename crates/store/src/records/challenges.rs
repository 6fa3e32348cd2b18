//! Challenges: by a link, to a named player, to anybody in the lobby.

use serde_json::Value;

use super::games::StoredGame;
use play::id::{AccountId, ChallengeId, GameId};
use play::time::Timestamp;

/// Whom a challenge is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Whoever has the link.
    Link,
    /// One player.
    Named(AccountId),
    /// Anybody in the lobby.
    Lobby,
}

impl Reach {
    /// As it is written.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::Named(_) => "named",
            Self::Lobby => "lobby",
        }
    }
}

/// What became of a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Nothing yet.
    Open,
    /// A game.
    Accepted,
    /// The challenged player did not want to.
    Declined,
    /// The challenger took it back.
    Withdrawn,
}

impl State {
    /// All states.
    pub const ALL: [Self; 4] = [Self::Open, Self::Accepted, Self::Declined, Self::Withdrawn];

    /// As it is written.
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

/// A challenge that is to be made.
#[derive(Clone, PartialEq, Debug)]
pub struct NewChallenge {
    /// Its id.
    pub id: ChallengeId,
    /// When it is made.
    pub created_at: Timestamp,
    /// When it is void if nobody has accepted it.
    pub expires_at: Timestamp,
    /// Who challenges.
    pub challenger: AccountId,
    /// Whom.
    pub reach: Reach,
    /// The whole rule set, as JSON.
    pub rules: String,
    /// Colour, time, position, rated or not.
    pub proposal: Value,
}

/// A challenge, as it is stored.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredChallenge {
    /// What it was when it was made.
    pub challenge: NewChallenge,
    /// What became of it.
    pub state: State,
    /// The game that it became.
    pub game: Option<GameId>,
}

/// What came of accepting a challenge.
#[derive(Clone, PartialEq, Debug)]
pub enum Accepted {
    /// This game.
    Game(Box<StoredGame>),
    /// It was not open any more.
    NotOpen,
}
