//! What a personal token is good for. A session is good for everything that its owner may do.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a personal token is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// To move, to resign, to offer and answer draws.
    Play,
    /// To begin games, to make, accept and decline challenges, and to keep house rules for them.
    Challenge,
    /// To say something at a table.
    Chat,
    /// To read the account: its e-mail address, ratings and warnings.
    Account,
    /// To judge, for administrators.
    Judge,
}

impl Scope {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Play, Self::Challenge, Self::Chat, Self::Account, Self::Judge];

    /// As it is written.
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

    /// Several, with blanks in between.
    #[must_use]
    pub fn list(scopes: &[Self]) -> String {
        scopes.iter().map(|scope| scope.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Is it among those in a list?
    #[must_use]
    pub fn is_in(self, list: &str) -> bool {
        list.split(' ').any(|word| word == self.as_str())
    }

    /// Those in a list.
    #[must_use]
    pub fn read(list: &str) -> Vec<Self> {
        Self::ALL.into_iter().filter(|scope| scope.is_in(list)).collect()
    }
}
