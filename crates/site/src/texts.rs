//! What the pages say, in each language.

use std::sync::LazyLock;

use draughts::Language;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use rust_embed::RustEmbed;
use unic_langid::LanguageIdentifier;

/// The texts of one language.
pub(crate) struct Texts {
    bundle: FluentBundle<FluentResource>,
    /// How the language is called in HTML.
    pub(crate) code: &'static str,
    /// The language.
    pub(crate) language: Language,
}

/// A folder for each language, a file for each part of the site.
#[derive(RustEmbed)]
#[folder = "texts"]
struct Files;

static ENGLISH: LazyLock<Texts> = LazyLock::new(|| Texts::read(Language::English, "en"));
static GERMAN: LazyLock<Texts> = LazyLock::new(|| Texts::read(Language::German, "de"));

impl Texts {
    /// Those of a language.
    pub(crate) fn of(language: Language) -> &'static Self {
        match language {
            Language::English => &ENGLISH,
            Language::German => &GERMAN,
        }
    }

    fn read(language: Language, code: &'static str) -> Self {
        let identifier: LanguageIdentifier = code.parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![identifier]);
        // The marks that keep scripts of different directions apart are not needed for these two.
        bundle.set_use_isolating(false);
        for (_, source) in sources(code) {
            // What is wrong with a file is found by the test below, and the rest of it is still good.
            let resource = FluentResource::try_new(source).unwrap_or_else(|(resource, _)| resource);
            let _ = bundle.add_resource(resource);
        }
        Self { bundle, code, language }
    }

    /// Is there a text with this name?
    pub(crate) fn has(&self, name: &str) -> bool {
        self.bundle.has_message(name)
    }

    /// A text by its name.
    pub(crate) fn get(&self, name: &str) -> String {
        self.format(name, None)
    }

    /// A text with something in it.
    pub(crate) fn with(
        &self,
        name: &str,
        key: &'static str,
        value: impl Into<FluentValue<'static>>,
    ) -> String {
        self.fill(name, [(key, value.into())])
    }

    /// A text with several things in it.
    pub(crate) fn fill<const N: usize>(
        &self,
        name: &str,
        values: [(&'static str, FluentValue<'static>); N],
    ) -> String {
        self.format(name, Some(&FluentArgs::from_iter(values)))
    }

    /// A text for a script, which fills in what goes into it: `{name}` stands for that.
    pub(crate) fn for_script(&self, name: &str) -> String {
        const FILLED: [&str; 7] = ["count", "from", "to", "ways", "text", "number", "rules"];
        let args = FILLED.map(|name| (name, FluentValue::from(format!("{{{name}}}"))));
        self.fill(name, args)
    }

    fn format(&self, name: &str, args: Option<&FluentArgs<'_>>) -> String {
        let pattern = self.bundle.get_message(name).and_then(|message| message.value());
        let mut errors = Vec::new();
        pattern.map_or_else(
            || name.to_owned(),
            |pattern| self.bundle.format_pattern(pattern, args, &mut errors).into_owned(),
        )
    }
}

/// The files of a language, each with its name.
fn sources(code: &str) -> Vec<(String, String)> {
    let files = Files::iter().filter(|path| path.split('/').next() == Some(code));
    files
        .filter_map(|path| {
            let source = String::from_utf8(Files::get(&path)?.data.into_owned()).ok()?;
            Some((path[code.len() + 1..].to_owned(), source))
        })
        .collect()
}

/// Returns a text with a capital at the beginning and a full stop at the end.
pub(crate) fn sentence(text: &str) -> String {
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
    use std::collections::BTreeSet;

    use super::*;

    /// What a language says: in which file, by which name, and whether something goes into it.
    fn names(code: &str) -> BTreeSet<(String, String, bool)> {
        let mut names = BTreeSet::new();
        for (file, source) in sources(code) {
            assert!(FluentResource::try_new(source.clone()).is_ok(), "{code}/{file}");
            for (name, text) in source.lines().filter_map(|line| line.split_once(" = ")) {
                let new = names.insert((file.clone(), name.to_owned(), text.contains("{ $")));
                assert!(new, "{code}/{file} says {name} twice");
            }
        }
        let alone: BTreeSet<&String> = names.iter().map(|(_, name, _)| name).collect();
        assert_eq!(alone.len(), names.len(), "two files of {code} use a name for different texts");
        names
    }

    #[test]
    fn both_languages_say_everything() {
        assert_eq!(names("en"), names("de"));
        for language in Language::ALL {
            for (file, name, _) in names("en") {
                assert!(Texts::of(language).bundle.has_message(&name), "{file}: {name}");
            }
        }
        assert_eq!(Texts::of(Language::German).with("play-now", "rules", "Dame"), "Jetzt spielen: Dame");
    }
}
