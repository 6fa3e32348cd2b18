//! Accounts and credentials.

use rusqlite::{Connection, OptionalExtension, Result, Row, params};

use super::{execute, first, list, parsed, time};
use crate::folded_name::folded;
use crate::records::{Account, Credential, CredentialKind, NewAccount, NewCredential};
use play::id::{AccountId, CredentialId};
use play::role::Role;
use play::time::Timestamp;

const ACCOUNT: &str = "select id, name, created_at, email, role, closed_at from account";
const CREDENTIAL: &str = "id, account, kind, label, scopes, created_at, last_used_at, expires_at";

/// Returns whether a row was written: false if the name is taken.
fn unless_taken(result: Result<usize>) -> Result<bool> {
    match result {
        Ok(rows) => Ok(rows == 1),
        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation) => {
            Ok(false)
        }
        Err(error) => Err(error),
    }
}

pub(crate) fn create_account(connection: &Connection, new: NewAccount) -> Result<bool> {
    let mut insert = connection.prepare_cached(concat!(
        "insert into account (id, name, created_at, password, email, role) select ?1, ?2, ?3, ?4, ?5, ?6 ",
        "where not exists (select 1 from account where name is not null and ",
        folded!("name"),
        " = ",
        folded!("?2"),
        ")"
    ))?;
    let role = new.role.as_str();
    let NewAccount { id, name, created_at, password, email, .. } = new;
    unless_taken(insert.execute(params![id.as_str(), name, created_at.0, password, email, role]))
}

pub(crate) fn name_guest(connection: &Connection, new: NewAccount) -> Result<bool> {
    let mut update = connection.prepare_cached(concat!(
        "update account set name = ?2, password = ?3, email = ?4 where id = ?1 and name is null ",
        "and not exists (select 1 from account where name is not null and ",
        folded!("name"),
        " = ",
        folded!("?2"),
        ")"
    ))?;
    let is_named = unless_taken(update.execute(params![new.id.as_str(), new.name, new.password, new.email]))?;
    if is_named {
        revoke_credentials(connection, new.id)?;
    }
    Ok(is_named)
}

pub(crate) fn account(connection: &Connection, id: AccountId) -> Result<Option<Account>> {
    first(connection, &format!("{ACCOUNT} where id = ?1"), [id.as_str()], |row| account_from_row(row, 0))
}

pub(crate) fn account_by_name(connection: &Connection, name: String) -> Result<Option<Account>> {
    first(connection, &format!("{ACCOUNT} where name = ?1"), [name], |row| account_from_row(row, 0))
}

pub(crate) fn names(
    connection: &Connection,
    ids: Vec<AccountId>,
) -> Result<Vec<(AccountId, Option<String>, Role)>> {
    let mut query = connection.prepare_cached("select name, role from account where id = ?1")?;
    let mut found = Vec::new();
    for id in ids {
        let row = query.query_row([id.as_str()], |row| Ok((row.get(0)?, parsed(row, 1)?))).optional()?;
        found.extend(row.map(|(name, role)| (id, name, role)));
    }
    Ok(found)
}

pub(crate) fn password(connection: &Connection, id: AccountId) -> Result<Option<String>> {
    let mut query = connection.prepare_cached("select password from account where id = ?1")?;
    Ok(query.query_row([id.as_str()], |row| row.get::<_, Option<String>>(0)).optional()?.flatten())
}

pub(crate) fn set_password(connection: &Connection, id: AccountId, hash: String) -> Result<()> {
    execute(connection, "update account set password = ?2 where id = ?1", params![id.as_str(), hash])?;
    revoke_credentials(connection, id)
}

fn revoke_credentials(connection: &Connection, account: AccountId) -> Result<()> {
    execute(connection, "delete from access_key where account = ?1", [account.as_str()]).map(drop)
}

pub(crate) fn set_email(connection: &Connection, id: AccountId, email: Option<String>) -> Result<()> {
    execute(connection, "update account set email = ?2 where id = ?1", params![id.as_str(), email]).map(drop)
}

pub(crate) fn set_role(connection: &Connection, id: AccountId, role: Role) -> Result<()> {
    execute(connection, "update account set role = ?2 where id = ?1", params![id.as_str(), role.as_str()])
        .map(drop)
}

pub(crate) fn create_credential(connection: &Connection, new: NewCredential) -> Result<()> {
    let credential = &new.credential;
    let expires_at = credential.expires_at.map(|time| time.0);
    execute(
        connection,
        &format!(
            "insert into access_key ({CREDENTIAL}, secret_hash) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
        ),
        params![
            credential.id.as_str(),
            credential.account.as_str(),
            credential.kind.as_str(),
            credential.label,
            credential.scopes,
            credential.created_at.0,
            credential.last_used_at.0,
            expires_at,
            new.secret_hash
        ],
    )
    .map(drop)
}

pub(crate) fn credential(
    connection: &Connection,
    secret_hash: String,
    now: Timestamp,
) -> Result<Option<(Credential, Account)>> {
    first(
        connection,
        "select k.id, k.account, k.kind, k.label, k.scopes, k.created_at, k.last_used_at, k.expires_at, \
         a.id, a.name, a.created_at, a.email, a.role, a.closed_at \
         from access_key k join account a on a.id = k.account \
         where k.secret_hash = ?1 and (k.expires_at is null or k.expires_at > ?2) and a.closed_at is null",
        params![secret_hash, now.0],
        |row| Ok((credential_from_row(row)?, account_from_row(row, 8)?)),
    )
}

pub(crate) fn touch_credential(
    connection: &Connection,
    id: CredentialId,
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<()> {
    execute(
        connection,
        "update access_key set last_used_at = max(last_used_at, ?2), \
         expires_at = case kind when 'session' then ?3 else expires_at end where id = ?1",
        params![id.as_str(), now.0, expires_at.0],
    )
    .map(drop)
}

pub(crate) fn credentials(
    connection: &Connection,
    account: AccountId,
    kind: CredentialKind,
) -> Result<Vec<Credential>> {
    list(
        connection,
        &format!(
            "select {CREDENTIAL} from access_key where account = ?1 and kind = ?2 order by created_at desc limit 1000"
        ),
        params![account.as_str(), kind.as_str()],
        credential_from_row,
    )
}

pub(crate) fn revoke_credential(
    connection: &Connection,
    account: AccountId,
    id: CredentialId,
) -> Result<bool> {
    let deleted = execute(
        connection,
        "delete from access_key where account = ?1 and id = ?2",
        params![account.as_str(), id.as_str()],
    )?;
    Ok(deleted == 1)
}

/// Reads an account from the columns of a row that start at index `from`.
fn account_from_row(row: &Row<'_>, from: usize) -> Result<Account> {
    Ok(Account {
        id: parsed(row, from)?,
        name: row.get(from + 1)?,
        created_at: Timestamp(row.get(from + 2)?),
        email: row.get(from + 3)?,
        role: parsed(row, from + 4)?,
        closed_at: time(row, from + 5)?,
    })
}

fn credential_from_row(row: &Row<'_>) -> Result<Credential> {
    let kind: String = row.get(2)?;
    Ok(Credential {
        id: parsed(row, 0)?,
        account: parsed(row, 1)?,
        kind: if kind == CredentialKind::Session.as_str() {
            CredentialKind::Session
        } else {
            CredentialKind::Token
        },
        label: row.get(3)?,
        scopes: row.get(4)?,
        created_at: Timestamp(row.get(5)?),
        last_used_at: Timestamp(row.get(6)?),
        expires_at: time(row, 7)?,
    })
}
