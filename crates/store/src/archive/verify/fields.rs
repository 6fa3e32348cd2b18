//! The columns of a row, by their names. What is not what it should be is told in words.

use crate::archive::tables::Table;
use crate::archive::value::Value;

/// A row, and what its columns are called.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    table: &'a Table,
    row: &'a [Value],
}

impl<'a> Fields<'a> {
    pub(super) fn new(table: &'a Table, row: &'a [Value]) -> Self {
        Self { table, row }
    }

    fn value(&self, column: &str) -> &'a Value {
        self.table.place(column).and_then(|place| self.row.get(place)).unwrap_or(&Value::Null)
    }

    /// A text that must be there.
    pub(super) fn text(&self, column: &str) -> Result<&'a str, String> {
        match self.value(column) {
            Value::Text(text) => Ok(text),
            other => Err(format!("{column} should be a text, and is {other}")),
        }
    }

    /// A text that is one of those that are understood.
    pub(super) fn parsed<T: std::str::FromStr>(&self, column: &str) -> Result<T, String> {
        let text = self.text(column)?;
        text.parse().map_err(|_| format!("{column} is {text:?}, which is not known here"))
    }

    /// A number, or nothing.
    pub(super) fn number(&self, column: &str) -> Result<Option<i64>, String> {
        match self.value(column) {
            Value::Null => Ok(None),
            Value::Integer(number) => Ok(Some(*number)),
            other => Err(format!("{column} should be a number, and is {other}")),
        }
    }

    /// A number that must be there.
    pub(super) fn integer(&self, column: &str) -> Result<i64, String> {
        self.number(column)?.ok_or_else(|| format!("{column} is missing"))
    }

    /// A number with a fraction.
    pub(super) fn real(&self, column: &str) -> Result<f64, String> {
        match self.value(column) {
            Value::Real(number) => Ok(*number),
            other => Err(format!("{column} should be a number, and is {other}")),
        }
    }

    /// Is there nothing?
    pub(super) fn is_null(&self, column: &str) -> bool {
        *self.value(column) == Value::Null
    }
}
