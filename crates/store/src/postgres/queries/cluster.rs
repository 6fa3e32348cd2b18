//! State that nodes share while they run: the time, a secret, and presence.

use super::{column, first, parsed, time_or_none};
use crate::postgres::error::PostgresError;
use crate::postgres::pool::Pool;
use crate::records::{NODE_TIMEOUT, PresenceRecord};
use play::id::{AccountId, GameId, NodeId};
use play::time::Timestamp;

pub(crate) async fn time(pool: &Pool) -> Result<Timestamp, PostgresError> {
    let rows =
        pool.read_exclusive("select (extract(epoch from clock_timestamp()) * 1000)::bigint", &[]).await?;
    first(&rows).map_or_else(
        || Err(PostgresError::Unexpected("the server did not return its time".to_owned())),
        |row| super::time(row, 0),
    )
}

pub(crate) async fn shared_secret(pool: &Pool, new: String) -> Result<String, PostgresError> {
    pool.write("insert into line (id, secret) values (1, $1) on conflict do nothing", &[&new]).await?;
    let rows = pool.write("select secret from line", &[]).await?;
    first(&rows).map(|row| Ok(row.try_get(0)?)).unwrap_or_else(|| Ok(new))
}

pub(crate) async fn record_presence(
    pool: &Pool,
    node: NodeId,
    game: GameId,
    account: AccountId,
    connections: u32,
    now: Timestamp,
) -> Result<(), PostgresError> {
    let record =
        "insert into attendance (game, account, node, connections, last_at) values ($1, $2, $3, $4, $5)
        on conflict (game, account, node) do update
        set connections = excluded.connections, last_at = greatest(attendance.last_at, excluded.last_at)";
    let (game, account, node) = (game.as_str(), account.as_str(), node.as_str());
    pool.write(record, &[&game, &account, &node, &count(connections), &now.0]).await?;
    Ok(())
}

pub(crate) async fn record_spectators(
    pool: &Pool,
    node: NodeId,
    game: GameId,
    spectators: u32,
) -> Result<(), PostgresError> {
    let record = "insert into spectators (game, node, number) values ($1, $2, $3)
        on conflict (game, node) do update set number = excluded.number";
    pool.write(record, &[&game.as_str(), &node.as_str(), &count(spectators)]).await?;
    Ok(())
}

pub(crate) async fn lease_cleanup(
    pool: &Pool,
    node: NodeId,
    now: Timestamp,
    until: Timestamp,
) -> Result<bool, PostgresError> {
    let lease = "insert into lease (name, holder, until) values ('cleanup', $1, $3)
        on conflict (name) do update set holder = excluded.holder, until = excluded.until
        where lease.holder = excluded.holder or lease.until <= $2 returning 1";
    Ok(!pool.write(lease, &[&node.as_str(), &now.0, &until.0]).await?.is_empty())
}

/// A player with a connection to a live node is present. A connection to a dead node ended with the last heartbeat of
/// the node.
pub(crate) async fn presence(
    pool: &Pool,
    game: GameId,
    now: Timestamp,
) -> Result<PresenceRecord, PostgresError> {
    let since = now.0 - NODE_TIMEOUT;
    let players = "select a.account, case when not bool_or(a.connections > 0 and coalesce(n.beat_at > $2, false))
            then max(case when a.connections > 0 then greatest(a.last_at, n.beat_at) else a.last_at end) end as left_at
        from attendance a left join node n on n.id = a.node
        where a.game = $1 group by a.account order by a.account collate \"C\"";
    let players = pool.read(players, &[&game.as_str(), &since]).await?;
    let players: Result<_, PostgresError> =
        players.iter().map(|row| Ok((parsed(row, 0)?, time_or_none(row, 1)?))).collect();
    let spectators = "select coalesce(sum(s.number), 0)::bigint
        from spectators s join node n on n.id = s.node where s.game = $1 and n.beat_at > $2";
    let spectators = pool.read(spectators, &[&game.as_str(), &since]).await?;
    let spectators: i64 = first(&spectators).map_or(Ok(0), |row| column(row, 0))?;
    Ok(PresenceRecord { players: players?, spectators: u32::try_from(spectators).unwrap_or(u32::MAX) })
}

pub(crate) async fn delete_absent(pool: &Pool, before: Timestamp) -> Result<(), PostgresError> {
    let delete = "with living as (
            select id from node where beat_at >= $1
        ), deleted_nodes as (
            delete from node where beat_at < $1
        ), deleted_presence as (
            delete from attendance
            where last_at < $1 and (connections = 0 or node not in (select id from living))
        )
        delete from spectators where number = 0 or node not in (select id from living)";
    pool.write(delete, &[&before.0]).await?;
    Ok(())
}

/// Converts a number, limited to the maximum of the column.
fn count(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
