//! Games with their events, archived logs and commands, read from four tables in parallel.

use std::collections::VecDeque;

use crate::archive::error::ArchiveError;
use crate::archive::rows::{Reader, Scan};
use crate::archive::tables::{ARCHIVED_LOG, COMMAND, GAME, GAME_EVENT, Table};
use crate::archive::value::{Row, Value};

/// The rows of a game.
pub(super) struct GameRecords {
    pub(super) id: Value,
    /// `None` if there are only events or commands.
    pub(super) game: Option<Row>,
    pub(super) archived: Option<Row>,
    /// The events that are not archived.
    pub(super) events: Vec<Row>,
    pub(super) commands: Vec<Row>,
}

/// All games in the order of their ids, which all tables share.
pub(super) struct GameStream {
    games: TableStream,
    archived: TableStream,
    events: TableStream,
    commands: TableStream,
}

impl GameStream {
    pub(super) fn start(source: &mut dyn Reader) -> Result<Self, ArchiveError> {
        Ok(Self {
            games: TableStream::start(source, &GAME)?,
            archived: TableStream::start(source, &ARCHIVED_LOG)?,
            events: TableStream::start(source, &GAME_EVENT)?,
            commands: TableStream::start(source, &COMMAND)?,
        })
    }

    /// Returns the next game; `None` after the last.
    pub(super) fn next(&mut self, source: &mut dyn Reader) -> Result<Option<GameRecords>, ArchiveError> {
        let mut first: Option<Value> = None;
        for stream in [&mut self.games, &mut self.archived, &mut self.events, &mut self.commands] {
            let id = stream.peek(source)?;
            if let Some(id) = id
                && first.as_ref().is_none_or(|first| id.order(first).is_lt())
            {
                first = Some(id.clone());
            }
        }
        let Some(id) = first else { return Ok(None) };
        let game = self.games.take_game(source, &id)?.pop();
        let archived = self.archived.take_game(source, &id)?.pop();
        let (events, commands) = (self.events.take_game(source, &id)?, self.commands.take_game(source, &id)?);
        Ok(Some(GameRecords { id, game, archived, events, commands }))
    }
}

/// A buffered scan of a table.
struct TableStream {
    scan: Scan,
    rows: VecDeque<Row>,
}

impl TableStream {
    fn start(source: &mut dyn Reader, table: &'static Table) -> Result<Self, ArchiveError> {
        Ok(Self { scan: source.scan(table, None)?, rows: VecDeque::new() })
    }

    /// Returns the game id of the next row.
    fn peek(&mut self, source: &mut dyn Reader) -> Result<Option<&Value>, ArchiveError> {
        if self.rows.is_empty() {
            self.rows = source.next(&mut self.scan)?.into();
        }
        Ok(self.rows.front().and_then(|row| row.first()))
    }

    /// Returns the next rows of this game.
    fn take_game(&mut self, source: &mut dyn Reader, id: &Value) -> Result<Vec<Row>, ArchiveError> {
        let mut rows = Vec::new();
        while self.peek(source)? == Some(id) {
            rows.extend(self.rows.pop_front());
        }
        Ok(rows)
    }
}
