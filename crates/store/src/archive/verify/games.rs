//! Games with all that belongs to them, read from three tables at once.

use std::collections::VecDeque;

use crate::archive::error::ArchiveError;
use crate::archive::rows::{Reader, Scan};
use crate::archive::tables::{COMMAND, GAME, GAME_EVENT, Table};
use crate::archive::value::{Row, Value};

/// A game with all that belongs to it.
pub(super) struct Whole {
    pub(super) id: Value,
    /// None: there are only events or commands of it.
    pub(super) game: Option<Row>,
    pub(super) events: Vec<Row>,
    pub(super) commands: Vec<Row>,
}

/// All games, in the order of their ids. All three tables are in that order.
pub(super) struct Games {
    games: Stream,
    events: Stream,
    commands: Stream,
}

impl Games {
    pub(super) fn begin(source: &mut dyn Reader) -> Result<Self, ArchiveError> {
        Ok(Self {
            games: Stream::begin(source, &GAME)?,
            events: Stream::begin(source, &GAME_EVENT)?,
            commands: Stream::begin(source, &COMMAND)?,
        })
    }

    /// The next game; nothing after the last.
    pub(super) fn next(&mut self, source: &mut dyn Reader) -> Result<Option<Whole>, ArchiveError> {
        let mut first: Option<Value> = None;
        for stream in [&mut self.games, &mut self.events, &mut self.commands] {
            let id = stream.peek(source)?;
            if let Some(id) = id
                && first.as_ref().is_none_or(|first| id.order(first).is_lt())
            {
                first = Some(id.clone());
            }
        }
        let Some(id) = first else { return Ok(None) };
        let game = self.games.of(source, &id)?.pop();
        let (events, commands) = (self.events.of(source, &id)?, self.commands.of(source, &id)?);
        Ok(Some(Whole { id, game, events, commands }))
    }
}

/// A table that is read, some rows ahead.
struct Stream {
    scan: Scan,
    rows: VecDeque<Row>,
}

impl Stream {
    fn begin(source: &mut dyn Reader, table: &'static Table) -> Result<Self, ArchiveError> {
        Ok(Self { scan: source.scan(table, None)?, rows: VecDeque::new() })
    }

    /// The game of the next row.
    fn peek(&mut self, source: &mut dyn Reader) -> Result<Option<&Value>, ArchiveError> {
        if self.rows.is_empty() {
            self.rows = source.next(&mut self.scan)?.into();
        }
        Ok(self.rows.front().and_then(|row| row.first()))
    }

    /// The next rows, as far as they are of this game.
    fn of(&mut self, source: &mut dyn Reader, id: &Value) -> Result<Vec<Row>, ArchiveError> {
        let mut rows = Vec::new();
        while self.peek(source)? == Some(id) {
            rows.extend(self.rows.pop_front());
        }
        Ok(rows)
    }
}
