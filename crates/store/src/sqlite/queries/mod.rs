//! The queries: one function for each operation. They do not commit; the writer commits many at a time.

#![allow(clippy::needless_pass_by_value, reason = "functions have the signatures of their operations")]

pub(crate) mod accounts;
pub(crate) mod archived_logs;
pub(crate) mod challenges;
pub(crate) mod cleanup;
pub(crate) mod games;
pub(crate) mod moderation;
pub(crate) mod nodes;
pub(crate) mod ratings;
pub(crate) mod saved_rules;

use std::str::FromStr;

use rusqlite::{Connection, OptionalExtension, Params, Result, Row};
use serde_json::Value;

use play::time::Timestamp;

/// Executes a statement. Returns the number of changed rows.
fn execute(connection: &Connection, sql: &str, values: impl Params) -> Result<usize> {
    connection.prepare_cached(sql)?.execute(values)
}

/// Returns the first row of a query, if there is one.
fn first<T>(
    connection: &Connection,
    sql: &str,
    values: impl Params,
    read: impl FnOnce(&Row<'_>) -> Result<T>,
) -> Result<Option<T>> {
    connection.prepare_cached(sql)?.query_row(values, read).optional()
}

/// Returns all rows of a query.
fn list<T>(
    connection: &Connection,
    sql: &str,
    values: impl Params,
    read: impl FnMut(&Row<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    connection.prepare_cached(sql)?.query_map(values, read)?.collect()
}

fn json(row: &Row<'_>, column: usize) -> Result<Value> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| unreadable(column, error))
}

fn parsed<T: FromStr<Err: std::error::Error + Send + Sync + 'static>>(
    row: &Row<'_>,
    column: usize,
) -> Result<T> {
    let text: String = row.get(column)?;
    text.parse().map_err(|error| unreadable(column, error))
}

fn parsed_or_none<T: FromStr<Err: std::error::Error + Send + Sync + 'static>>(
    row: &Row<'_>,
    column: usize,
) -> Result<Option<T>> {
    let text: Option<String> = row.get(column)?;
    text.map(|text| text.parse().map_err(|error| unreadable(column, error))).transpose()
}

fn time(row: &Row<'_>, column: usize) -> Result<Option<Timestamp>> {
    Ok(row.get::<_, Option<i64>>(column)?.map(Timestamp))
}

fn unreadable(column: usize, error: impl std::error::Error + Send + Sync + 'static) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, Box::new(error))
}

/// Converts a number, limited to the maximum of the database.
fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Returns how SQLite runs a query on a new site.
#[cfg(test)]
fn plan(query: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let connection = super::open_migrated(&folder.path().join("site.db")).expect("a database");
    let mut plan = connection.prepare(&format!("explain query plan {query}")).expect("a query");
    let values = vec![1; plan.parameter_count()];
    let rows = plan.query_map(rusqlite::params_from_iter(values), |row| row.get::<_, String>(3));
    rows.and_then(Iterator::collect::<Result<Vec<_>>>).expect("a plan").join("\n")
}
