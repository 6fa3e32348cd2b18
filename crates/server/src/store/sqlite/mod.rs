//! Games in a file of SQLite.
//!
//! One thread writes. It takes all that waits and commits it together: a commit waits for the disk, and a hundred games
//! can wait for the same one. Others read, each with a connection of its own.

mod migrate;
mod queries;
mod readers;
mod writer;

use std::path::Path;

use rusqlite::{Connection, ErrorCode};

use super::{Answer, Append, Appended, Command, NewGame, Store, StoreError, StoredEvent, StoredGame};
use crate::id::GameId;
use crate::time::Timestamp;
use readers::Readers;
use writer::Writer;

/// A store in a file.
pub struct SqliteStore {
    writer: Writer,
    readers: Readers,
}

impl SqliteStore {
    /// Opens a file, or makes one, and brings its tables up to date.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let mut connection = connect(path)?;
        migrate::migrate(&mut connection)?;
        Ok(Self { writer: Writer::start(connection)?, readers: Readers::start(path)? })
    }
}

/// A connection that waits for the disk before it says that something is written.
fn connect(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(path).map_err(trouble)?;
    connection.pragma_update(None, "journal_mode", "wal").map_err(trouble)?;
    connection.pragma_update(None, "synchronous", "full").map_err(trouble)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(trouble)?;
    connection.busy_timeout(std::time::Duration::from_secs(5)).map_err(trouble)?;
    Ok(connection)
}

/// What SQLite complains about, in our words.
#[allow(clippy::needless_pass_by_value, reason = "it is what errors are mapped with")]
fn trouble(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(
            ErrorCode::DiskFull | ErrorCode::ReadOnly | ErrorCode::SystemIoFailure | ErrorCode::CannotOpen,
        ) => StoreError::Unwritable(error.to_string()),
        _ => StoreError::Other(error.to_string()),
    }
}

impl Store for SqliteStore {
    fn create_game(&self, game: NewGame) -> Answer<'_, StoredGame> {
        self.writer.ask(move |connection| queries::create_game(connection, &game))
    }

    fn game(&self, id: GameId) -> Answer<'_, Option<StoredGame>> {
        self.readers.ask(move |connection| queries::game(connection, id))
    }

    fn game_by_number(&self, number: u64) -> Answer<'_, Option<StoredGame>> {
        self.readers.ask(move |connection| queries::game_by_number(connection, number))
    }

    fn events(&self, game: GameId, after: u64, limit: usize) -> Answer<'_, Vec<StoredEvent>> {
        self.readers.ask(move |connection| queries::events(connection, game, after, limit))
    }

    fn append(&self, append: Append) -> Answer<'_, Appended> {
        self.writer.ask(move |connection| queries::append(connection, &append))
    }

    fn command(&self, game: GameId, command: Command) -> Answer<'_, Option<Appended>> {
        self.readers.ask(move |connection| queries::known_command(connection, game, &command))
    }

    fn overdue(&self, now: Timestamp, limit: usize) -> Answer<'_, Vec<GameId>> {
        self.readers.ask(move |connection| queries::overdue(connection, now, limit))
    }
}
