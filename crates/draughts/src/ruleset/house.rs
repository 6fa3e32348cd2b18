//! House rules: a named rule set and its differences, as JSON.
//!
//! ```json
//! { "base": "russian", "name": "Our club", "capture": { "priority": ["most-pieces"] } }
//! ```
//!
//! Objects are merged field by field, everything else (lists too) replaces what the base has. A whole
//! rule set without a base is read as well.

use std::borrow::Cow;
use std::fmt;

use serde_json::{Map, Value};
use serde_path_to_error::{Path, Segment};

use super::{RuleConflicts, RuleSet};
use crate::variant::{self, UnknownRuleSet};

/// The longest house rule that is read. Real ones have a few hundred bytes.
pub const LONGEST: usize = 64 * 1024;

/// Why a house rule was not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HouseRuleError {
    /// It is longer than [`LONGEST`] bytes.
    TooLong,
    /// There is nothing in it.
    Empty,
    /// It is not JSON.
    Syntax(String),
    /// It is JSON, but not an object.
    NotAnObject,
    /// The base is not a named rule set.
    UnknownBase(UnknownRuleSet),
    /// The base is not a string.
    BaseNotText,
    /// Fields that rule sets do not have, or values that do not fit.
    Fields(Vec<FieldFault>),
    /// The fields contradict each other.
    Conflicts(RuleConflicts),
}

/// What is wrong with a field of a house rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldFault {
    /// The path of the field: `capture.removal`.
    pub path: String,
    /// What is wrong.
    pub message: String,
}

/// Reads a house rule and checks it.
pub fn read(json: &str) -> Result<RuleSet, HouseRuleError> {
    if json.len() > LONGEST {
        return Err(HouseRuleError::TooLong);
    }
    // Some editors put an invisible mark before a text.
    let json = json.trim_start_matches('\u{feff}');
    if json.trim().is_empty() {
        return Err(HouseRuleError::Empty);
    }
    let value: Value =
        serde_json::from_str(json).map_err(|error| HouseRuleError::Syntax(error.to_string()))?;
    let Value::Object(mut differences) = value else { return Err(HouseRuleError::NotAnObject) };
    let rules = match differences.shift_remove("base") {
        None => whole(differences)?,
        Some(Value::String(base)) => {
            let base = variant::find(&base).map_err(HouseRuleError::UnknownBase)?;
            composed(base, differences)?
        }
        Some(_) => return Err(HouseRuleError::BaseNotText),
    };
    match rules.check() {
        conflicts if conflicts.is_empty() => Ok(rules),
        conflicts => Err(HouseRuleError::Conflicts(RuleConflicts(conflicts))),
    }
}

/// A rule set that brings every field itself.
fn whole(fields: Map<String, Value>) -> Result<RuleSet, HouseRuleError> {
    serde_path_to_error::deserialize(Value::Object(fields)).map_err(|error| {
        let path = error.path().to_string();
        let mut message = in_words(&error.into_inner().to_string());
        if path.eq_ignore_ascii_case("base") {
            message = "rule sets have no such field; the nearest is \"base\", in small letters".to_owned();
        } else if path == "." {
            message += "; or start from a named rule set with \"base\" and give the differences only";
        }
        HouseRuleError::Fields(vec![FieldFault { path, message }])
    })
}

/// The base with the differences in it. Every field that is wrong is told.
fn composed(base: &RuleSet, differences: Map<String, Value>) -> Result<RuleSet, HouseRuleError> {
    let unreadable = |error: serde_json::Error| HouseRuleError::Syntax(error.to_string());
    let base = serde_json::to_value(named_anew(base, &differences)).map_err(unreadable)?;
    let mut whole = base.clone();
    let mut faults = Vec::new();
    merge(&mut whole, Value::Object(differences), "", &mut faults);
    // A value that does not fit is told and put back to the base's, so that the next one is found.
    loop {
        match serde_path_to_error::deserialize(whole.clone()) {
            Ok(rules) if faults.is_empty() => return Ok(rules),
            Ok(_) => return Err(HouseRuleError::Fields(faults)),
            Err(error) => {
                let restored = restore(&mut whole, &base, error.path());
                let path = error.path().to_string();
                faults.push(FieldFault { path, message: in_words(&error.into_inner().to_string()) });
                if !restored {
                    return Err(HouseRuleError::Fields(faults));
                }
            }
        }
    }
}

