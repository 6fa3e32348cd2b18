//! Random ids that cannot be guessed.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The letters and digits of an id, without those that are easily confused.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// The length of an id in characters, of 5 bits each: 100 bits.
const LENGTH: usize = 20;

/// A text that is not an id.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("an id has {} small letters and digits", LENGTH)]
pub struct ParseIdError;

/// Returns `N` random characters of an id, from the random numbers of the system.
pub fn random<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.map(|byte| ALPHABET[usize::from(byte) % ALPHABET.len()]))
}

/// Defines a type of its own for each kind of id, so that they cannot be confused.
macro_rules! id {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(into = "String", try_from = "String")]
        pub struct $name([u8; LENGTH]);

        impl $name {
            /// Creates a random id.
            pub fn new() -> Result<Self, getrandom::Error> {
                random().map(Self)
            }

            /// Returns the id as text.
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
    /// The id of a game. Everybody who has it may watch the game.
    GameId
}
id! {
    /// The id of an account: of a guest, a person or a bot.
    AccountId
}
id! {
    /// The id of a challenge. Everybody who has the link may accept it.
    ChallengeId
}
id! {
    /// The public id of a session or a token, with which its owner can revoke it. It is not the secret.
    CredentialId
}
id! {
    /// The id of a node, created at each start.
    NodeId
}
id! {
    /// The id of an analysis job.
    JobId
}
id! {
    /// The id of a saved rule set. Everybody who has it may read the rules and play by them.
    SavedRulesId
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_differ_and_survive_their_texts() {
        let ids: std::collections::HashSet<GameId> =
            (0..1000).map(|_| GameId::new().expect("random id")).collect();
        assert_eq!(ids.len(), 1000);
        for id in ids {
            assert_eq!(id.to_string().parse(), Ok(id));
        }
        for text in ["", "abc", "ABCDEFGHIJKMNPQRSTUV", "abcdefghijkmnpqrstu0", "äbcdefghijkmnpqrstu"] {
            assert_eq!(text.parse::<GameId>(), Err(ParseIdError), "{text}");
        }
    }
}
