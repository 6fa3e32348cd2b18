//! Ids that cannot be guessed.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Letters and digits that are not taken for one another.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Five bits each: a hundred in all.
const LENGTH: usize = 20;

/// A text that is no id.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("an id has {} small letters and digits", LENGTH)]
pub struct ParseIdError;

/// So many letters and digits by the chance that the system has to offer.
pub fn by_chance<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.map(|byte| ALPHABET[usize::from(byte) % ALPHABET.len()]))
}

/// An id of its own type for each kind of thing, so that they are not mixed up.
macro_rules! id {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(into = "String", try_from = "String")]
        pub struct $name([u8; LENGTH]);

        impl $name {
            /// A new one, by the chance that the system has to offer.
            pub fn new() -> Result<Self, getrandom::Error> {
                by_chance().map(Self)
            }

            /// The id as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                // Every byte is one of the alphabet.
                std::str::from_utf8(&self.0).unwrap_or_default()
            }
        }

        impl FromStr for $name {
            type Err = ParseIdError;

            fn from_str(text: &str) -> Result<Self, ParseIdError> {
                let bytes: [u8; LENGTH] = text.as_bytes().try_into().map_err(|_| ParseIdError)?;
                if bytes.iter().all(|byte| ALPHABET.contains(byte)) { Ok(Self(bytes)) } else { Err(ParseIdError) }
            }
        }

        impl TryFrom<String> for $name {
            type Error = ParseIdError;

            fn try_from(text: String) -> Result<Self, ParseIdError> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.as_str().to_owned()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

id! {
    /// The id of a game. Who knows it may look at the game.
    GameId
}
id! {
    /// The id of somebody who plays: a guest, an account, a bot.
    AccountId
}
id! {
    /// The id of a challenge. Who knows it may accept it: the link is the key.
    ChallengeId
}
id! {
    /// The public id of a session or of a token, by which its owner can revoke it. It opens nothing.
    CredentialId
}
id! {
    /// The id of a process that serves, made anew at each start.
    NodeId
}
id! {
    /// The id of a question to the engine, which others may think about.
    JobId
}
id! {
    /// The id of house rules that somebody keeps. Who knows it may look at them and play by them.
    SavedRulesId
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_differ_and_survive_their_texts() {
        let ids: std::collections::HashSet<GameId> =
            (0..1000).map(|_| GameId::new().expect("chance")).collect();
        assert_eq!(ids.len(), 1000);
        for id in ids {
            assert_eq!(id.to_string().parse(), Ok(id));
        }
        for text in ["", "abc", "ABCDEFGHIJKMNPQRSTUV", "abcdefghijkmnpqrstu0", "äbcdefghijkmnpqrstu"] {
            assert_eq!(text.parse::<GameId>(), Err(ParseIdError), "{text}");
        }
    }
}
