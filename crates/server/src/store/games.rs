//! Games as they are stored.

use prometheus_client::metrics::histogram::Histogram;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::judging::NewAct;
use super::{Answer, NewChange};
use crate::id::{AccountId, GameId};
use crate::time::Timestamp;

/// Where games are kept.
pub trait Games: Send + Sync {
    /// Begins a game and gives it the next number.
    fn create_game(&self, game: NewGame) -> Answer<'_, StoredGame>;

    /// A game by its id.
    fn game(&self, id: GameId) -> Answer<'_, Option<StoredGame>>;

    /// A game by its number.
    fn game_by_number(&self, number: u64) -> Answer<'_, Option<StoredGame>>;

    /// Games of an account with numbers below `before`, the newest first; at most `limit`.
    fn games_of(
        &self,
        account: AccountId,
        which: Which,
        before: u64,
        limit: usize,
    ) -> Answer<'_, Vec<StoredGame>>;

    /// Games that go on, with numbers below `before`, the newest first; at most `limit`.
    fn games_going_on(&self, before: u64, limit: usize) -> Answer<'_, Vec<StoredGame>>;

    /// How many games go on.
    fn count_going_on(&self) -> Answer<'_, u64>;

    /// Games in which the computer is to move or to answer, with numbers above `after`; at most `limit`.
    fn games_for_computer(&self, after: u64, limit: usize) -> Answer<'_, Vec<StoredGame>>;

    /// Games that wait for an administrator, the longest waiting first; at most `limit`.
    fn games_to_judge(&self, limit: usize) -> Answer<'_, Vec<StoredGame>>;

    /// The events of a game after the one with this number, in order; at most `limit`.
    fn events(&self, game: GameId, after: u64, limit: usize) -> Answer<'_, Vec<StoredEvent>>;

    /// Adds events to a game, if its last one is the one that the caller saw last.
    fn append(&self, append: Append) -> Answer<'_, Appended>;

    /// What became of a command: [`Appended::Before`] or [`Appended::OtherCommand`]; nothing if it was never carried out.
    fn command(&self, game: GameId, command: Command) -> Answer<'_, Option<Appended>>;

    /// How far games have come: the numbers of their last events.
    fn heads(&self, games: Vec<GameId>) -> Answer<'_, Vec<(GameId, u64)>>;

    /// Takes it upon oneself to think for the computer in a game until then; false: it is not asked, or somebody else does.
    fn claim_for_computer(&self, game: GameId, now: Timestamp, until: Timestamp) -> Answer<'_, bool>;

    /// How many times this process has made something durable.
    fn commits(&self) -> u64;

    /// How many jobs became durable together each time, where that is counted.
    fn batch_sizes(&self) -> Option<Histogram> {
        None
    }

    /// The connections to where it is kept, if it is kept elsewhere.
    fn pool(&self) -> Option<Pool> {
        None
    }

    /// Games whose deadline has passed, the longest overdue first; at most `limit`.
    fn overdue(&self, now: Timestamp, limit: usize) -> Answer<'_, Vec<GameId>>;
}

/// The connections of a store to its server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pool {
    /// Those at work.
    pub used: usize,
    /// Those that are free.
    pub idle: usize,
    /// How many wait for one.
    pub wanted: usize,
}

/// Which of somebody's games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// All.
    All,
    /// Those that go on.
    GoingOn,
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
    pub command: Option<Command>,
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
    pub change: Option<NewChange>,
    /// Another game that begins with them.
    pub begins: Option<NewGame>,
    /// The act of an administrator that they are.
    pub act: Option<NewAct>,
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
