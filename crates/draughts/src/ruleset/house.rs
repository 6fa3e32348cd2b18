//! House rules: a named rule set and its differences, as JSON.
//!
//! ```json
//! { "base": "russian", "name": "Our club", "capture": { "priority": ["most-pieces"] } }
//! ```
//!
//! Objects are merged field by field, everything else (lists too) replaces what the base has.

use std::borrow::Cow;
use std::fmt;

use serde_json::{Map, Value};

use super::{RuleConflict, RuleSet};
use crate::variant::{self, UnknownRuleSet};

/// The longest house rule that is read. Real ones have a few hundred bytes.
pub const LONGEST: usize = 64 * 1024;

/// Why a house rule was not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HouseRuleError {
    /// It is longer than [`LONGEST`] bytes.
    TooLong,
    /// It is not JSON.
    Syntax(String),
    /// It is JSON, but not an object.
    NotAnObject,
    /// The base is not a named rule set.
    UnknownBase(UnknownRuleSet),
    /// The base is not a string.
    BaseNotText,
    /// A field that rule sets do not have.
    UnknownField {
        /// The path of the field.
        path: String,
        /// The field of that object most like it.
        nearest: String,
    },
    /// A field with a value that does not fit.
    Value {
        /// The path of the field.
        path: String,
        /// What is wrong.
        message: String,
    },
    /// The fields contradict each other.
    Conflicts(Vec<RuleConflict>),
}

/// Reads a house rule and checks it.
pub fn read(json: &str) -> Result<RuleSet, HouseRuleError> {
    if json.len() > LONGEST {
        return Err(HouseRuleError::TooLong);
    }
    let value: Value =
        serde_json::from_str(json).map_err(|error| HouseRuleError::Syntax(error.to_string()))?;
    let Value::Object(mut differences) = value else { return Err(HouseRuleError::NotAnObject) };
    let whole = match differences.shift_remove("base") {
        None => Value::Object(differences),
        Some(Value::String(base)) => {
            let base = variant::find(&base).map_err(HouseRuleError::UnknownBase)?;
            compose(base, differences)?
        }
        Some(_) => return Err(HouseRuleError::BaseNotText),
    };
    let rules: RuleSet = serde_path_to_error::deserialize(whole).map_err(|error| {
        let path = error.path().to_string();
        HouseRuleError::Value { path, message: in_words(&error.into_inner().to_string()) }
    })?;
    match rules.check() {
        conflicts if conflicts.is_empty() => Ok(rules),
        conflicts => Err(HouseRuleError::Conflicts(conflicts)),
    }
}

/// What serde says, in words for people who do not write Rust.
fn in_words(message: &str) -> String {
    let words = [
        ("expected u8", "expected a whole number from 0 to 255"),
        ("expected u16", "expected a whole number from 0 to 65535"),
        ("unknown variant", "unknown value"),
        ("invalid type: ", "found "),
        ("invalid value: ", "found "),
    ];
    let mut text = words.iter().fold(message.to_owned(), |text, (from, to)| text.replace(from, to));
    if text.starts_with("missing field") {
        text += "; start from a named rule set with \"base\" and give the differences only";
    }
    text
}

/// The base with the differences in it.
fn compose(base: &RuleSet, mut differences: Map<String, Value>) -> Result<Value, HouseRuleError> {
    // A house rule is not its base: it gets a name and an id of its own where it brings none.
    let changed = !differences.is_empty();
    let mut house = base.clone();
    if changed {
        house.name = Cow::Owned(format!("House rules after {}", base.name));
        house.source = Cow::Owned(format!("House rules; base: {}", base.source));
        house.id = Cow::Owned(format!("house-{}", base.id));
    }
    if let Some(Value::String(name)) = differences.get("name")
        && !differences.contains_key("id")
    {
        let id = id_of(name);
        if !id.is_empty() && variant::find(&id).is_err() {
            differences.insert("id".into(), Value::String(id));
        }
    }
    let mut whole = serde_json::to_value(&house)
        .map_err(|error| HouseRuleError::Value { path: String::new(), message: error.to_string() })?;
    merge(&mut whole, Value::Object(differences), "")?;
    Ok(whole)
}

/// "Our club, 1984" becomes `our-club-1984`.
fn id_of(name: &str) -> String {
    let simple: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' }).collect();
    let id = simple.split_whitespace().collect::<Vec<_>>().join("-");
    id.chars().take(64).collect()
}

fn merge(into: &mut Value, difference: Value, path: &str) -> Result<(), HouseRuleError> {
    match (into, difference) {
        (Value::Object(into), Value::Object(difference)) => {
            for (key, value) in difference {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                let Some(field) = into.get_mut(&key) else {
                    return Err(HouseRuleError::UnknownField { path, nearest: nearest(&key, into) });
                };
                merge(field, value, &path)?;
            }
        }
        (into, difference) => *into = difference,
    }
    Ok(())
}

fn nearest(key: &str, fields: &Map<String, Value>) -> String {
    let likeness = |field: &&String| (strsim::jaro_winkler(key, field) * 1e6) as u64;
    fields.keys().max_by_key(likeness).cloned().unwrap_or_default()
}

impl fmt::Display for HouseRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "the house rule is longer than the {LONGEST} bytes that are read"),
            Self::Syntax(error) => write!(f, "the house rule is not JSON: {error}"),
            Self::NotAnObject => f.write_str(
                "a house rule is a JSON object such as {\"base\": \"russian\", \"name\": \"Our club\"}",
            ),
            Self::UnknownBase(unknown) => write!(f, "base: {unknown}"),
            Self::BaseNotText => {
                f.write_str("base: the id of a named rule set is needed, such as \"russian\"")
            }
            Self::UnknownField { path, nearest } => {
                write!(f, "{path}: rule sets have no such field; the nearest is \"{nearest}\"")
            }
            Self::Value { path, message } if path.is_empty() || path == "." => f.write_str(message),
            Self::Value { path, message } => write!(f, "{path}: {message}"),
            Self::Conflicts(conflicts) => {
                for (i, conflict) in conflicts.iter().enumerate() {
                    let line = if i == 0 { "" } else { "\n" };
                    write!(f, "{line}{conflict}")?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for HouseRuleError {}
