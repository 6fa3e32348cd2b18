//! Warnings, closed accounts, and the audit log.

use std::borrow::Cow;

use deadpool_postgres::GenericClient;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::{column, number, parsed, parsed_or_none, text, time, unreadable, unsigned};
use crate::postgres::error::PostgresError;
use crate::postgres::pool::Pool;
use crate::postgres::replicas::Replicas;
use crate::postgres::session::rows;
use crate::records::{AuditEntry, NewAuditEntry, Warning};
use play::id::AccountId;
use play::moderator_action::ModeratorAction;
use play::time::Timestamp;

/// Returns a statement that adds an audit entry, with [`AuditValues`] as its first parameters. Further changes precede
/// it.
macro_rules! record {
    ($with:literal) => {
        concat!(
            $with,
            " insert into act (at, admin, what, game, account, reason) values ($1, $2, $3, $4, $5, $6)"
        )
    };
}

/// The parameters of an audit entry.
struct AuditValues<'a> {
    entry: &'a NewAuditEntry,
    admin: &'a str,
    action: String,
    game: Option<String>,
    account: Option<String>,
    reason: Cow<'a, str>,
}

impl<'a> AuditValues<'a> {
    fn new(entry: &'a NewAuditEntry) -> Result<Self, PostgresError> {
        let unexpected = |error: serde_json::Error| PostgresError::Unexpected(error.to_string());
        let action = serde_json::to_value(entry.action).map_err(unexpected)?;
        Ok(Self {
            entry,
            admin: entry.admin.as_str(),
            action: action.as_str().unwrap_or_default().to_owned(),
            game: entry.game.map(|game| game.to_string()),
            account: entry.account.map(|account| account.to_string()),
            reason: text(&entry.reason),
        })
    }

    fn values(&self) -> [&(dyn ToSql + Sync); 6] {
        [&self.entry.at.0, &self.admin, &self.action, &self.game, &self.account, &self.reason]
    }
}

/// Adds an audit entry within a transaction.
pub(crate) async fn record(client: &impl GenericClient, entry: &NewAuditEntry) -> Result<(), PostgresError> {
    rows(client, record!(""), &AuditValues::new(entry)?.values()).await?;
    Ok(())
}

pub(crate) async fn warn(pool: &Pool, account: AccountId, entry: NewAuditEntry) -> Result<(), PostgresError> {
    let warn =
        record!("with warned as (insert into warning (account, at, game, reason) values ($7, $1, $4, $6))");
    let record = AuditValues::new(&entry)?;
    let [a, b, c, d, e, f] = record.values();
    pool.write(warn, &[a, b, c, d, e, f, &account.as_str()]).await?;
    Ok(())
}

pub(crate) async fn warnings(replicas: &Replicas, account: AccountId) -> Result<Vec<Warning>, PostgresError> {
    let query = "select at, game, reason from warning where account = $1 order by at desc limit 100";
    let found = replicas.read(query, &[&account.as_str()]).await?;
    let warning =
        |row| Ok(Warning { at: time(row, 0)?, game: parsed_or_none(row, 1)?, reason: column(row, 2)? });
    found.iter().map(warning).collect()
}

pub(crate) async fn close_account(
    pool: &Pool,
    account: AccountId,
    closed_at: Option<Timestamp>,
    entry: NewAuditEntry,
) -> Result<(), PostgresError> {
    let close = record!(
        "with closed as (update account set closed_at = $8::bigint where id = $7),
              revoked as (delete from access_key where account = $7 and $8::bigint is not null)"
    );
    let record = AuditValues::new(&entry)?;
    let [a, b, c, d, e, f] = record.values();
    pool.write(close, &[a, b, c, d, e, f, &account.as_str(), &closed_at.map(|time| time.0)]).await?;
    Ok(())
}

pub(crate) async fn audit_entries(
    replicas: &Replicas,
    before: u64,
    limit: usize,
) -> Result<Vec<AuditEntry>, PostgresError> {
    let query =
        "select id, at, admin, what, game, account, reason from act where id < $1 order by id desc limit $2";
    let found = replicas.read(query, &[&number(before), &number(limit as u64)]).await?;
    found.iter().map(audit_entry_from_row).collect()
}

fn audit_entry_from_row(row: &Row) -> Result<AuditEntry, PostgresError> {
    let action: &str = column(row, 3)?;
    let action: ModeratorAction =
        serde_json::from_value(action.into()).map_err(|error| unreadable(row, 3, &error))?;
    Ok(AuditEntry {
        id: unsigned(row, 0)?,
        entry: NewAuditEntry {
            at: time(row, 1)?,
            admin: parsed(row, 2)?,
            action,
            game: parsed_or_none(row, 4)?,
            account: parsed_or_none(row, 5)?,
            reason: column(row, 6)?,
        },
    })
}
