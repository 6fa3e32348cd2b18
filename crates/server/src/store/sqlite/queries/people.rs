//! Accounts and keys.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{parsed, time};
use crate::id::{AccountId, KeyId};
use crate::store::{Account, Key, KeyKind, NewAccount, NewKey, Role};
use crate::time::Timestamp;

const ACCOUNT: &str = "select id, name, created_at, email, role, closed_at from account";
const KEY: &str = "id, account, kind, label, scopes, created_at, last_used_at, expires_at";

/// A name that is taken is no trouble with the database.
fn unless_taken(done: rusqlite::Result<usize>) -> rusqlite::Result<bool> {
    match done {
        Ok(rows) => Ok(rows == 1),
        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation) => {
            Ok(false)
        }
        Err(error) => Err(error),
    }
}

pub(in super::super) fn create(connection: &Connection, new: &NewAccount) -> rusqlite::Result<bool> {
    let mut insert = connection.prepare_cached(
        "insert into account (id, name, created_at, password, email, role) values (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    let role = new.role.as_str();
    let NewAccount { id, name, created_at, password, email, .. } = new;
    unless_taken(insert.execute(params![id.as_str(), name, created_at.0, password, email, role]))
}

pub(in super::super) fn name_guest(connection: &Connection, new: &NewAccount) -> rusqlite::Result<bool> {
    let mut update = connection.prepare_cached(
        "update account set name = ?2, password = ?3, email = ?4 where id = ?1 and name is null",
    )?;
    unless_taken(update.execute(params![new.id.as_str(), new.name, new.password, new.email]))
}

pub(in super::super) fn account(connection: &Connection, id: AccountId) -> rusqlite::Result<Option<Account>> {
    connection
        .prepare_cached(&format!("{ACCOUNT} where id = ?1"))?
        .query_row([id.as_str()], |row| stored(row, 0))
        .optional()
}

pub(in super::super) fn by_name(connection: &Connection, name: &str) -> rusqlite::Result<Option<Account>> {
    connection
        .prepare_cached(&format!("{ACCOUNT} where name = ?1"))?
        .query_row([name], |row| stored(row, 0))
        .optional()
}

pub(in super::super) fn names(
    connection: &Connection,
    ids: &[AccountId],
) -> rusqlite::Result<Vec<(AccountId, Option<String>, Role)>> {
    let mut query = connection.prepare_cached("select name, role from account where id = ?1")?;
    let mut found = Vec::new();
    for id in ids {
        let row = query.query_row([id.as_str()], |row| Ok((row.get(0)?, parsed(row, 1)?))).optional()?;
        found.extend(row.map(|(name, role)| (*id, name, role)));
    }
    Ok(found)
}

pub(in super::super) fn password(connection: &Connection, id: AccountId) -> rusqlite::Result<Option<String>> {
    let mut query = connection.prepare_cached("select password from account where id = ?1")?;
    Ok(query.query_row([id.as_str()], |row| row.get::<_, Option<String>>(0)).optional()?.flatten())
}

pub(in super::super) fn set_password(
    connection: &Connection,
    id: AccountId,
    hash: &str,
    kept: Option<KeyId>,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached("update account set password = ?2 where id = ?1")?
        .execute(params![id.as_str(), hash])?;
    let kept = kept.map(|kept| kept.to_string()).unwrap_or_default();
    connection
        .prepare_cached("delete from access_key where account = ?1 and kind = 'session' and id <> ?2")?
        .execute(params![id.as_str(), kept])?;
    Ok(())
}

pub(in super::super) fn set_email(
    connection: &Connection,
    id: AccountId,
    email: Option<&str>,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached("update account set email = ?2 where id = ?1")?
        .execute(params![id.as_str(), email])?;
    Ok(())
}

pub(in super::super) fn set_role(connection: &Connection, id: AccountId, role: Role) -> rusqlite::Result<()> {
    connection
        .prepare_cached("update account set role = ?2 where id = ?1")?
        .execute(params![id.as_str(), role.as_str()])?;
    Ok(())
}

pub(in super::super) fn create_key(connection: &Connection, new: &NewKey) -> rusqlite::Result<()> {
    let key = &new.key;
    let expires_at = key.expires_at.map(|time| time.0);
    connection
        .prepare_cached(&format!(
            "insert into access_key ({KEY}, secret_hash) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
        ))?
        .execute(params![
            key.id.as_str(),
            key.account.as_str(),
            key.kind.as_str(),
            key.label,
            key.scopes,
            key.created_at.0,
            key.last_used_at.0,
            expires_at,
            new.secret_hash
        ])?;
    Ok(())
}

pub(in super::super) fn key(
    connection: &Connection,
    secret_hash: &str,
    now: Timestamp,
) -> rusqlite::Result<Option<(Key, Account)>> {
    connection
        .prepare_cached(
            "select k.id, k.account, k.kind, k.label, k.scopes, k.created_at, k.last_used_at, k.expires_at, \
             a.id, a.name, a.created_at, a.email, a.role, a.closed_at \
             from access_key k join account a on a.id = k.account \
             where k.secret_hash = ?1 and (k.expires_at is null or k.expires_at > ?2) and a.closed_at is null",
        )?
        .query_row(params![secret_hash, now.0], |row| Ok((stored_key(row)?, stored(row, 8)?)))
        .optional()
}

pub(in super::super) fn use_key(
    connection: &Connection,
    id: KeyId,
    now: Timestamp,
    expires_at: Timestamp,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "update access_key set last_used_at = max(last_used_at, ?2), \
             expires_at = case kind when 'session' then ?3 else expires_at end where id = ?1",
        )?
        .execute(params![id.as_str(), now.0, expires_at.0])?;
    Ok(())
}

pub(in super::super) fn forget_expired(connection: &Connection, now: Timestamp) -> rusqlite::Result<()> {
    connection.prepare_cached("delete from access_key where expires_at <= ?1")?.execute([now.0])?;
    Ok(())
}

pub(in super::super) fn keys(
    connection: &Connection,
    account: AccountId,
    kind: KeyKind,
) -> rusqlite::Result<Vec<Key>> {
    connection
        .prepare_cached(&format!(
            "select {KEY} from access_key where account = ?1 and kind = ?2 order by created_at desc limit 1000"
        ))?
        .query_map(params![account.as_str(), kind.as_str()], stored_key)?
        .collect()
}

pub(in super::super) fn revoke(
    connection: &Connection,
    account: AccountId,
    id: KeyId,
) -> rusqlite::Result<bool> {
    let removed = connection
        .prepare_cached("delete from access_key where account = ?1 and id = ?2")?
        .execute(params![account.as_str(), id.as_str()])?;
    Ok(removed == 1)
}

fn stored(row: &Row<'_>, from: usize) -> rusqlite::Result<Account> {
    Ok(Account {
        id: parsed(row, from)?,
        name: row.get(from + 1)?,
        created_at: Timestamp(row.get(from + 2)?),
        email: row.get(from + 3)?,
        role: parsed(row, from + 4)?,
        closed_at: time(row, from + 5)?,
    })
}

fn stored_key(row: &Row<'_>) -> rusqlite::Result<Key> {
    let kind: String = row.get(2)?;
    Ok(Key {
        id: parsed(row, 0)?,
        account: parsed(row, 1)?,
        kind: if kind == KeyKind::Session.as_str() { KeyKind::Session } else { KeyKind::Token },
        label: row.get(3)?,
        scopes: row.get(4)?,
        created_at: Timestamp(row.get(5)?),
        last_used_at: Timestamp(row.get(6)?),
        expires_at: time(row, 7)?,
    })
}
