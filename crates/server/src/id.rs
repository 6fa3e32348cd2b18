//! Ids that cannot be guessed.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Letters and digits that are not taken for one another.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Five bits each: a hundred in all.
const LENGTH: usize = 20;

/// The id of a game. Who knows it may look at the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct GameId([u8; LENGTH]);

/// A text that is no id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAnId;

impl GameId {
    /// A new one, by the chance that the system has to offer.
    pub fn new() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; LENGTH];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes.map(|byte| ALPHABET[usize::from(byte) % ALPHABET.len()])))
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // Every byte is one of the alphabet.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl FromStr for GameId {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Self, NotAnId> {
        let bytes: [u8; LENGTH] = text.as_bytes().try_into().map_err(|_| NotAnId)?;
        if bytes.iter().all(|byte| ALPHABET.contains(byte)) { Ok(Self(bytes)) } else { Err(NotAnId) }
    }
}

impl TryFrom<String> for GameId {
    type Error = NotAnId;

    fn try_from(text: String) -> Result<Self, NotAnId> {
        text.parse()
    }
}

impl From<GameId> for String {
    fn from(id: GameId) -> Self {
        id.as_str().to_owned()
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for NotAnId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an id has {LENGTH} small letters and digits")
    }
}

impl std::error::Error for NotAnId {}

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
            assert_eq!(text.parse::<GameId>(), Err(NotAnId), "{text}");
        }
    }
}
