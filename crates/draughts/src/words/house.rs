//! Faults of house rules, rendered for people.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::display_in_english;
use super::language::Language;
use crate::house::{
    ExpectedValue, FieldFault, FieldFaultKind, FoundValue, HouseRuleError, MAX_LEN, SyntaxFault,
};

const EXAMPLE: &str = "{\"base\": \"russian\", \"name\": \"Our club\"}";

impl HouseRuleError {
    /// Returns everything that is wrong, in words, one line each.
    #[must_use]
    pub fn render(&self, language: Language) -> String {
        let pick = |english, german| language.pick(english, german);
        match self {
            Self::TooLong => match language {
                Language::English => {
                    format!("the house rule is longer than the {MAX_LEN} bytes that are read")
                }
                Language::German => format!("Die Hausregel ist länger als {MAX_LEN} Bytes"),
            },
            Self::Empty => {
                let empty = pick(
                    "there is nothing in it; a house rule is JSON such as",
                    "Sie ist leer; eine Hausregel ist JSON wie",
                );
                format!("{empty} {EXAMPLE}")
            }
            Self::Syntax(fault) => {
                let no_json = pick("the house rule is not JSON", "Die Hausregel ist kein JSON");
                format!("{no_json}: {}", fault.render(language))
            }
            Self::NotAnObject => {
                let object =
                    pick("a house rule is a JSON object such as", "Eine Hausregel ist ein JSON-Objekt wie");
                format!("{object} {EXAMPLE}")
            }
            Self::UnknownBase(unknown) => format!("base: {}", unknown.render(language)),
            Self::BaseNotText => pick(
                "base: the id of a named rule set is needed, such as \"russian\"",
                "base: Hier steht die id eines benannten Regelwerks, etwa \"russian\"",
            )
            .to_owned(),
            Self::Fields(faults) => lines(faults.iter().map(|fault| fault.render(language))),
            Self::Conflicts(conflicts) => lines(conflicts.0.iter().map(|conflict| conflict.render(language))),
        }
    }
}

fn lines(sentences: impl Iterator<Item = String>) -> String {
    sentences.collect::<Vec<_>>().join("\n")
}

impl SyntaxFault {
    /// Returns the fault in words, with its place; what the JSON parser says of it is English.
    #[must_use]
    pub fn render(&self, language: Language) -> String {
        let Self { line, column, detail } = self;
        match language {
            Language::English => format!("{detail} at line {line} column {column}"),
            Language::German => format!("Zeile {line}, Spalte {column}: {detail}"),
        }
    }
}

impl FieldFault {
    /// Returns the fault in words, with the path of the field.
    #[must_use]
    pub fn render(&self, language: Language) -> String {
        let kind = self.kind.render(language);
        if self.path != "." {
            return format!("{}: {kind}", self.path);
        }
        let instead = language.pick(
            "or start from a named rule set with \"base\" and give the differences only",
            "oder gehe mit \"base\" von einem benannten Regelwerk aus und nenne nur die Unterschiede",
        );
        format!("{kind}; {instead}")
    }
}

impl FieldFaultKind {
    /// Returns the fault in words, without the path of the field.
    #[must_use]
    pub fn render(&self, language: Language) -> String {
        match language {
            Language::English => self.english(),
            Language::German => self.german(),
        }
    }

    fn english(&self) -> String {
        let one_of = |names: &[&str]| one_of(names, "or", "one of");
        match self {
            Self::Unknown { nearest } => {
                format!("rule sets have no such field; the nearest is \"{nearest}\"")
            }
            Self::BaseInCapitals => {
                "rule sets have no such field; the nearest is \"base\", in small letters".to_owned()
            }
            Self::NotAField { found, expected } => {
                format!("unknown field `{found}`, expected {}", one_of(expected))
            }
            Self::Missing(field) => format!("missing field `{field}`"),
            Self::NotAnObject => "an object is needed here, such as {\"field\": \"value\"}".to_owned(),
            Self::NotAList => "a list is needed here, such as [\"value\", \"value\"]".to_owned(),
            Self::UnknownValue { found, expected } => {
                format!("unknown value `{found}`, expected {}", one_of(expected))
            }
            Self::WrongValue { found, expected } => {
                let expected = match expected {
                    ExpectedValue::WholeNumber(most) => format!("a whole number from 0 to {most}"),
                    ExpectedValue::Text => "a text".to_owned(),
                    ExpectedValue::List => "a list such as [\"value\", \"value\"]".to_owned(),
                    ExpectedValue::Object => "an object".to_owned(),
                    ExpectedValue::ObjectWithOneField => "an object with one field".to_owned(),
                    ExpectedValue::Other(other) => other.clone(),
                };
                format!("found {}, expected {expected}", found.render(Language::English))
            }
            Self::Other(message) => message.clone(),
        }
    }

    fn german(&self) -> String {
        let one_of = |names: &[&str]| one_of(names, "oder", "eines von");
        match self {
            Self::Unknown { nearest } => {
                format!("Regelwerke haben kein solches Feld; am nächsten kommt \"{nearest}\"")
            }
            Self::BaseInCapitals => {
                "Regelwerke haben kein solches Feld; am nächsten kommt \"base\", kleingeschrieben".to_owned()
            }
            Self::NotAField { found, expected } => {
                format!("Unbekanntes Feld `{found}`, möglich ist {}", one_of(expected))
            }
            Self::Missing(field) => format!("Das Feld `{field}` fehlt"),
            Self::NotAnObject => "Hier steht ein Objekt, etwa {\"field\": \"value\"}".to_owned(),
            Self::NotAList => "Hier steht eine Liste, etwa [\"value\", \"value\"]".to_owned(),
            Self::UnknownValue { found, expected } => {
                format!("Unbekannter Wert `{found}`, möglich ist {}", one_of(expected))
            }
            Self::WrongValue { found, expected } => {
                let expected = match expected {
                    ExpectedValue::WholeNumber(most) => format!("eine ganze Zahl von 0 bis {most}"),
                    ExpectedValue::Text => "ein Text".to_owned(),
                    ExpectedValue::List => "eine Liste wie [\"value\", \"value\"]".to_owned(),
                    ExpectedValue::Object => "ein Objekt".to_owned(),
                    ExpectedValue::ObjectWithOneField => "ein Objekt mit einem Feld".to_owned(),
                    ExpectedValue::Other(other) => other.clone(),
                };
                format!("Hier steht {}, nötig ist {expected}", found.render(Language::German))
            }
            Self::Other(message) => message.clone(),
        }
    }
}

impl FoundValue {
    /// Returns the value in words.
    fn render(&self, language: Language) -> String {
        let pick = |english, german| language.pick(english, german);
        match self {
            Self::Null => "null".to_owned(),
            Self::Boolean(value) => format!("`{value}`"),
            Self::Number(number) => format!("{} `{number}`", pick("number", "die Zahl")),
            Self::Text(text) => format!("{} {text:?}", pick("string", "der Text")),
            Self::NameOnly => pick("a text", "ein Text").to_owned(),
            Self::List => pick("a list", "eine Liste").to_owned(),
            Self::Object => pick("an object", "ein Objekt").to_owned(),
        }
    }
}

/// "`a` or `b`", or "one of `a`, `b`, `c`".
fn one_of(names: &[&str], or: &str, one_of: &str) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [only] => only.clone(),
        [first, second] => format!("{first} {or} {second}"),
        _ => format!("{one_of} {}", names.join(", ")),
    }
}

display_in_english!(HouseRuleError, SyntaxFault, FieldFault, FieldFaultKind);
