//! The messages of a live connection, and the parameters with which it is opened.

use std::fmt;

use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use texts::Language;

use crate::error::ErrorBody;
use crate::services::PresenceReport;
use crate::views::event::EventView;
use crate::views::game::GameView;

/// The query parameters of a connection.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConnectParams {
    /// The number of the last event that the client has received.
    #[serde(default)]
    pub(super) after: u64,
    /// Whether to send the whole state after each change, too.
    #[serde(default)]
    pub(super) state: bool,
    /// The language, because browsers send no `accept-language` when they open a WebSocket.
    #[serde(default)]
    pub(super) language: Option<ChosenLanguage>,
}

/// A language code.
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

/// A message from a client.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum ClientMessage {
    /// Executes a command.
    Command {
        /// The id of the command, chosen by the client.
        id: String,
        /// The command.
        request: play::game::Command,
    },
    /// Asks for a [`ServerMessage::Pong`].
    Ping {},
}

/// Returns the id of a message that may be invalid, or truncated after the id.
///
/// A client matches a refusal to its command by the id alone, so the id is read before anything can refuse the message.
pub(super) fn read_id(message: &[u8]) -> Option<String> {
    let mut id = None;
    // Errors in the rest are reported when the whole message is parsed.
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

/// A message from the server.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(super) enum ServerMessage<'a> {
    /// An event of the game.
    Event(&'a EventView),
    /// The current state of the game.
    State {
        /// The game.
        game: &'a GameView,
    },
    /// A command was executed and is durable.
    Done {
        /// The id of the command.
        id: &'a str,
        /// The number of the last event of the command.
        seq: u64,
    },
    /// A command was rejected.
    Refused {
        /// The id of the command; none if the message had none, or one that is not a string.
        id: Option<&'a str>,
        /// The reason.
        error: &'a ErrorBody,
    },
    /// The players and spectators who are connected.
    Present(PresenceMessage),
    /// The answer to a ping.
    Pong {},
}

/// The players and spectators who are connected.
#[derive(Clone, Copy, Serialize)]
pub(super) struct PresenceMessage {
    /// Whether White is connected.
    pub(super) white: bool,
    /// Whether Black is connected.
    pub(super) black: bool,
    /// The number of spectators.
    pub(super) spectators: usize,
    /// For a player whose opponent has left: the milliseconds until the player can claim victory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) abandoned_in: Option<u64>,
}

impl From<PresenceReport> for PresenceMessage {
    fn from(PresenceReport { white, black, spectators, abandoned_in }: PresenceReport) -> Self {
        Self { white, black, spectators, abandoned_in: abandoned_in.map(|left| left.as_millis() as u64) }
    }
}

impl PresenceMessage {
    /// Returns the part whose change is sent; the client counts `abandoned_in` down by itself.
    pub(super) fn key(&self) -> (bool, bool, usize) {
        (self.white, self.black, self.spectators)
    }
}
