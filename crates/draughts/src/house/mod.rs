//! House rules: a named rule set and its differences, as JSON.
//!
//! ```json
//! { "base": "russian", "name": "Our club", "capture": { "priority": ["most-pieces"] } }
//! ```
//!
//! Objects are merged field by field, everything else (lists too) replaces what the base has. A whole
//! rule set without a base is read as well.

mod fault;
mod fields;

pub use fault::{ExpectedValue, FieldFault, FieldFaultKind, FoundValue, HouseRuleError, SyntaxFault};

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
use fields::{Fault, Fields};

/// The longest house rule that is read. Real ones have a few hundred bytes.
pub const LONGEST: usize = 64 * 1024;

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
    let value: Value = serde_json::from_str(json).map_err(|error| unreadable(&error))?;
    let Value::Object(mut differences) = value else { return Err(HouseRuleError::NotAnObject) };
    let rules = match differences.shift_remove("base") {
        None => whole(differences)?,
        Some(Value::String(base)) => {
            let base = variant::find(&base).map_err(HouseRuleError::UnknownBase)?;
            composed(&base, differences)?
        }
        Some(_) => return Err(HouseRuleError::BaseNotText),
    };
    match rules.check() {
        conflicts if conflicts.is_empty() => Ok(rules),
        conflicts => Err(HouseRuleError::Conflicts(RuleConflicts(conflicts))),
    }
}

fn unreadable(error: &serde_json::Error) -> HouseRuleError {
    let (line, column) = (error.line(), error.column());
    let text = error.to_string();
    let detail = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text).to_owned();
    HouseRuleError::Syntax(SyntaxFault { line, column, detail })
}

/// A rule set that brings every field itself.
fn whole(fields: Map<String, Value>) -> Result<RuleSet, HouseRuleError> {
    serde_path_to_error::deserialize(Fields(Value::Object(fields))).map_err(|error| {
        let path = error.path().to_string();
        let Fault(kind) = error.into_inner();
        let kind = if path.eq_ignore_ascii_case("base") { FieldFaultKind::BaseInCapitals } else { kind };
        HouseRuleError::Fields(vec![FieldFault { path, kind }])
    })
}

/// The base with the differences in it. Every field that is wrong is told.
fn composed(base: &RuleSet, differences: Map<String, Value>) -> Result<RuleSet, HouseRuleError> {
    let base = serde_json::to_value(named_anew(base, &differences)).map_err(|error| unreadable(&error))?;
    let mut whole = base.clone();
    let mut faults = Vec::new();
    merge(&mut whole, Value::Object(differences), "", &mut faults);
    // A value that does not fit is told and put back to the base's, so that the next one is found.
    loop {
        match serde_path_to_error::deserialize(Fields(whole.clone())) {
            Ok(rules) if faults.is_empty() => return Ok(rules),
            Ok(_) => return Err(HouseRuleError::Fields(faults)),
            Err(error) => {
                let restored = restore(&mut whole, &base, error.path());
                let path = error.path().to_string();
                let Fault(kind) = error.into_inner();
                faults.push(FieldFault { path, kind });
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
    let mut fault = |kind| faults.push(FieldFault { path: path.to_owned(), kind });
    match (into, difference) {
        (Value::Object(into), Value::Object(difference)) => {
            for (key, value) in difference {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                match into.get_mut(&key) {
                    Some(field) => merge(field, value, &path, faults),
                    None => {
                        let kind = FieldFaultKind::Unknown { nearest: nearest(&key, into) };
                        faults.push(FieldFault { path, kind });
                    }
                }
            }
        }
        (Value::Object(_), _) => fault(FieldFaultKind::NotAnObject),
        (Value::Array(into), Value::Array(difference)) => *into = difference,
        (Value::Array(_), _) => fault(FieldFaultKind::NotAList),
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
