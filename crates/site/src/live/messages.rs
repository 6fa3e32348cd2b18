//! What is said on a live connection, and how it begins.

use std::fmt;

use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use texts::Language;

use crate::error::ErrorBody;
use crate::services::PresenceReport;
use crate::views::event::EventView;
use crate::views::game::GameView;

/// How a connection begins.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConnectParams {
    /// The last event that the client has seen.
    #[serde(default)]
    pub(super) after: u64,
    /// Tell the whole state after each change, too.
    #[serde(default)]
    pub(super) state: bool,
    /// In which language; browsers do not say it here as they do elsewhere.
    #[serde(default)]
    pub(super) language: Option<ChosenLanguage>,
}

/// A language, as a client names it.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ChosenLanguage {
    En,
    De,
}

impl From<ChosenLanguage> for Language {
    fn from(chosen: ChosenLanguage) -> Self {
        match chosen {
            ChosenLanguage::En => Self::English,
            ChosenLanguage::De => Self::German,
        }
    }
}

/// What a client says.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum ClientMessage {
    /// Do something.
    Command {
        /// Made by the client.
        id: String,
        /// What.
        request: play::game::Command,
    },
    /// Are you there?
    Ping {},
}

/// Returns the id of a message, which may be wrong otherwise, or cut off after the id.
///
/// A client matches a refusal to its command by the id alone, so the id is read before anything can refuse the message.
pub(super) fn read_id(message: &[u8]) -> Option<String> {
    let mut id = None;
    // What is wrong with the rest is reported when the whole message is read.
    let _ = serde_json::Deserializer::from_slice(message).deserialize_map(IdVisitor(&mut id));
    id
}

/// Reads a map as far as its `id`.
struct IdVisitor<'a>(&'a mut Option<String>);

impl<'de> Visitor<'de> for IdVisitor<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a message with an id")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if key == "id" {
                *self.0 = Some(map.next_value()?);
                return Ok(());
            }
            map.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}

/// What the server says.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(super) enum ServerMessage<'a> {
    /// Something happened.
    Event(&'a EventView),
    /// This is how it stands.
    State {
        /// The whole state.
        game: &'a GameView,
    },
    /// The command is done, and durable.
    Done {
        /// Its id.
        id: &'a str,
        /// The number of the event with which it was done.
        seq: u64,
    },
    /// The command is refused.
    Refused {
        /// Its id; none: the message had none, or one that is no text.
        id: Option<&'a str>,
        /// Why.
        error: &'a ErrorBody,
    },
    /// Who is here.
    Present(Present),
    /// I am here.
    Pong {},
}

/// Who is here.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Present {
    /// Is White?
    pub(super) white: bool,
    /// Is Black?
    pub(super) black: bool,
    /// How many look on.
    pub(super) spectators: usize,
    /// For a player: the milliseconds until the game can be claimed because the opponent has left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) abandoned_in: Option<u64>,
}

impl From<PresenceReport> for Present {
    fn from(PresenceReport { white, black, spectators, abandoned_in }: PresenceReport) -> Self {
        Self { white, black, spectators, abandoned_in: abandoned_in.map(|left| left.as_millis() as u64) }
    }
}

impl Present {
    /// Returns what a client is told again when it changes; it counts down by itself.
    pub(super) fn who(&self) -> (bool, bool, usize) {
        (self.white, self.black, self.spectators)
    }
}
