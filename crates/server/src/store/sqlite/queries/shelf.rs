//! House rules that people keep.

use rusqlite::{Connection, OptionalExtension, Row, params};
use serde_json::Value;

use super::{json, number, parsed};
use crate::id::{AccountId, ShelfId};
use crate::store::Shelved;
use crate::time::Timestamp;

const SHELF: &str = "select id, account, name, rules, saved_at from shelf";

pub(in super::super) fn shelve(
    connection: &Connection,
    new: &Shelved,
    most: usize,
) -> rusqlite::Result<Option<Shelved>> {
    let others: i64 = connection
        .prepare_cached("select count(*) from shelf where account = ?1 and name <> ?2")?
        .query_row(params![new.account.as_str(), new.name], |row| row.get(0))?;
    if others >= number(most as u64) {
        return Ok(None);
    }
    connection
        .prepare_cached(
            "insert into shelf (id, account, name, rules, saved_at) values (?1, ?2, ?3, ?4, ?5) \
             on conflict (account, name) do update set rules = excluded.rules, saved_at = excluded.saved_at",
        )?
        .execute(params![
            new.id.as_str(),
            new.account.as_str(),
            new.name,
            Value::Object(new.rules.clone()).to_string(),
            new.saved_at.0
        ])?;
    connection
        .prepare_cached(&format!("{SHELF} where account = ?1 and name = ?2"))?
        .query_row(params![new.account.as_str(), new.name], stored)
        .map(Some)
}

pub(in super::super) fn shelf(connection: &Connection, account: AccountId) -> rusqlite::Result<Vec<Shelved>> {
    connection
        .prepare_cached(&format!("{SHELF} where account = ?1 order by name"))?
        .query_map([account.as_str()], stored)?
        .collect()
}

pub(in super::super) fn shelved(connection: &Connection, id: ShelfId) -> rusqlite::Result<Option<Shelved>> {
    connection.prepare_cached(&format!("{SHELF} where id = ?1"))?.query_row([id.as_str()], stored).optional()
}

pub(in super::super) fn unshelve(
    connection: &Connection,
    account: AccountId,
    id: ShelfId,
) -> rusqlite::Result<bool> {
    let gone = connection
        .prepare_cached("delete from shelf where account = ?1 and id = ?2")?
        .execute(params![account.as_str(), id.as_str()])?;
    Ok(gone == 1)
}

fn stored(row: &Row<'_>) -> rusqlite::Result<Shelved> {
    let rules = match json(row, 3)? {
        Value::Object(rules) => rules,
        // Only objects are ever written.
        _ => serde_json::Map::new(),
    };
    let saved_at = Timestamp(row.get(4)?);
    Ok(Shelved { id: parsed(row, 0)?, account: parsed(row, 1)?, name: row.get(2)?, rules, saved_at })
}
