//! The queries: one function for each operation.

#![allow(clippy::needless_pass_by_value, reason = "functions have the signatures of their operations")]

pub(crate) mod accounts;
pub(crate) mod append;
pub(crate) mod archived_logs;
pub(crate) mod challenges;
pub(crate) mod cleanup;
pub(crate) mod cluster;
pub(crate) mod games;
pub(crate) mod moderation;
pub(crate) mod nodes;
pub(crate) mod ratings;
pub(crate) mod saved_rules;

use std::borrow::Cow;
use std::fmt::Display;
use std::str::FromStr;

use serde_json::Value;
use tokio_postgres::Row;
use tokio_postgres::types::FromSql;

use super::error::PostgresError;
use play::time::Timestamp;

fn column<'a, T: FromSql<'a>>(row: &'a Row, index: usize) -> Result<T, PostgresError> {
    row.try_get(index).map_err(|error| unreadable(row, index, &super::error::describe(&error)))
}

/// Returns a number that is never negative.
fn unsigned(row: &Row, index: usize) -> Result<u64, PostgresError> {
    let number: i64 = column(row, index)?;
    u64::try_from(number).map_err(|error| unreadable(row, index, &error))
}

fn json(row: &Row, index: usize) -> Result<Value, PostgresError> {
    let text: &str = column(row, index)?;
    serde_json::from_str(text).map_err(|error| unreadable(row, index, &error))
}

fn parsed<T: FromStr<Err: Display>>(row: &Row, index: usize) -> Result<T, PostgresError> {
    let text: &str = column(row, index)?;
    text.parse().map_err(|error| unreadable(row, index, &error))
}

fn parsed_or_none<T: FromStr<Err: Display>>(row: &Row, index: usize) -> Result<Option<T>, PostgresError> {
    let text: Option<&str> = column(row, index)?;
    text.map(|text| text.parse().map_err(|error| unreadable(row, index, &error))).transpose()
}

fn time(row: &Row, index: usize) -> Result<Timestamp, PostgresError> {
    column(row, index).map(Timestamp)
}

fn time_or_none(row: &Row, index: usize) -> Result<Option<Timestamp>, PostgresError> {
    Ok(column::<Option<i64>>(row, index)?.map(Timestamp))
}

fn unreadable(row: &Row, index: usize, reason: &dyn Display) -> PostgresError {
    let name = row.columns().get(index).map_or("?", |column| column.name());
    PostgresError::Unreadable(format!("the column {name} cannot be read: {reason}"))
}

/// Converts a number, limited to the maximum of the database.
fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Returns a text that the server can store: it replaces the zero character, which PostgreSQL does not allow, by
/// U+FFFD.
fn text(text: &str) -> Cow<'_, str> {
    if text.contains('\0') { Cow::Owned(text.replace('\0', "\u{fffd}")) } else { Cow::Borrowed(text) }
}

fn text_or_none(value: Option<&String>) -> Option<Cow<'_, str>> {
    value.map(|value| text(value))
}

/// Returns the first row, if there is one.
fn first(rows: &[Row]) -> Option<&Row> {
    rows.first()
}
