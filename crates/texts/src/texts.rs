//! The Fluent messages of each language.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use unic_langid::LanguageIdentifier;

use crate::language::Language;

/// The texts of one language.
pub struct Texts {
    bundle: FluentBundle<FluentResource>,
    /// The variables of each message, those of messages that it refers to included. Empty in release builds.
    variables: BTreeMap<String, BTreeSet<String>>,
    /// The ISO 639 code of the language, as in HTML.
    pub code: &'static str,
    /// The language.
    pub language: Language,
}

macro_rules! files {
    ($code:literal: $($topic:literal)+) => {
        [$(($topic, include_str!(concat!("../texts/", $code, "/", $topic, ".ftl")))),+]
    };
}

macro_rules! languages {
    ($($topic:literal)+) => {
        const ENGLISH_FILES: &[(&str, &str)] = &files!("en": $($topic)+);
        const GERMAN_FILES: &[(&str, &str)] = &files!("de": $($topic)+);
    };
}

// One file per topic: first those of values, then those of pages and the terminal.
languages!(
    "commands" "common" "conflicts" "draw_proofs" "house_rules" "moves" "outcomes" "proposals" "rule_sets" "sentences"
    "setup" "sources"
    "analysis" "draws" "frame" "game" "home" "house" "people" "refusals" "rules" "settings" "terminal"
);

static ENGLISH: LazyLock<Texts> = LazyLock::new(|| Texts::read(Language::English));
static GERMAN: LazyLock<Texts> = LazyLock::new(|| Texts::read(Language::German));

fn files(language: Language) -> &'static [(&'static str, &'static str)] {
    match language {
        Language::English => ENGLISH_FILES,
        Language::German => GERMAN_FILES,
    }
}

impl Texts {
    /// Returns the texts of a language.
    #[must_use]
    pub fn of(language: Language) -> &'static Self {
        match language {
            Language::English => &ENGLISH,
            Language::German => &GERMAN,
        }
    }

    fn read(language: Language) -> Self {
        let code = language.code();
        let identifier: LanguageIdentifier = code.parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![identifier]);
        // Isolation marks separate scripts of different directions; both languages are left to right.
        bundle.set_use_isolating(false);
        let mut messages = BTreeMap::new();
        for (_, source) in files(language) {
            // A test finds syntax errors; the rest of the file is still good.
            let resource =
                FluentResource::try_new((*source).to_owned()).unwrap_or_else(|(resource, _)| resource);
            if cfg!(debug_assertions) {
                messages.extend(uses_of_messages(&resource));
            }
            let _ = bundle.add_resource(resource);
        }
        let names: Vec<&String> = messages.keys().collect();
        let variables = names.into_iter().map(|name| (name.clone(), variables(&messages, name))).collect();
        Self { bundle, variables, code, language }
    }

    /// Returns whether there is a text with this name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.bundle.has_message(name)
    }

    /// Returns a text by its name.
    #[must_use]
    pub fn get(&self, name: &str) -> String {
        self.format(name, None)
    }

    /// Returns a text with one argument.
    #[must_use]
    pub fn with(&self, name: &str, key: &'static str, value: impl Into<FluentValue<'static>>) -> String {
        self.fill(name, [(key, value.into())])
    }

    /// Returns a text with arguments; it need not use all of them.
    #[must_use]
    pub fn fill<const N: usize>(
        &self,
        name: &str,
        values: [(&'static str, FluentValue<'static>); N],
    ) -> String {
        self.format(name, Some(&FluentArgs::from_iter(values)))
    }

    /// Returns a text with exactly the arguments that it uses in some language.
    pub(crate) fn render<const N: usize>(
        &self,
        name: &str,
        values: [(&'static str, FluentValue<'static>); N],
    ) -> String {
        if cfg!(debug_assertions) {
            let used: BTreeSet<&str> = Language::ALL
                .into_iter()
                .filter_map(|language| Texts::of(language).variables.get(name))
                .flatten()
                .map(String::as_str)
                .collect();
            let given: BTreeSet<&str> = values.iter().map(|(key, _)| *key).collect();
            debug_assert_eq!(used, given, "the arguments of {name}");
        }
        self.fill(name, values)
    }

    /// Returns a text for a script, which replaces `{name}` by the argument.
    #[must_use]
    pub fn for_script(&self, name: &str) -> String {
        const FILLED: [&str; 7] = ["count", "from", "to", "ways", "text", "number", "rules"];
        let args = FILLED.map(|name| (name, FluentValue::from(format!("{{{name}}}"))));
        self.fill(name, args)
    }

    fn format(&self, name: &str, args: Option<&FluentArgs<'_>>) -> String {
        let pattern = self.bundle.get_message(name).and_then(|message| message.value());
        let Some(pattern) = pattern else {
            debug_assert!(false, "there is no text {name} in {:?}", self.language);
            return name.to_owned();
        };
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, args, &mut errors).into_owned();
        debug_assert!(errors.is_empty(), "{name}: {errors:?}");
        text
    }
}

