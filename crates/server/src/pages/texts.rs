//! What the pages say, in each language.

use std::sync::LazyLock;

use draughts::Language;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

/// The texts of one language.
pub(crate) struct Texts {
    bundle: FluentBundle<FluentResource>,
    /// How the language is called in HTML.
    pub(crate) code: &'static str,
    /// The language.
    pub(crate) language: Language,
}

static ENGLISH: LazyLock<Texts> =
    LazyLock::new(|| Texts::read(Language::English, "en", include_str!("../../texts/en.ftl")));
static GERMAN: LazyLock<Texts> =
    LazyLock::new(|| Texts::read(Language::German, "de", include_str!("../../texts/de.ftl")));

impl Texts {
    /// Those of a language.
    pub(crate) fn of(language: Language) -> &'static Self {
        match language {
            Language::English => &ENGLISH,
            Language::German => &GERMAN,
        }
    }

    fn read(language: Language, code: &'static str, source: &str) -> Self {
        let identifier: LanguageIdentifier = code.parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![identifier]);
        // The marks that keep scripts of different directions apart are not needed for these two.
        bundle.set_use_isolating(false);
        // What is wrong with a file is found by the test below, and the rest of it is still good.
        let resource = FluentResource::try_new(source.to_owned()).unwrap_or_else(|(resource, _)| resource);
        let _ = bundle.add_resource(resource);
        Self { bundle, code, language }
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
        let args = FluentArgs::from_iter([(key, value.into())]);
        self.format(name, Some(&args))
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The names in a file, each with the names of what goes into it.
    fn names(source: &str) -> BTreeSet<(String, bool)> {
        let lines = source.lines().filter(|line| !line.starts_with('#'));
        lines
            .filter_map(|line| line.split_once(" = "))
            .map(|(name, text)| (name.to_owned(), text.contains("{ $")))
            .collect()
    }

    #[test]
    fn both_languages_say_everything() {
        let (english, german) = (include_str!("../../texts/en.ftl"), include_str!("../../texts/de.ftl"));
        for source in [english, german] {
            assert!(FluentResource::try_new(source.to_owned()).is_ok());
        }
        assert_eq!(names(english), names(german));
        for language in Language::ALL {
            for (name, _) in names(english) {
                assert!(Texts::of(language).bundle.has_message(&name), "{name}");
            }
        }
        assert_eq!(Texts::of(Language::German).with("play-now", "rules", "Dame"), "Jetzt spielen: Dame");
    }
}
