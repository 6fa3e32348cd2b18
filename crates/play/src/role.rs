//! What an account is allowed.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use utoipa::ToSchema;

/// What somebody is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// To play.
    Player,
    /// To play as a program.
    Bot,
    /// To judge, too.
    Admin,
}

impl Role {
    /// As it is written.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Bot => "bot",
            Self::Admin => "admin",
        }
    }
}

/// A word that is not what it should be.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0:?} is not known here")]
pub struct UnknownWord(pub String);

impl FromStr for Role {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        [Self::Player, Self::Bot, Self::Admin]
            .into_iter()
            .find(|role| role.as_str() == text)
            .ok_or_else(|| UnknownWord(text.to_owned()))
    }
}
