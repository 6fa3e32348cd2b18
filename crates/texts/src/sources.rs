//! The sources of rules.
//!
//! The data names them in English, and its hash includes them. Most are citations, which are shown as they are. Sources
//! that describe something have a message, whose name is made of their words.

use crate::language::Language;
use crate::texts::Texts;

/// Precedes the source of the base in that of house rules (`draughts::house`).
const HOUSE_RULES: &str = "House rules; base: ";

/// Returns a source in a language; empty if it only repeats the rule.
pub(crate) fn source(source: &str, language: Language) -> String {
    let texts = Texts::of(language);
    if let Some(base) = source.strip_prefix(HOUSE_RULES) {
        let base = self::source(base, language);
        return texts.render("house-rules-source", [("source", base.into())]);
    }
    let message = message(source);
    if texts.has(&message) { texts.get(&message) } else { source.to_owned() }
}

/// Returns the source of a draw rule as a note that follows the rule: " (FMJD Annex 1, 6.1)".
pub(crate) fn note(source: &str, language: Language) -> String {
    let note = self::source(source, language);
    if note.is_empty() { note } else { Texts::of(language).render("rule-note", [("note", note.into())]) }
}

/// Returns the name of the message for a source: `source-custom-of-the-game`.
fn message(source: &str) -> String {
    let words = source.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.fold("source".to_owned(), |name, word| format!("{name}-{}", word.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::variant;

    /// Beginnings of sources that are cited in the original, in every language.
    const CITATIONS: [&str; 6] = [
        "FMJD Annex 1, ",
        "FMJD, Official rules",
        "FMJD-64, Rules of ",
        "WCDF, Rules of ",
        "FID, ",
        "Regeln des Dame-Spiels",
    ];

    #[test]
    fn sources_that_are_no_citations_are_worded() {
        for set in variant::ALL {
            for source in set.draws.rules.iter().map(|rule| &rule.source).chain([&set.source]) {
                let is_citation = CITATIONS.iter().any(|start| source.starts_with(start));
                let is_worded = Texts::of(Language::German).has(&message(source));
                assert!(is_citation != is_worded, "{}: {source}", set.id);
            }
        }
    }

    #[test]
    fn notes_that_only_repeat_the_rule_are_left_out() {
        for language in Language::ALL {
            assert_eq!(note("one piece against one", language), "");
            assert_eq!(note("FMJD Annex 1, 6.1", language), " (FMJD Annex 1, 6.1)");
        }
        assert_eq!(note("custom of the game", Language::German), " (allgemein üblich)");
        assert_eq!(note("Our club", Language::German), " (Our club)");
    }

    #[test]
    fn house_rules_name_the_source_of_their_base() {
        let text = source("House rules; base: Russian draughts with the goal reversed", Language::German);
        assert_eq!(text, "Hausregeln; Grundlage: Russische Dame mit umgekehrtem Ziel");
    }
}
