//! Games as they are stored.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::moderation::NewAuditEntry;
use play::id::{AccountId, GameId};
use play::rated_game::RatedGame;
use play::time::Timestamp;

/// GameFilter of somebody's games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameFilter {
    /// All.
    All,
    /// Those that go on.
    Running,
    /// Those that are over.
    Over,
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
    /// The accounts that play.
    pub accounts: Vec<AccountId>,
    /// Does the computer make the first move?
    pub computer_is_asked: bool,
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
    /// Since when it waits for an administrator.
    pub judged_since: Option<Timestamp>,
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
    pub command: Option<CommandRecord>,
    /// What happens, at least one event.
    pub events: Vec<Value>,
    /// When a flag falls then.
    pub deadline: Option<Timestamp>,
    /// Since when an administrator is waited for then.
    pub judged_since: Option<Timestamp>,
    /// Is the computer to move or to answer then?
    pub computer_is_asked: bool,
    /// Does the game end with them?
    pub ends: bool,
    /// The ratings that change with its end.
    pub change: Option<RatedGame>,
    /// Another game that begins with them.
    pub begins: Option<NewGame>,
    /// The act of an administrator that they are.
    pub act: Option<NewAuditEntry>,
}

impl Append {
    /// One event, after the one with this number, and nothing else.
    #[must_use]
    pub fn event(game: GameId, after: u64, at: Timestamp, event: Value) -> Self {
        Self {
            game,
            after,
            at,
            command: None,
            events: vec![event],
            deadline: None,
            judged_since: None,
            computer_is_asked: false,
            ends: false,
            change: None,
            begins: None,
            act: None,
        }
    }
}

/// A command of a client, which may be sent twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandRecord {
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
