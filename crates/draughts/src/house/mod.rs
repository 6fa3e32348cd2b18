//! House rules: a named rule set and its differences, as JSON.
//!
//! ```json
//! { "base": "russian", "name": "Our club", "capture": { "priority": ["most-pieces"] } }
//! ```
//!
//! Objects are merged field by field; other values, including lists, replace those of the base. A complete rule set
//! without a base is accepted as well.

mod error;
mod fields;

pub use error::{ExpectedValue, FieldError, FieldErrorKind, FoundValue, HouseRuleError, SyntaxError};

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use serde_json::{Map, Value};
use serde_path_to_error::{Path, Segment};

use crate::check::RuleConflicts;
use crate::ruleset::RuleSet;
use crate::variant;
use fields::{Fault, JsonDeserializer};

/// Maximum length of the JSON of house rules, in bytes. Typical ones have a few hundred.
pub const MAX_LEN: usize = 64 * 1024;

/// Parses and validates house rules.
pub fn parse(json: &str) -> Result<RuleSet, HouseRuleError> {
    if json.len() > MAX_LEN {
        return Err(HouseRuleError::TooLong);
    }
    // Some editors write a byte order mark.
    let json = json.trim_start_matches('\u{feff}');
    if json.trim().is_empty() {
        return Err(HouseRuleError::Empty);
    }
    let value: Value = serde_json::from_str(json).map_err(|error| syntax_error(&error))?;
    let Value::Object(mut differences) = value else { return Err(HouseRuleError::NotAnObject) };
    let rules = match differences.shift_remove("base") {
        None => parse_complete(differences)?,
        Some(Value::String(base)) => {
            let base = variant::find(&base).map_err(HouseRuleError::UnknownBase)?;
            merge_with_base(&base, differences)?
        }
        Some(_) => return Err(HouseRuleError::BaseNotText),
    };
    match rules.check() {
        conflicts if conflicts.is_empty() => Ok(rules),
        conflicts => Err(HouseRuleError::Conflicts(RuleConflicts(conflicts))),
    }
}

fn syntax_error(error: &serde_json::Error) -> HouseRuleError {
    let (line, column) = (error.line(), error.column());
    let text = error.to_string();
    let detail = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text).to_owned();
    HouseRuleError::Syntax(SyntaxError { line, column, detail })
}

/// Deserializes a rule set that has every field.
fn parse_complete(fields: Map<String, Value>) -> Result<RuleSet, HouseRuleError> {
    serde_path_to_error::deserialize(JsonDeserializer(Value::Object(fields))).map_err(|error| {
        let path = error.path().to_string();
        let Fault(kind) = error.into_inner();
        let kind = if path.eq_ignore_ascii_case("base") { FieldErrorKind::BaseInCapitals } else { kind };
        HouseRuleError::Fields(vec![FieldError { path, kind }])
    })
}

/// Merges the differences into the base, or returns the errors of all fields.
fn merge_with_base(base: &RuleSet, differences: Map<String, Value>) -> Result<RuleSet, HouseRuleError> {
    let base = serde_json::to_value(with_default_identity(base, &differences))
        .map_err(|error| syntax_error(&error))?;
    let mut merged = base.clone();
    let mut errors = Vec::new();
    merge(&mut merged, Value::Object(differences), "", &mut errors);
    // An invalid value is reported and restored to that of the base, so that the next error is found.
    loop {
        match serde_path_to_error::deserialize(JsonDeserializer(merged.clone())) {
            Ok(rules) if errors.is_empty() => return Ok(rules),
            Ok(_) => return Err(HouseRuleError::Fields(errors)),
            Err(error) => {
                let restored = restore(&mut merged, &base, error.path());
                let path = error.path().to_string();
                let Fault(kind) = error.into_inner();
                errors.push(FieldError { path, kind });
                if !restored {
                    return Err(HouseRuleError::Fields(errors));
                }
            }
        }
    }
}

/// Returns the base with a default name, source and id for the house rules; the differences may override them.
fn with_default_identity(base: &RuleSet, differences: &Map<String, Value>) -> RuleSet {
    let mut house = base.clone();
    if differences.is_empty() {
        return house;
    }
    house.name = Cow::Owned(format!("House rules after {}", base.name));
    house.source = Cow::Owned(format!("House rules; base: {}", base.source));
    let id = differences.get("name").and_then(Value::as_str).map(id_of);
    let unused = id.filter(|id| !id.is_empty() && variant::find(id).is_err());
    house.id = Cow::Owned(unused.unwrap_or_else(|| format!("house-{}", base.id)));
    house
}

/// Derives an id from a name: "Our club, 1984" becomes `our-club-1984`.
fn id_of(name: &str) -> String {
    let simple: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' }).collect();
    let id = simple.split_whitespace().collect::<Vec<_>>().join("-");
    id.chars().take(64).collect()
}

/// Merges a difference into a value of the base; adds an error if they do not match.
fn merge(into: &mut Value, difference: Value, path: &str, errors: &mut Vec<FieldError>) {
    let mut add = |kind| errors.push(FieldError { path: path.to_owned(), kind });
    match (into, difference) {
        (Value::Object(into), Value::Object(difference)) => {
            for (key, value) in difference {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                match into.get_mut(&key) {
                    Some(field) => merge(field, value, &path, errors),
                    None => {
                        let kind = FieldErrorKind::Unknown { nearest: nearest(&key, into) };
                        errors.push(FieldError { path, kind });
                    }
                }
            }
        }
        (Value::Object(_), _) => add(FieldErrorKind::NotAnObject),
        (Value::Array(into), Value::Array(difference)) => *into = difference,
        (Value::Array(_), _) => add(FieldErrorKind::NotAList),
        (into, difference) => *into = difference,
    }
}

/// Restores the field at this path to that of the base; returns whether it changed.
fn restore(merged: &mut Value, base: &Value, path: &Path) -> bool {
    let (mut merged, mut base) = (merged, base);
    for segment in path.iter() {
        let Segment::Map { key } = segment else { break };
        match (merged.get_mut(key), base.get(key)) {
            (Some(_), Some(inner)) => base = inner,
            _ => break,
        }
        // The borrow checker rejects keeping the reference from the match above.
        let Some(inner) = merged.get_mut(key) else { return false };
        merged = inner;
    }
    let changed = merged != base;
    *merged = base.clone();
    changed
}

/// Returns the field name that is most similar to `key`.
fn nearest(key: &str, fields: &Map<String, Value>) -> String {
    let similarity = |field: &&str| (strsim::jaro_winkler(&key.to_lowercase(), field) * 1e6) as u64;
    let base = fields.contains_key("board").then_some("base");
    let names = fields.keys().map(String::as_str).chain(base);
    names.max_by_key(similarity).unwrap_or_default().to_owned()
}
