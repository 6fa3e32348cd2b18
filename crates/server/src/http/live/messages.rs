//! What is said on a live connection, and how it begins.

use draughts::Language;
use serde::{Deserialize, Serialize};

use crate::http::error::ErrorBody;
use crate::http::game_view::GameView;
use crate::http::games::EventView;

/// How a connection begins.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct Beginning {
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
pub(super) enum Said {
    /// Do something.
    Command {
        /// Made by the client.
        id: String,
        /// What.
        request: crate::table::Request,
    },
    /// Are you there?
    Ping {},
}

/// What the server says.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(super) enum Told<'a> {
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
        /// Its id; none: it could not be read.
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

impl Present {
    /// Returns what a client is told again when it changes; it counts down by itself.
    pub(super) fn who(&self) -> (bool, bool, usize) {
        (self.white, self.black, self.spectators)
    }
}
