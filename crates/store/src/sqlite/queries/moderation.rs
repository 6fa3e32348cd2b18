//! Warnings, closed accounts, and the audit log.

use rusqlite::{Connection, Result, Row, params};

use super::{execute, list, number, parsed, parsed_or_none, unreadable};
use crate::records::{AuditEntry, NewAuditEntry, Warning};
use play::id::AccountId;
use play::moderator_action::ModeratorAction;
use play::time::Timestamp;

/// Adds an audit entry.
pub(crate) fn record(connection: &Connection, entry: &NewAuditEntry) -> Result<()> {
    let unwritable = |error: serde_json::Error| rusqlite::Error::ToSqlConversionFailure(Box::new(error));
    let action = serde_json::to_value(entry.action).map_err(unwritable)?;
    execute(
        connection,
        "insert into act (at, admin, what, game, account, reason) values (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            entry.at.0,
            entry.admin.as_str(),
            action.as_str(),
            entry.game.map(|game| game.to_string()),
            entry.account.map(|account| account.to_string()),
            entry.reason
        ],
    )
    .map(drop)
}

pub(crate) fn warn(connection: &Connection, account: AccountId, entry: NewAuditEntry) -> Result<()> {
    execute(
        connection,
        "insert into warning (account, at, game, reason) values (?1, ?2, ?3, ?4)",
        params![account.as_str(), entry.at.0, entry.game.map(|game| game.to_string()), entry.reason],
    )?;
    record(connection, &entry)
}

pub(crate) fn warnings(connection: &Connection, account: AccountId) -> Result<Vec<Warning>> {
    list(
        connection,
        "select at, game, reason from warning where account = ?1 order by at desc limit 100",
        [account.as_str()],
        |row| Ok(Warning { at: Timestamp(row.get(0)?), game: parsed_or_none(row, 1)?, reason: row.get(2)? }),
    )
}

pub(crate) fn close_account(
    connection: &Connection,
    account: AccountId,
    closed_at: Option<Timestamp>,
    entry: NewAuditEntry,
) -> Result<()> {
    execute(
        connection,
        "update account set closed_at = ?2 where id = ?1",
        params![account.as_str(), closed_at.map(|time| time.0)],
    )?;
    if closed_at.is_some() {
        execute(connection, "delete from access_key where account = ?1", [account.as_str()])?;
    }
    record(connection, &entry)
}

pub(crate) fn audit_entries(connection: &Connection, before: u64, limit: usize) -> Result<Vec<AuditEntry>> {
    list(
        connection,
        "select id, at, admin, what, game, account, reason from act where id < ?1 order by id desc limit ?2",
        params![number(before), number(limit as u64)],
        audit_entry_from_row,
    )
}

fn audit_entry_from_row(row: &Row<'_>) -> Result<AuditEntry> {
    let action: String = row.get(3)?;
    let action: ModeratorAction =
        serde_json::from_value(action.into()).map_err(|error| unreadable(3, error))?;
    Ok(AuditEntry {
        id: row.get(0)?,
        entry: NewAuditEntry {
            at: Timestamp(row.get(1)?),
            admin: parsed(row, 2)?,
            action,
            game: parsed_or_none(row, 4)?,
            account: parsed_or_none(row, 5)?,
            reason: row.get(6)?,
        },
    })
}
