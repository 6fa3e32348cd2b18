//! Error messages for house rules.

use draughts::house::{
    ExpectedValue, FieldError, FieldErrorKind, FoundValue, HouseRuleError, MAX_LEN, SyntaxError,
};

use crate::language::Language;
use crate::render::{Render, number};
use crate::texts::Texts;

/// Returns house rules with a name in the language, as JSON.
fn example(texts: &Texts) -> String {
    format!(r#"{{"base": "russian", "name": "{}"}}"#, texts.get("house-rule-example-name"))
}

/// Renders one line for each error or conflict.
impl Render for HouseRuleError {
    fn render(&self, language: Language) -> String {
        let texts = Texts::of(language);
        match self {
            Self::TooLong => texts.render("house-rule-too-long", [("most", number(MAX_LEN))]),
            Self::Empty => texts.render("house-rule-empty", [("example", example(texts).into())]),
            Self::Syntax(error) => error.render(language),
            Self::NotAnObject => {
                texts.render("house-rule-not-an-object", [("example", example(texts).into())])
            }
            Self::UnknownBase(unknown) => unknown.render(language),
            Self::BaseNotText => texts.get("house-rule-base-not-text"),
            Self::Fields(errors) => lines(errors, language),
            Self::Conflicts(conflicts) => lines(&conflicts.0, language),
        }
    }
}

fn lines(values: &[impl Render], language: Language) -> String {
    values.iter().map(|value| value.render(language)).collect::<Vec<_>>().join("\n")
}

/// Renders only the line and column, because the messages of the JSON parser are English.
impl Render for SyntaxError {
    fn render(&self, language: Language) -> String {
        Texts::of(language)
            .render("house-rule-not-json", [("line", number(self.line)), ("column", number(self.column))])
    }
}

impl Render for FieldError {
    fn render(&self, language: Language) -> String {
        let kind = self.kind.render(language);
        match self.path.as_str() {
            "." => Texts::of(language).render("field-or-base", [("error", kind.into())]),
            path => format!("{path}: {kind}"),
        }
    }
}

impl Render for FieldErrorKind {
    fn render(&self, language: Language) -> String {
        let texts = Texts::of(language);
        match self {
            Self::Unknown { nearest } => texts.render("field-unknown", [("nearest", nearest.clone().into())]),
            Self::BaseInCapitals => texts.get("field-base-in-capitals"),
            Self::NotAField { found, expected } => texts.render(
                "field-not-a-field",
                [("found", found.clone().into()), ("expected", quoted(expected, language).into())],
            ),
            Self::Missing(field) => texts.render("field-missing", [("field", (*field).into())]),
            Self::NotAnObject => texts.get("field-not-an-object"),
            Self::NotAList => texts.get("field-not-a-list"),
            Self::UnknownValue { found, expected } => texts.render(
                "field-unknown-value",
                [("found", found.clone().into()), ("expected", quoted(expected, language).into())],
            ),
            Self::WrongValue { found, expected } => texts.render(
                "field-wrong-value",
                [("found", found.render(language).into()), ("expected", expected.render(language).into())],
            ),
            // The messages of the JSON parser are English.
            Self::Other(_) => texts.get("field-other"),
        }
    }
}

impl Render for FoundValue {
    fn render(&self, language: Language) -> String {
        let texts = Texts::of(language);
        match self {
            Self::Null => "null".to_owned(),
            Self::Boolean(value) => value.to_string(),
            Self::Number(number) => texts.render("found-number", [("number", number.clone().into())]),
            Self::Text(text) => texts.render("found-text", [("text", text.clone().into())]),
            Self::NameOnly => texts.get("found-name-only"),
            Self::List => texts.get("found-list"),
            Self::Object => texts.get("found-object"),
        }
    }
}

impl Render for ExpectedValue {
    fn render(&self, language: Language) -> String {
        let texts = Texts::of(language);
        match self {
            Self::WholeNumber(most) => texts.render("expected-whole-number", [("most", number(*most))]),
            Self::Text => texts.get("expected-text"),
            Self::List => texts.get("expected-list"),
            Self::Object => texts.get("expected-object"),
            Self::ObjectWithOneField => texts.get("expected-object-with-one-field"),
            // The messages of the JSON parser are English.
            Self::Other(_) => texts.get("expected-other"),
        }
    }
}

/// Returns names as alternatives, as they stand in JSON: `"a", "b" or "c"`.
fn quoted(names: &[&str], language: Language) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    language.either(&names)
}
