//! What administrators do.

use rusqlite::{Connection, Row, params};

use super::{number, parsed, parsed_or_none, unreadable};
use crate::id::AccountId;
use crate::store::{Act, Deed, NewAct, Warning};
use crate::time::Timestamp;

pub(in super::super) fn record(connection: &Connection, act: &NewAct) -> rusqlite::Result<()> {
    let unwritable = |error: serde_json::Error| rusqlite::Error::ToSqlConversionFailure(Box::new(error));
    let deed = serde_json::to_value(act.deed).map_err(unwritable)?;
    connection
        .prepare_cached(
            "insert into act (at, admin, what, game, account, reason) values (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![
            act.at.0,
            act.admin.as_str(),
            deed.as_str(),
            act.game.map(|game| game.to_string()),
            act.account.map(|account| account.to_string()),
            act.reason
        ])?;
    Ok(())
}

pub(in super::super) fn warn(
    connection: &Connection,
    account: AccountId,
    act: &NewAct,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached("insert into warning (account, at, game, reason) values (?1, ?2, ?3, ?4)")?
        .execute(params![account.as_str(), act.at.0, act.game.map(|game| game.to_string()), act.reason])?;
    record(connection, act)
}

pub(in super::super) fn warnings(
    connection: &Connection,
    account: AccountId,
) -> rusqlite::Result<Vec<Warning>> {
    connection
        .prepare_cached("select at, game, reason from warning where account = ?1 order by at desc limit 100")?
        .query_map([account.as_str()], |row| {
            Ok(Warning { at: Timestamp(row.get(0)?), game: parsed_or_none(row, 1)?, reason: row.get(2)? })
        })?
        .collect()
}

pub(in super::super) fn close(
    connection: &Connection,
    account: AccountId,
    closed_at: Option<Timestamp>,
    act: &NewAct,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached("update account set closed_at = ?2 where id = ?1")?
        .execute(params![account.as_str(), closed_at.map(|time| time.0)])?;
    if closed_at.is_some() {
        connection
            .prepare_cached("delete from access_key where account = ?1")?
            .execute([account.as_str()])?;
    }
    record(connection, act)
}

pub(in super::super) fn acts(
    connection: &Connection,
    before: u64,
    limit: usize,
) -> rusqlite::Result<Vec<Act>> {
    connection
        .prepare_cached(
            "select id, at, admin, what, game, account, reason from act where id < ?1 order by id desc limit ?2",
        )?
        .query_map(params![number(before), number(limit as u64)], stored)?
        .collect()
}

fn stored(row: &Row<'_>) -> rusqlite::Result<Act> {
    let what: String = row.get(3)?;
    let deed: Deed = serde_json::from_value(what.into()).map_err(|error| unreadable(3, error))?;
    Ok(Act {
        id: row.get(0)?,
        act: NewAct {
            at: Timestamp(row.get(1)?),
            admin: parsed(row, 2)?,
            deed,
            game: parsed_or_none(row, 4)?,
            account: parsed_or_none(row, 5)?,
            reason: row.get(6)?,
        },
    })
}
