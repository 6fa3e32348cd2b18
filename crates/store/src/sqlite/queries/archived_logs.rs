//! Archived event logs.

use rusqlite::{Connection, Result, params};

use super::{execute, first, list, number, parsed};
use crate::archived_log::decode;
use crate::records::{ArchivableGame, ArchivedLog, StoredEvent};
use play::id::GameId;
use play::time::Timestamp;

pub(crate) fn archivable_games(
    connection: &Connection,
    before: Timestamp,
    after: Option<ArchivableGame>,
    limit: usize,
) -> Result<Vec<ArchivableGame>> {
    let query = "select id, number, ended_at, seq from game g \
         where ended_at <= ?1 and (ended_at, number) > (?2, ?3) and judged_since is null and computer_is_asked = 0 \
         and not exists (select 1 from archived_log where game = g.id) order by ended_at, number limit ?4";
    let (ended_at, last) = after.map_or((i64::MIN, 0), |after| (after.ended_at.0, number(after.number)));
    list(connection, query, params![before.0, ended_at, last, number(limit as u64)], |row| {
        Ok(ArchivableGame {
            id: parsed(row, 0)?,
            number: row.get(1)?,
            ended_at: Timestamp(row.get(2)?),
            seq: row.get(3)?,
        })
    })
}

pub(crate) fn archive_logs(connection: &Connection, logs: Vec<ArchivedLog>) -> Result<()> {
    for log in logs {
        let (game, last) = (log.game.as_str(), number(log.last));
        execute(
            connection,
            "insert into archived_log (game, last, events) values (?1, ?2, ?3)",
            params![game, last, log.events],
        )?;
        execute(connection, "delete from game_event where game = ?1 and seq <= ?2", params![game, last])?;
        execute(connection, "delete from command where game = ?1 and seq <= ?2", params![game, last])?;
    }
    Ok(())
}

/// Returns the archived events of a game after number `after`.
pub(super) fn archived_events(connection: &Connection, game: GameId, after: u64) -> Result<Vec<StoredEvent>> {
    let query = "select events from archived_log where game = ?1 and last > ?2";
    let found: Option<Vec<u8>> =
        first(connection, query, params![game.as_str(), number(after)], |row| row.get(0))?;
    let Some(bytes) = found else { return Ok(Vec::new()) };
    let mut events = decode(&bytes).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Blob, Box::new(error))
    })?;
    events.retain(|event| event.seq > after);
    Ok(events)
}
