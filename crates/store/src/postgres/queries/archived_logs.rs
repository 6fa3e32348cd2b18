//! Archived event logs.

use super::{number, parsed, time, unsigned};
use crate::postgres::error::PostgresError;
use crate::postgres::pool::Pool;
use crate::records::{ArchivableGame, ArchivedLog};
use play::time::Timestamp;

pub(crate) async fn archivable_games(
    pool: &Pool,
    before: Timestamp,
    after: Option<ArchivableGame>,
    limit: usize,
) -> Result<Vec<ArchivableGame>, PostgresError> {
    let query = "select id, number, ended_at, seq from game g
        where ended_at <= $1 and (ended_at, number) > ($2, $3) and judged_since is null and not computer_is_asked
        and not exists (select from archived_log where game = g.id) order by ended_at, number limit $4";
    let (ended_at, last) = after.map_or((i64::MIN, 0), |after| (after.ended_at.0, number(after.number)));
    let rows = pool.read(query, &[&before.0, &ended_at, &last, &number(limit as u64)]).await?;
    let game = |row| {
        Ok(ArchivableGame {
            id: parsed(row, 0)?,
            number: unsigned(row, 1)?,
            ended_at: time(row, 2)?,
            seq: unsigned(row, 3)?,
        })
    };
    rows.iter().map(game).collect()
}

/// One statement moves all logs or none.
pub(crate) async fn archive_logs(pool: &Pool, logs: Vec<ArchivedLog>) -> Result<(), PostgresError> {
    let archive = "with moved as (
            insert into archived_log (game, last, events)
            select * from unnest($1::text[], $2::bigint[], $3::bytea[]) returning game, last
        ), deleted_events as (
            delete from game_event e using moved m where e.game = m.game and e.seq <= m.last
        )
        delete from command c using moved m where c.game = m.game and c.seq <= m.last";
    let games: Vec<&str> = logs.iter().map(|log| log.game.as_str()).collect();
    let last: Vec<i64> = logs.iter().map(|log| number(log.last)).collect();
    let events: Vec<&[u8]> = logs.iter().map(|log| log.events.as_slice()).collect();
    pool.write(archive, &[&games, &last, &events]).await?;
    Ok(())
}
