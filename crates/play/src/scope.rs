//! The scopes of a personal token. A session has all of them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A permission of a personal token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Moves, resigns, offers and answers draws.
    Play,
    /// Starts games, creates, accepts and declines challenges, and saves house rules.
    Challenge,
    /// Sends chat messages.
    Chat,
    /// Reads the account: its e-mail address, ratings and warnings.
    Account,
    /// Acts as an administrator: adjudicates games, warns players and closes accounts.
    Judge,
}

impl Scope {
    /// All scopes.
    pub const ALL: [Self; 5] = [Self::Play, Self::Challenge, Self::Chat, Self::Account, Self::Judge];

    /// Returns the name of the scope in the database and in the API.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Challenge => "challenge",
            Self::Chat => "chat",
            Self::Account => "account",
            Self::Judge => "judge",
        }
    }

    /// Joins scopes with spaces.
    #[must_use]
    pub fn list(scopes: &[Self]) -> String {
        scopes.iter().map(|scope| scope.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Returns whether the scope is in a list that is separated by spaces.
    #[must_use]
    pub fn is_in(self, list: &str) -> bool {
        list.split(' ').any(|word| word == self.as_str())
    }

    /// Parses a list that is separated by spaces.
    #[must_use]
    pub fn read(list: &str) -> Vec<Self> {
        Self::ALL.into_iter().filter(|scope| scope.is_in(list)).collect()
    }
}
