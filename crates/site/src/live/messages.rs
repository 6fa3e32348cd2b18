//! The messages of a live connection, and the parameters with which it is opened.

use std::fmt;

use axum::extract::ws::Utf8Bytes;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use crate::error::ErrorBody;
use crate::services::PresenceReport;
use crate::views::changes::GameChanges;
use crate::views::event::{EventView, SharedEvent};
use crate::views::game::{CallView, GameView};
use crate::web::language::LanguageCode;

/// The query parameters of a connection.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConnectParams {
    /// The number of the last event that the client has received.
    #[serde(default)]
    pub(super) after: u64,
    /// How the state is sent.
    #[serde(default)]
    pub(super) state: StateMode,
    /// The language, because browsers send no `accept-language` when they open a WebSocket.
    #[serde(default)]
    pub(super) language: Option<LanguageCode>,
}

/// How a connection sends the state of the game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize)]
pub(super) enum StateMode {
    /// Not at all: only events.
    #[default]
    #[serde(rename = "false")]
    Never,
    /// The whole state after each change, besides the events.
    #[serde(rename = "true")]
    Whole,
    /// The whole state first, and then what changes. Moves are changes; other events are sent, too.
    #[serde(rename = "changes")]
    Changes,
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
    /// The changes since the last state or update.
    Update {
        /// The number of the last event.
        seq: u64,
        /// The fields of the state that changed.
        changes: &'a GameChanges,
    },
    /// The changes for this viewer only.
    #[serde(rename = "update")]
    ViewerUpdate {
        /// The number of the last event.
        seq: u64,
        /// The fields of the state that changed.
        changes: ViewerChanges,
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

impl ServerMessage<'_> {
    /// Returns the message as JSON.
    pub(super) fn to_text(&self) -> Utf8Bytes {
        // Serialising a message does not fail.
        serde_json::to_string(self).unwrap_or_default().into()
    }
}

/// Returns an event with its message.
pub(super) fn with_message(event: SharedEvent) -> (SharedEvent, Utf8Bytes) {
    let message = ServerMessage::Event(&EventView::of(&event)).to_text();
    (event, message)
}

/// The changes that depend on the viewer.
#[derive(Serialize)]
pub(super) struct ViewerChanges {
    /// The unanswered call for an administrator.
    pub(super) call: Option<CallView>,
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
