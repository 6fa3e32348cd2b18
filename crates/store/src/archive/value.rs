//! Rows as plain values.

use std::cmp::Ordering;
use std::fmt;

use super::tables::Table;

/// What stands in a column of a row.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Nothing.
    Null,
    /// A number or a time; 0 and 1 for false and true.
    Integer(i64),
    /// A rating.
    Real(f64),
    /// A text.
    Text(String),
    /// What should be a text, and is none: the database is damaged.
    Garbage(Vec<u8>),
}

/// A row of a table, its columns in the order of the description.
pub type Row = Vec<Value>;

impl Value {
    /// The order of both databases: what is nothing first, texts by their bytes.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Integer(one), Self::Integer(other)) => one.cmp(other),
            (Self::Real(one), Self::Real(other)) => one.total_cmp(other),
            (Self::Text(one), Self::Text(other)) => one.cmp(other),
            (Self::Garbage(one), Self::Garbage(other)) => one.cmp(other),
            _ => self.rank().cmp(&other.rank()),
        }
    }

    fn rank(&self) -> u8 {
        match self {
            Self::Null => 0,
            Self::Integer(_) | Self::Real(_) => 1,
            Self::Text(_) => 2,
            Self::Garbage(_) => 3,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("nothing"),
            Self::Integer(number) => number.fmt(f),
            Self::Real(number) => number.fmt(f),
            // Whole rule sets are texts, too.
            Self::Text(text) if text.chars().count() > 60 => {
                write!(f, "{}…", text.chars().take(60).collect::<String>())
            }
            Self::Text(text) => f.write_str(text),
            Self::Garbage(bytes) => write!(f, "{} bytes that are no text", bytes.len()),
        }
    }
}

/// GameFilter of two rows of a table comes first.
pub(super) fn order(table: &Table, one: &[Value], other: &[Value]) -> Ordering {
    let columns = table.order().len();
    let pairs = one.iter().zip(other).take(columns);
    pairs.map(|(one, other)| one.order(other)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// How a row is called: by its table and its key.
pub(super) fn name(table: &Table, row: &[Value]) -> String {
    let key: Vec<String> = row.iter().take(table.order().len()).map(ToString::to_string).collect();
    format!("{} ({})", table.name, key.join(", "))
}

/// A key as a text, for the note of how far a copy has come.
pub(super) fn key_text(key: &[Value]) -> String {
    let json = |value: &Value| match value {
        Value::Integer(number) => (*number).into(),
        Value::Text(text) => text.as_str().into(),
        // No key has any of these.
        Value::Null | Value::Real(_) | Value::Garbage(_) => serde_json::Value::Null,
    };
    serde_json::Value::Array(key.iter().map(json).collect()).to_string()
}

/// The key that was noted.
pub(super) fn key_of(text: &str) -> Option<Vec<Value>> {
    let noted: Vec<serde_json::Value> = serde_json::from_str(text).ok()?;
    let plain = |value: serde_json::Value| match value {
        serde_json::Value::String(text) => Some(Value::Text(text)),
        other => other.as_i64().map(Value::Integer),
    };
    noted.into_iter().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::tables::COMMAND;

    #[test]
    fn rows_are_ordered_by_the_bytes_of_their_keys_and_nothing_comes_first() {
        let row = |id: &str| vec![Value::Text("g".to_owned()), Value::Text(id.to_owned())];
        // As SQLite orders them, and PostgreSQL by the collation C.
        for (one, other) in [("A", "a"), ("B", "a"), ("a", "a "), ("a-b", "aa"), ("z", "ä"), ("ä", "–")] {
            assert_eq!(order(&COMMAND, &row(one), &row(other)), Ordering::Less, "{one} {other}");
        }
        assert_eq!(Value::Null.order(&Value::Integer(i64::MIN)), Ordering::Less);
        assert_eq!(name(&COMMAND, &row("x 1")), "command (g, x 1)");
    }

    #[test]
    fn a_key_survives_its_note() {
        let key = vec![Value::Text("\"a\", – \u{0}".to_owned()), Value::Integer(i64::MAX)];
        assert_eq!(key_of(&key_text(&key)), Some(key));
        assert_eq!(key_of("no note"), None);
    }
}