/// The parts that a message uses.
#[derive(Default)]
struct Uses {
    variables: BTreeSet<String>,
    messages: BTreeSet<String>,
}

/// Returns the messages of a resource with what they use.
fn uses_of_messages(resource: &FluentResource) -> BTreeMap<String, Uses> {
    let message = |entry: &Entry<&str>| match entry {
        Entry::Message(message) => {
            let mut uses = Uses::default();
            message.value.iter().for_each(|pattern| uses.add_pattern(pattern));
            Some((message.id.name.to_owned(), uses))
        }
        _ => None,
    };
    resource.entries().filter_map(message).collect()
}

impl Uses {
    fn add_pattern(&mut self, pattern: &Pattern<&str>) {
        for element in &pattern.elements {
            if let PatternElement::Placeable { expression } = element {
                self.add(expression);
            }
        }
    }

    fn add(&mut self, expression: &Expression<&str>) {
        match expression {
            Expression::Inline(inline) => self.add_inline(inline),
            Expression::Select { selector, variants } => {
                self.add_inline(selector);
                variants.iter().for_each(|variant| self.add_pattern(&variant.value));
            }
        }
    }

    fn add_inline(&mut self, inline: &InlineExpression<&str>) {
        match inline {
            InlineExpression::VariableReference { id } => {
                self.variables.insert(id.name.to_owned());
            }
            InlineExpression::MessageReference { id, .. } => {
                self.messages.insert(id.name.to_owned());
            }
            InlineExpression::Placeable { expression } => self.add(expression),
            InlineExpression::FunctionReference { arguments, .. } => {
                arguments.positional.iter().for_each(|argument| self.add_inline(argument));
            }
            InlineExpression::StringLiteral { .. }
            | InlineExpression::NumberLiteral { .. }
            | InlineExpression::TermReference { .. } => {}
        }
    }
}

/// Returns the variables of a message and of those that it refers to. No message refers to itself.
fn variables(messages: &BTreeMap<String, Uses>, name: &str) -> BTreeSet<String> {
    let Some(uses) = messages.get(name) else { return BTreeSet::new() };
    let referred = uses.messages.iter().flat_map(|name| variables(messages, name));
    uses.variables.iter().cloned().chain(referred).collect()
}

/// Returns a text with a capital at the beginning and a full stop at the end.
#[must_use]
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    // The name of a field is written as it is.
    let word = text.split(' ').next().unwrap_or_default();
    if word.contains(['.', ':', '_']) {
        return format!("{text}{end}");
    }
    format!("{}{}{end}", first.to_uppercase(), letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The messages of a language: file, name and variables.
    fn messages(language: Language) -> BTreeSet<(&'static str, String, BTreeSet<String>)> {
        let mut messages = BTreeSet::new();
        let mut names = BTreeSet::new();
        for (file, source) in files(language) {
            let resource = FluentResource::try_new((*source).to_owned());
            let resource = resource.unwrap_or_else(|(_, errors)| panic!("{language:?}, {file}: {errors:?}"));
            for (name, _) in uses_of_messages(&resource) {
                assert!(names.insert(name.clone()), "{language:?}, {file}: {name} is there twice");
                let variables = Texts::of(language).variables[&name].clone();
                messages.insert((*file, name, variables));
            }
        }
        messages
    }

    /// Variables by which only one of the languages chooses a form.
    const FORMS: [&str; 1] = ["case"];

    #[test]
    fn languages_have_the_same_messages_with_the_same_variables() {
        let [english, german] = Language::ALL.map(messages).map(|mut messages| {
            messages = messages
                .into_iter()
                .map(|(file, name, mut variables)| {
                    variables.retain(|variable| !FORMS.contains(&variable.as_str()));
                    (file, name, variables)
                })
                .collect();
            messages
        });
        let differing: Vec<_> = english.symmetric_difference(&german).collect();
        assert!(differing.is_empty(), "{differing:#?}");
    }

    #[test]
    fn every_file_is_listed() {
        for language in Language::ALL {
            let folder = format!("{}/texts/{}", env!("CARGO_MANIFEST_DIR"), language.code());
            let found: BTreeSet<String> = std::fs::read_dir(folder)
                .expect("a folder")
                .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
                .collect();
            let listed = files(language).iter().map(|(topic, _)| format!("{topic}.ftl")).collect();
            assert_eq!(found, listed);
        }
    }

    #[test]
    fn arguments_go_into_texts() {
        assert_eq!(Texts::of(Language::German).with("play-now", "rules", "Dame"), "Jetzt spielen: Dame");
    }

    #[test]
    fn scripts_fill_in_arguments_themselves() {
        assert_eq!(Texts::of(Language::English).for_script("retry-in"), "Next try in {count}\u{a0}s.");
    }
}
