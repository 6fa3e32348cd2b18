//! What is asked of the database. Nothing here commits: the writer does, for many at a time.

pub(super) mod challenges;
pub(super) mod games;
pub(super) mod judging;
pub(super) mod nodes;
pub(super) mod people;
pub(super) mod ratings;
pub(super) mod shelf;

use std::str::FromStr;

use rusqlite::Row;
use serde_json::Value;

use crate::time::Timestamp;

fn json(row: &Row<'_>, column: usize) -> rusqlite::Result<Value> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| unreadable(column, error))
}

fn parsed<T: FromStr<Err: std::error::Error + Send + Sync + 'static>>(
    row: &Row<'_>,
    column: usize,
) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    text.parse().map_err(|error| unreadable(column, error))
}

fn parsed_or_none<T: FromStr<Err: std::error::Error + Send + Sync + 'static>>(
    row: &Row<'_>,
    column: usize,
) -> rusqlite::Result<Option<T>> {
    let text: Option<String> = row.get(column)?;
    text.map(|text| text.parse().map_err(|error| unreadable(column, error))).transpose()
}

fn time(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Timestamp>> {
    Ok(row.get::<_, Option<i64>>(column)?.map(Timestamp))
}

fn unreadable(column: usize, error: impl std::error::Error + Send + Sync + 'static) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, Box::new(error))
}

/// Numbers beyond what the database knows are as good as its greatest.
fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
