//! The role of an account.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use utoipa::ToSchema;

/// The role of an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// May play.
    Player,
    /// May play, as a program.
    Bot,
    /// May play and adjudicate.
    Admin,
}

impl Role {
    /// Returns the name of the role in the database and in the API.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Bot => "bot",
            Self::Admin => "admin",
        }
    }
}

/// A name that is not one of the known names.
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
