//! What is asked of the server: a function for each operation.

#![allow(clippy::needless_pass_by_value, reason = "functions take what their operations do")]

pub(crate) mod accounts;
pub(crate) mod appending;
pub(crate) mod challenges;
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

use super::failed::Failed;
use play::time::Timestamp;

fn column<'a, T: FromSql<'a>>(row: &'a Row, index: usize) -> Result<T, Failed> {
    row.try_get(index).map_err(|error| unreadable(row, index, &super::failed::words(&error)))
}

/// A number that is never below nothing.
fn unsigned(row: &Row, index: usize) -> Result<u64, Failed> {
    let number: i64 = column(row, index)?;
    u64::try_from(number).map_err(|error| unreadable(row, index, &error))
}

fn json(row: &Row, index: usize) -> Result<Value, Failed> {
    let text: &str = column(row, index)?;
    serde_json::from_str(text).map_err(|error| unreadable(row, index, &error))
}

fn parsed<T: FromStr<Err: Display>>(row: &Row, index: usize) -> Result<T, Failed> {
    let text: &str = column(row, index)?;
    text.parse().map_err(|error| unreadable(row, index, &error))
}

fn parsed_or_none<T: FromStr<Err: Display>>(row: &Row, index: usize) -> Result<Option<T>, Failed> {
    let text: Option<&str> = column(row, index)?;
    text.map(|text| text.parse().map_err(|error| unreadable(row, index, &error))).transpose()
}

fn time(row: &Row, index: usize) -> Result<Timestamp, Failed> {
    column(row, index).map(Timestamp)
}

fn time_or_none(row: &Row, index: usize) -> Result<Option<Timestamp>, Failed> {
    Ok(column::<Option<i64>>(row, index)?.map(Timestamp))
}

fn unreadable(row: &Row, index: usize, reason: &dyn Display) -> Failed {
    let name = row.columns().get(index).map_or("?", |column| column.name());
    Failed::Odd(format!("the column {name} cannot be read: {reason}"))
}

/// Numbers beyond what the database knows are as good as its greatest.
fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A text as the server can keep it: all characters but one, which nobody can see, and in whose place it can be seen that it
/// was there.
fn text(text: &str) -> Cow<'_, str> {
    if text.contains('\0') { Cow::Owned(text.replace('\0', "\u{fffd}")) } else { Cow::Borrowed(text) }
}

fn text_or_none(words: Option<&String>) -> Option<Cow<'_, str>> {
    words.map(|words| text(words))
}

/// The only row, or none.
fn only(rows: &[Row]) -> Option<&Row> {
    rows.first()
}
