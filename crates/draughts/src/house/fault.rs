//! Faults of house rules.

use alloc::string::String;
use alloc::vec::Vec;

use crate::check::RuleConflicts;
use crate::variant::UnknownRuleSet;

/// Why a house rule was not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HouseRuleError {
    /// It is longer than [`LONGEST`](super::LONGEST) bytes.
    TooLong,
    /// There is nothing in it.
    Empty,
    /// It is not JSON.
    Syntax(SyntaxFault),
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

/// Returns no `source`: the text of this error includes that of the wrapped one.
impl core::error::Error for HouseRuleError {}

/// Why a text is not JSON, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SyntaxFault {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The message of the JSON parser, in English.
    pub detail: String,
}

/// A fault in one field of a house rule.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FieldFault {
    /// The path of the field: `capture.removal`; `.` for the whole rule set.
    pub path: String,
    /// The kind of fault.
    pub kind: FieldFaultKind,
}

/// The kinds of faults of fields.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FieldFaultKind {
    /// Rule sets have no such field.
    Unknown {
        /// The field whose name is most like it.
        nearest: String,
    },
    /// The field `base` is written with capital letters.
    BaseInCapitals,
    /// The object at this path has no such field.
    NotAField {
        /// The name that was written.
        found: String,
        /// The fields that it has.
        expected: &'static [&'static str],
    },
    /// The object at this path lacks a field.
    Missing(&'static str),
    /// An object is needed.
    NotAnObject,
    /// A list is needed.
    NotAList,
    /// The field does not have this value.
    UnknownValue {
        /// The value that was written.
        found: String,
        /// The values that it can have.
        expected: &'static [&'static str],
    },
    /// The value is of another type, or out of range.
    WrongValue {
        /// The value in the JSON.
        found: FoundValue,
        /// The kind of value that the field takes.
        expected: ExpectedValue,
    },
    /// Something else, as the JSON parser says it, in English.
    Other(String),
}

/// A value that does not fit.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FoundValue {
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// A number, as it was written.
    Number(String),
    /// This string.
    Text(String),
    /// The name of a value that needs fields.
    NameOnly,
    /// A list.
    List,
    /// An object.
    Object,
}

/// The kind of value that a field takes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ExpectedValue {
    /// A whole number from 0 to this one.
    WholeNumber(u32),
    /// A string.
    Text,
    /// A list.
    List,
    /// An object.
    Object,
    /// An object with one field.
    ObjectWithOneField,
    /// Something else, as the JSON parser says it, in English.
    Other(String),
}
