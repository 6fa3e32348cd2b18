//! Rows as plain values.

use std::cmp::Ordering;
use std::fmt;

use super::tables::Table;

/// The value of a column in a row.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// No value.
    Null,
    /// A number, a time, or a boolean as 0 or 1.
    Integer(i64),
    /// A rating.
    Real(f64),
    /// A text.
    Text(String),
    /// A compressed log.
    Bytes(Vec<u8>),
    /// Bytes that should be text and are not valid UTF-8: the database is damaged.
    InvalidText(Vec<u8>),
}

/// A row of a table, with the columns in the order of the description.
pub type Row = Vec<Value>;

impl Value {
    /// Compares values as both databases do: nulls first, texts by their bytes.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Integer(one), Self::Integer(other)) => one.cmp(other),
            (Self::Real(one), Self::Real(other)) => one.total_cmp(other),
            (Self::Text(one), Self::Text(other)) => one.cmp(other),
            (Self::Bytes(one), Self::Bytes(other)) | (Self::InvalidText(one), Self::InvalidText(other)) => {
                one.cmp(other)
            }
            _ => self.rank().cmp(&other.rank()),
        }
    }

    fn rank(&self) -> u8 {
        match self {
            Self::Null => 0,
            Self::Integer(_) | Self::Real(_) => 1,
            Self::Text(_) => 2,
            Self::Bytes(_) => 3,
            Self::InvalidText(_) => 4,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("nothing"),
            Self::Integer(number) => number.fmt(f),
            Self::Real(number) => number.fmt(f),
            // Texts can be long: rule sets are stored as JSON.
            Self::Text(text) if text.chars().count() > 60 => {
                write!(f, "{}…", text.chars().take(60).collect::<String>())
            }
            Self::Text(text) => f.write_str(text),
            Self::Bytes(bytes) => write!(f, "{} bytes", bytes.len()),
            Self::InvalidText(bytes) => write!(f, "{} bytes that are no text", bytes.len()),
        }
    }
}

/// Compares two rows of a table by their keys.
pub(super) fn order(table: &Table, one: &[Value], other: &[Value]) -> Ordering {
    let columns = table.order_columns().len();
    let pairs = one.iter().zip(other).take(columns);
    pairs.map(|(one, other)| one.order(other)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// Returns the name of a row: its table and its key.
pub(super) fn name(table: &Table, row: &[Value]) -> String {
    let key: Vec<String> = row.iter().take(table.order_columns().len()).map(ToString::to_string).collect();
    format!("{} ({})", table.name, key.join(", "))
}

/// Returns a key as JSON, for the recorded progress of a copy.
pub(super) fn key_to_json(key: &[Value]) -> String {
    let json = |value: &Value| match value {
        Value::Integer(number) => (*number).into(),
        Value::Text(text) => text.as_str().into(),
        // Keys contain no such values.
        Value::Null | Value::Real(_) | Value::Bytes(_) | Value::InvalidText(_) => serde_json::Value::Null,
    };
    serde_json::Value::Array(key.iter().map(json).collect()).to_string()
}

/// Parses a recorded key.
pub(super) fn key_from_json(text: &str) -> Option<Vec<Value>> {
    let values: Vec<serde_json::Value> = serde_json::from_str(text).ok()?;
    let convert = |value: serde_json::Value| match value {
        serde_json::Value::String(text) => Some(Value::Text(text)),
        other => other.as_i64().map(Value::Integer),
    };
    values.into_iter().map(convert).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::tables::COMMAND;

    #[test]
    fn rows_are_ordered_by_the_bytes_of_their_keys() {
        let row = |id: &str| vec![Value::Text("g".to_owned()), Value::Text(id.to_owned())];
        // As SQLite orders them, and PostgreSQL by the collation C.
        for (one, other) in [("A", "a"), ("B", "a"), ("a", "a "), ("a-b", "aa"), ("z", "ä"), ("ä", "–")] {
            assert_eq!(order(&COMMAND, &row(one), &row(other)), Ordering::Less, "{one} {other}");
        }
        assert_eq!(Value::Null.order(&Value::Integer(i64::MIN)), Ordering::Less);
        assert_eq!(name(&COMMAND, &row("x 1")), "command (g, x 1)");
    }

    #[test]
    fn keys_round_trip_through_json() {
        let key = vec![Value::Text("\"a\", – \u{0}".to_owned()), Value::Integer(i64::MAX)];
        assert_eq!(key_from_json(&key_to_json(&key)), Some(key));
        assert_eq!(key_from_json("not JSON"), None);
    }
}