/// A house rule is not its base: it gets a name and an id of its own where it brings none.
fn named_anew(base: &RuleSet, differences: &Map<String, Value>) -> RuleSet {
    let mut house = base.clone();
    if differences.is_empty() {
        return house;
    }
    house.name = Cow::Owned(format!("House rules after {}", base.name));
    house.source = Cow::Owned(format!("House rules; base: {}", base.source));
    let id = differences.get("name").and_then(Value::as_str).map(id_of);
    let free = id.filter(|id| !id.is_empty() && variant::find(id).is_err());
    house.id = Cow::Owned(free.unwrap_or_else(|| format!("house-{}", base.id)));
    house
}

/// "Our club, 1984" becomes `our-club-1984`.
fn id_of(name: &str) -> String {
    let simple: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' }).collect();
    let id = simple.split_whitespace().collect::<Vec<_>>().join("-");
    id.chars().take(64).collect()
}

/// Puts the differences into the base; what has no place there is a fault.
fn merge(into: &mut Value, difference: Value, path: &str, faults: &mut Vec<FieldFault>) {
    let mut fault =
        |message: &str| faults.push(FieldFault { path: path.to_owned(), message: message.to_owned() });
    match (into, difference) {
        (Value::Object(into), Value::Object(difference)) => {
            for (key, value) in difference {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                match into.get_mut(&key) {
                    Some(field) => merge(field, value, &path, faults),
                    None => {
                        let message = format!(
                            "rule sets have no such field; the nearest is \"{}\"",
                            nearest(&key, into)
                        );
                        faults.push(FieldFault { path, message });
                    }
                }
            }
        }
        (Value::Object(_), _) => fault("an object is needed here, such as {\"field\": \"value\"}"),
        (Value::Array(into), Value::Array(difference)) => *into = difference,
        (Value::Array(_), _) => fault("a list is needed here, such as [\"value\", \"value\"]"),
        (into, difference) => *into = difference,
    }
}

/// Puts the field on this path back to what the base has; says whether that changed anything.
fn restore(whole: &mut Value, base: &Value, path: &Path) -> bool {
    let (mut whole, mut base) = (whole, base);
    for segment in path.iter() {
        let Segment::Map { key } = segment else { break };
        match (whole.get_mut(key), base.get(key)) {
            (Some(_), Some(inner)) => base = inner,
            _ => break,
        }
        // Looked up again because the compiler does not follow the borrow through the match.
        let Some(inner) = whole.get_mut(key) else { return false };
        whole = inner;
    }
    let changes = whole != base;
    *whole = base.clone();
    changes
}

fn nearest(key: &str, fields: &Map<String, Value>) -> String {
    let likeness = |field: &&str| (strsim::jaro_winkler(&key.to_lowercase(), field) * 1e6) as u64;
    let base = fields.contains_key("board").then_some("base");
    let names = fields.keys().map(String::as_str).chain(base);
    names.max_by_key(likeness).unwrap_or_default().to_owned()
}

/// What serde says, in words for people who do not write Rust.
fn in_words(message: &str) -> String {
    let words = [
        ("expected u8", "expected a whole number from 0 to 255"),
        ("expected u16", "expected a whole number from 0 to 65535"),
        ("expected struct variant", "expected an object with fields: "),
        ("expected struct ", "expected an object: "),
        ("expected a sequence", "expected a list such as [\"value\", \"value\"]"),
        ("expected string or map", "expected a text"),
        ("map with a single key", "an object with one field"),
        ("unknown variant", "unknown value"),
        ("unit variant", "a text"),
        ("invalid type: ", "found "),
        ("invalid value: ", "found "),
    ];
    words.iter().fold(message.to_owned(), |text, (from, to)| text.replace(from, to))
}

impl fmt::Display for HouseRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const EXAMPLE: &str = "{\"base\": \"russian\", \"name\": \"Our club\"}";
        match self {
            Self::TooLong => write!(f, "the house rule is longer than the {LONGEST} bytes that are read"),
            Self::Empty => write!(f, "there is nothing in it; a house rule is JSON such as {EXAMPLE}"),
            Self::Syntax(error) => write!(f, "the house rule is not JSON: {error}"),
            Self::NotAnObject => write!(f, "a house rule is a JSON object such as {EXAMPLE}"),
            Self::UnknownBase(unknown) => write!(f, "base: {unknown}"),
            Self::BaseNotText => {
                f.write_str("base: the id of a named rule set is needed, such as \"russian\"")
            }
            Self::Fields(faults) => {
                let sentences: Vec<String> = faults.iter().map(ToString::to_string).collect();
                f.write_str(&sentences.join("\n"))
            }
            Self::Conflicts(conflicts) => conflicts.fmt(f),
        }
    }
}

impl fmt::Display for FieldFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path == "." {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.path, self.message)
        }
    }
}

impl std::error::Error for HouseRuleError {}
