//! Games, their events, and commands.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::moderation::NewAuditEntry;
use play::id::{AccountId, GameId};
use play::rated_game::RatedGame;
use play::time::Timestamp;

/// A filter for the games of an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameFilter {
    /// All games.
    All,
    /// Running games.
    Running,
    /// Games that are over.
    Over,
}

/// A game to create.
#[derive(Clone, PartialEq, Debug)]
pub struct NewGame {
    /// The id.
    pub id: GameId,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The complete rule set, as JSON.
    pub rules: String,
    /// The terms: players, time control, starting position.
    pub terms: Value,
    /// The accounts that play.
    pub accounts: Vec<AccountId>,
    /// Whether the computer makes the first move.
    pub awaits_engine: bool,
}

/// A stored game.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredGame {
    /// The id.
    pub id: GameId,
    /// The public number.
    pub number: u64,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The complete rule set, as JSON.
    pub rules: String,
    /// The hash of the rule set.
    pub rules_hash: String,
    /// The terms: players, time control, starting position.
    pub terms: Value,
    /// The number of the last event; 0 if there is none.
    pub seq: u64,
    /// The time at which a flag falls if nothing happens before.
    pub deadline: Option<Timestamp>,
    /// The time since which it waits for an administrator.
    pub awaits_admin_since: Option<Timestamp>,
    /// The time at which it ended.
    pub ended_at: Option<Timestamp>,
    /// The [final state](play::game::FinalState), as JSON; `None` while the game is running, and for games that ended
    /// before this was stored.
    pub final_state: Option<String>,
}

/// A stored event of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StoredEvent {
    /// The number within the game, from 1.
    pub seq: u64,
    /// The time at which the server received the cause.
    pub at: Timestamp,
    /// The event, as JSON.
    pub body: Value,
}

/// Events to append to a game, and the changes that are committed with them.
#[derive(Clone, PartialEq, Debug)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// The number of the last event that the caller has seen.
    pub after: u64,
    /// The time at which the server received the cause.
    pub at: Timestamp,
    /// The command that caused the events; `None` if the server did.
    pub command: Option<CommandRecord>,
    /// The events, at least one.
    pub events: Vec<Value>,
    /// The time at which the next flag falls.
    pub deadline: Option<Timestamp>,
    /// The time since which the game waits for an administrator.
    pub awaits_admin_since: Option<Timestamp>,
    /// Whether the computer is to move or to answer next.
    pub awaits_engine: bool,
    /// Whether the events end the game.
    pub ends: bool,
    /// The [final state](play::game::FinalState) after the events, as JSON, if the game is over.
    pub final_state: Option<String>,
    /// The rated result, which changes the ratings of both players.
    pub rated_game: Option<RatedGame>,
    /// The next game, such as a rematch, which is created with the events.
    pub next_game: Option<NewGame>,
    /// The audit entry, if an administrator caused the events.
    pub audit_entry: Option<NewAuditEntry>,
}

impl Append {
    /// Returns an append of one event after event number `after`, without any other change.
    #[must_use]
    pub fn event(game: GameId, after: u64, at: Timestamp, event: Value) -> Self {
        Self {
            game,
            after,
            at,
            command: None,
            events: vec![event],
            deadline: None,
            awaits_admin_since: None,
            awaits_engine: false,
            ends: false,
            final_state: None,
            rated_game: None,
            next_game: None,
            audit_entry: None,
        }
    }
}

/// A command of a client. The id makes it idempotent: a command that is sent twice is executed once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandRecord {
    /// The id, chosen by the client.
    pub id: String,
    /// The content of the command, of which only the hash is stored.
    pub content: String,
}

/// The outcome of an append.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AppendOutcome {
    /// The events are durable.
    Done {
        /// The number of the last event.
        seq: u64,
    },
    /// The command was executed before; nothing was appended.
    Duplicate {
        /// The number of the last event after the first execution.
        seq: u64,
    },
    /// Other events were appended after those that the caller has seen. The caller must read them and try again.
    Conflict {
        /// The number of the last event.
        seq: u64,
    },
    /// The id of the command was used for another command.
    CommandIdReused,
    /// The game does not exist.
    GameNotFound,
}
