//! The columns of a row, by name. Faults are described for people.

use crate::archive::tables::Table;
use crate::archive::value::Value;

/// A row with the names of its columns.
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
        self.table.column_index(column).and_then(|index| self.row.get(index)).unwrap_or(&Value::Null)
    }

    /// Returns a text, which must not be null.
    pub(super) fn text(&self, column: &str) -> Result<&'a str, String> {
        match self.value(column) {
            Value::Text(text) => Ok(text),
            other => Err(format!("{column} should be a text, and is {other}")),
        }
    }

    /// Returns a text, or `None` for null.
    pub(super) fn optional_text(&self, column: &str) -> Result<Option<&'a str>, String> {
        if self.is_null(column) { Ok(None) } else { self.text(column).map(Some) }
    }

    /// Returns bytes, which must not be null.
    pub(super) fn bytes(&self, column: &str) -> Result<&'a [u8], String> {
        match self.value(column) {
            Value::Bytes(bytes) => Ok(bytes),
            other => Err(format!("{column} should be bytes, and is {other}")),
        }
    }

    /// Returns a parsed text.
    pub(super) fn parsed<T: std::str::FromStr>(&self, column: &str) -> Result<T, String> {
        let text = self.text(column)?;
        text.parse().map_err(|_| format!("{column} is {text:?}, which is not known here"))
    }

    /// Returns a number, or `None` for null.
    pub(super) fn optional_integer(&self, column: &str) -> Result<Option<i64>, String> {
        match self.value(column) {
            Value::Null => Ok(None),
            Value::Integer(number) => Ok(Some(*number)),
            other => Err(format!("{column} should be a number, and is {other}")),
        }
    }

    /// Returns a number, which must not be null.
    pub(super) fn integer(&self, column: &str) -> Result<i64, String> {
        self.optional_integer(column)?.ok_or_else(|| format!("{column} is missing"))
    }

    /// Returns a floating-point number.
    pub(super) fn real(&self, column: &str) -> Result<f64, String> {
        match self.value(column) {
            Value::Real(number) => Ok(*number),
            other => Err(format!("{column} should be a number, and is {other}")),
        }
    }

    /// Returns whether a column is null.
    pub(super) fn is_null(&self, column: &str) -> bool {
        *self.value(column) == Value::Null
    }
}
