//! The names of rule sets and their rules.

use std::borrow::Cow;

use draughts::RuleSet;
use draughts::variant::{self, UnknownRuleSet, find};

use crate::language::Language;
use crate::render::Render;
use crate::sentences::{Sentence, sentences};
use crate::sources::source;
use crate::texts::Texts;

/// The texts of a rule set.
pub trait RuleSetText {
    /// Returns the name; house rules keep the one that they were given, if any.
    #[must_use]
    fn name_in(&self, language: Language) -> Cow<'_, str>;

    /// Returns the source of the rules: a citation, or a description in the language.
    #[must_use]
    fn source_in(&self, language: Language) -> String;

    /// Returns the rules in sentences, in the order in which a game is explained.
    #[must_use]
    fn sentences_in(&self, language: Language) -> Vec<Sentence>;

    /// Returns the sentence of a field of the rule set, such as `capture.duty`.
    #[must_use]
    fn sentence_of(&self, field: &str, language: Language) -> Option<String> {
        let sentence = self.sentences_in(language).into_iter().find(|sentence| sentence.field == field);
        sentence.map(|sentence| sentence.text)
    }
}

impl RuleSetText for RuleSet {
    fn name_in(&self, language: Language) -> Cow<'_, str> {
        if find(&self.id).is_ok_and(|named| self.is_edition_of(&named)) {
            Texts::of(language).get(&format!("rule-set-{}", self.id)).into()
        } else if let Some(base) = unnamed_base(&self.name) {
            let rules = base.name_in(language).into_owned();
            Texts::of(language).render("house-rules-after", [("rules", rules.into())]).into()
        } else {
            Cow::Borrowed(&self.name)
        }
    }

    fn source_in(&self, language: Language) -> String {
        source(&self.source, language)
    }

    fn sentences_in(&self, language: Language) -> Vec<Sentence> {
        sentences(self, language)
    }
}

/// Returns the base of house rules that were not given a name (`draughts::house`).
fn unnamed_base(name: &str) -> Option<&'static RuleSet> {
    let base = name.strip_prefix("House rules after ")?;
    variant::ALL.iter().map(|named| named.rule_set()).find(|set| set.name == base)
}

impl Render for UnknownRuleSet {
    fn render(&self, language: Language) -> String {
        let texts = Texts::of(language);
        let id = self.id.clone().into();
        match self.nearest {
            None => texts.render("unknown-rule-set", [("id", id)]),
            Some(nearest) => {
                texts.render("unknown-rule-set-nearest", [("id", id), ("nearest", nearest.into())])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::Rules;

    #[test]
    fn named_rule_sets_have_their_name_in_each_language() {
        for set in variant::ALL {
            assert_eq!(set.name_in(Language::English), set.name);
            assert!(!set.name_in(Language::German).is_empty());
        }
    }

    #[test]
    fn house_rules_keep_their_name() {
        let mut house = variant::RUSSIAN.rule_set().clone();
        house.name = Cow::Borrowed("Küchentisch");
        assert_eq!(house.name_in(Language::German), "Küchentisch");
    }

    #[test]
    fn house_rules_without_a_name_are_named_after_their_base() {
        let house = Rules::house(r#"{"base": "thai", "start": {"first_move": "black"}}"#);
        let house = house.expect("playable");
        let name = |language| house.rule_set().name_in(language).into_owned();
        assert_eq!(
            name(Language::German),
            "Hausregeln auf Grundlage des Regelbuchs Thailändische Dame (Mak-hos)"
        );
        assert!(name(Language::English).starts_with("House rules based on Thai draughts"));
    }
}
