//! Errors of house rules.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::check::RuleConflicts;
use crate::variant::UnknownRuleSet;

/// The house rule is not valid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HouseRuleError {
    /// The text is longer than [`MAX_LEN`](super::MAX_LEN) bytes.
    TooLong,
    /// The text is empty.
    Empty,
    /// The text is not JSON.
    Syntax(SyntaxError),
    /// The text is JSON, but not an object.
    NotAnObject,
    /// The base is not a named rule set.
    UnknownBase(UnknownRuleSet),
    /// The base is not a string.
    BaseNotText,
    /// There are unknown fields or invalid values.
    Fields(Vec<FieldError>),
    /// The fields contradict each other.
    Conflicts(RuleConflicts),
}

/// Returns no `source`: the text of this error includes that of the wrapped one.
impl core::error::Error for HouseRuleError {}

/// A JSON syntax error.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SyntaxError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The message of the JSON parser, in English.
    pub detail: String,
}

/// An error in one field of a house rule.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FieldError {
    /// The path of the field: `capture.removal`; `.` for the whole rule set.
    pub path: String,
    /// The kind of error.
    pub kind: FieldErrorKind,
}

/// The kinds of errors in fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FieldErrorKind {
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

const EXAMPLE: &str = "{\"base\": \"russian\", \"name\": \"Our club\"}";

/// Writes one line for each error or conflict.
impl fmt::Display for HouseRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "the house rule is longer than {} bytes", super::MAX_LEN),
            Self::Empty => write!(f, "the house rule is empty; it is JSON such as {EXAMPLE}"),
            Self::Syntax(error) => write!(f, "the house rule is not JSON: {error}"),
            Self::NotAnObject => write!(f, "a house rule is a JSON object such as {EXAMPLE}"),
            Self::UnknownBase(unknown) => write!(f, "base: {unknown}"),
            Self::BaseNotText => f.write_str("base: give the id of a named rule set, such as \"russian\""),
            Self::Fields(errors) => {
                for (i, error) in errors.iter().enumerate() {
                    write!(f, "{}{error}", if i == 0 { "" } else { "\n" })?;
                }
                Ok(())
            }
            Self::Conflicts(conflicts) => conflicts.fmt(f),
        }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at line {} column {}", self.detail, self.line, self.column)
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path != "." {
            return write!(f, "{}: {}", self.path, self.kind);
        }
        write!(f, "{}; or start from a named rule set with \"base\" and give the differences only", self.kind)
    }
}

impl fmt::Display for FieldErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { nearest } => {
                write!(f, "rule sets have no such field; the nearest is {nearest:?}")
            }
            Self::BaseInCapitals => {
                f.write_str("rule sets have no such field; the nearest is \"base\", in small letters")
            }
            Self::NotAField { found, expected } => {
                write!(f, "unknown field `{found}`, expected {}", OneOf(expected))
            }
            Self::Missing(field) => write!(f, "missing field `{field}`"),
            Self::NotAnObject => f.write_str("an object is needed here, such as {\"field\": \"value\"}"),
            Self::NotAList => f.write_str("a list is needed here, such as [\"value\", \"value\"]"),
            Self::UnknownValue { found, expected } => {
                write!(f, "unknown value `{found}`, expected {}", OneOf(expected))
            }
            Self::WrongValue { found, expected } => write!(f, "found {found}, expected {expected}"),
            Self::Other(message) => f.write_str(message),
        }
    }
}

impl fmt::Display for FoundValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Boolean(value) => write!(f, "`{value}`"),
            Self::Number(number) => write!(f, "number `{number}`"),
            Self::Text(text) => write!(f, "string {text:?}"),
            Self::NameOnly => f.write_str("a string"),
            Self::List => f.write_str("a list"),
            Self::Object => f.write_str("an object"),
        }
    }
}

impl fmt::Display for ExpectedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WholeNumber(most) => write!(f, "a whole number from 0 to {most}"),
            Self::Text => f.write_str("a string"),
            Self::List => f.write_str("a list such as [\"value\", \"value\"]"),
            Self::Object => f.write_str("an object"),
            Self::ObjectWithOneField => f.write_str("an object with one field"),
            Self::Other(other) => f.write_str(other),
        }
    }
}

/// Names of which one is expected: "`a` or `b`", or "one of `a`, `b`, `c`".
struct OneOf<'a>(&'a [&'a str]);

impl fmt::Display for OneOf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [first, second] = self.0 {
            return write!(f, "`{first}` or `{second}`");
        }
        f.write_str(if self.0.len() > 2 { "one of " } else { "" })?;
        for (i, name) in self.0.iter().enumerate() {
            write!(f, "{}`{name}`", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}
