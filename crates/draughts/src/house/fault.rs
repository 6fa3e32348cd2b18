//! Errors of house rules.

use alloc::string::String;
use alloc::vec::Vec;

use crate::check::RuleConflicts;
use crate::variant::UnknownRuleSet;

/// The house rule is not valid.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HouseRuleError {
    /// The text is longer than [`MAX_LEN`](super::MAX_LEN) bytes.
    TooLong,
    /// The text is empty.
    Empty,
    /// The text is not JSON.
    Syntax(SyntaxFault),
    /// The text is JSON, but not an object.
    NotAnObject,
    /// The base is not a named rule set.
    UnknownBase(UnknownRuleSet),
    /// The base is not a string.
    BaseNotText,
    /// There are unknown fields or invalid values.
    Fields(Vec<FieldFault>),
    /// The fields contradict each other.
    Conflicts(RuleConflicts),
}

/// Returns no `source`: the text of this error includes that of the wrapped one.
impl core::error::Error for HouseRuleError {}

/// A JSON syntax error.
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
    /// The object at this path does not have this field.
    NotAField {
        /// The name as written.
        found: String,
        /// The fields of the object.
        expected: &'static [&'static str],
    },
    /// The object at this path lacks a field.
    Missing(&'static str),
    /// The value must be an object.
    NotAnObject,
    /// The value must be a list.
    NotAList,
    /// The value is not one of the possible values.
    UnknownValue {
        /// The value as written.
        found: String,
        /// The possible values.
        expected: &'static [&'static str],
    },
    /// The value has the wrong type or is out of range.
    WrongValue {
        /// The value as written.
        found: FoundValue,
        /// The kind of value that the field requires.
        expected: ExpectedValue,
    },
    /// Anything else, with the message of the JSON parser, in English.
    Other(String),
}

/// An invalid value.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FoundValue {
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// A number, as written.
    Number(String),
    /// A string.
    Text(String),
    /// The name of a variant that needs fields.
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
    /// An integer from 0 to this one.
    WholeNumber(u32),
    /// A string.
    Text,
    /// A list.
    List,
    /// An object.
    Object,
    /// An object with one field.
    ObjectWithOneField,
    /// Anything else, with the message of the JSON parser, in English.
    Other(String),
}
