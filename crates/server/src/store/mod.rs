//! What is stored, and what a store promises.

mod error;
pub mod sqlite;

use std::future::Future;
use std::pin::Pin;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use error::StoreError;

use crate::id::GameId;
use crate::time::Timestamp;

/// An answer that is on its way.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Where games are kept.
///
/// What a method has answered is durable: it survives the end of the process and of the machine.
pub trait Store: Send + Sync {
    /// Begins a game and gives it the next number.
    fn create_game(&self, game: NewGame) -> Answer<'_, StoredGame>;

    /// A game by its id.
    fn game(&self, id: GameId) -> Answer<'_, Option<StoredGame>>;

    /// A game by its number.
    fn game_by_number(&self, number: u64) -> Answer<'_, Option<StoredGame>>;

    /// The events of a game after the one with this number, in order; at most `limit`.
    fn events(&self, game: GameId, after: u64, limit: usize) -> Answer<'_, Vec<StoredEvent>>;

    /// Adds events to a game, if its last one is the one that the caller saw last.
    fn append(&self, append: Append) -> Answer<'_, Appended>;

    /// What became of a command: [`Appended::Before`] or [`Appended::OtherCommand`]; nothing if it was never carried out.
    fn command(&self, game: GameId, command: Command) -> Answer<'_, Option<Appended>>;

    /// Games whose deadline has passed, the longest overdue first; at most `limit`.
    fn overdue(&self, now: Timestamp, limit: usize) -> Answer<'_, Vec<GameId>>;
}

/// A game that is to begin.
#[derive(Clone, PartialEq, Debug)]
pub struct NewGame {
    /// Its id.
    pub id: GameId,
    /// When it was made.
    pub created_at: Timestamp,
    /// The whole rule set, as JSON.
    pub rules: String,
    /// Who plays, with which time, from which position.
    pub terms: Value,
}

/// A game, as it is stored.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredGame {
    /// Its id.
    pub id: GameId,
    /// Its public number.
    pub number: u64,
    /// When it was made.
    pub created_at: Timestamp,
    /// The whole rule set, as JSON.
    pub rules: String,
    /// The hash of the rule set.
    pub rules_hash: String,
    /// Who plays, with which time, from which position.
    pub terms: Value,
    /// The number of the last event; 0: there is none yet.
    pub seq: u64,
    /// When a flag falls if nothing happens before.
    pub deadline: Option<Timestamp>,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
}

/// An event of a game, as it is stored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StoredEvent {
    /// Its number in the game, from 1.
    pub seq: u64,
    /// When the server received what caused it.
    pub at: Timestamp,
    /// What happened.
    pub body: Value,
}

/// Events that are to be added to a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// The number of the last event that the caller has seen.
    pub after: u64,
    /// When the server received what caused them.
    pub at: Timestamp,
    /// The command that caused them; none for what the server does by itself.
    pub command: Option<Command>,
    /// What happens, at least one event.
    pub events: Vec<Value>,
    /// When a flag falls then.
    pub deadline: Option<Timestamp>,
    /// Does the game end with them?
    pub ends: bool,
}

/// A command of a client, which may be sent twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// Made by the client.
    pub id: String,
    /// What it asks for; only its hash is kept.
    pub content: String,
}

/// What became of events that were to be added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Appended {
    /// They are durable, and this is the number of the last.
    Done {
        /// The number of the last event.
        seq: u64,
    },
    /// The same command was carried out before, and this was the number of the last event then.
    Before {
        /// The number of the last event after it.
        seq: u64,
    },
    /// Others were added since the caller looked, up to this number. Look again.
    Meanwhile {
        /// The number of the last event.
        seq: u64,
    },
    /// The id of the command was used for something else.
    OtherCommand,
    /// There is no such game.
    NoGame,
}
