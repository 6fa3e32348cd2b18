//! What the named rule sets are called in German; in English their data say it.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

use super::display_in_english;
use super::language::Language;
use crate::ruleset::RuleSet;
use crate::variant::{UnknownRuleSet, find};

/// The names, by the ids of the rule sets. Those that are the same in both languages are left out.
const GERMAN: [(&str, &str); 21] = [
    ("antidraughts", "Antidame (Schlagdame)"),
    ("brazilian", "Brasilianische Dame"),
    ("breakthrough", "Durchbruch-Dame"),
    ("canadian", "Kanadische Dame"),
    ("checkers-bsn", "Checkers 8×8 (Brettspielnetz)"),
    ("checkers-revenge", "Checkers mit Revanche"),
    ("czech", "Tschechische Dame (dáma)"),
    ("draughts-bsn", "Dame 10×10 (Brettspielnetz)"),
    ("english", "Englische Dame (Checkers)"),
    ("frisian", "Friesische Dame"),
    ("international", "Internationale Dame"),
    ("italian", "Italienische Dame (dama)"),
    ("killer", "Killer-Dame"),
    ("poddavki", "Poddawki (russische Schlagdame)"),
    ("pool", "Amerikanisches Pool-Checkers"),
    ("portuguese", "Portugiesische Dame"),
    ("russian", "Russische Dame (Schaschki)"),
    ("slovak", "Slowakische Dame"),
    ("spanish", "Spanische Dame (damas)"),
    ("thai", "Thailändische Dame (mak-hos)"),
    ("turkish", "Türkische Dame (dama)"),
];

impl UnknownRuleSet {
    /// Returns the fault in words, with the id that is nearest: "there is no rule set "rusian"; the nearest is "russian"".
    #[must_use]
    pub fn render(&self, language: Language) -> String {
        let id = &self.id;
        let unknown = match language {
            Language::English => format!("there is no rule set {id:?}"),
            Language::German => format!("Es gibt kein Regelwerk {id:?}"),
        };
        let nearest = language.pick("the nearest is", "am nächsten kommt");
        self.nearest.map_or(unknown.clone(), |id| format!("{unknown}; {nearest} \"{id}\""))
    }
}

display_in_english!(UnknownRuleSet);

impl RuleSet {
    /// What it is called in a language; house rules are called as whoever made them says.
    #[must_use]
    pub fn name_in(&self, language: Language) -> Cow<'_, str> {
        let named = find(&self.id).is_ok_and(|named| self.is_edition_of(&named));
        let german = GERMAN.iter().find(|(id, _)| named && *id == self.id).map(|(_, name)| *name);
        match (language, german) {
            (Language::German, Some(name)) => Cow::Borrowed(name),
            _ => Cow::Borrowed(&self.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_belongs_to_a_rule_set_and_house_rules_keep_theirs() {
        for (id, name) in GERMAN {
            let set = find(id).expect("a rule set");
            assert_eq!(set.name_in(Language::German), name);
            assert_eq!(set.name_in(Language::English), set.name);
        }
        let mut house = find("russian").expect("a rule set").rule_set().clone();
        house.name = Cow::Borrowed("Küchentisch");
        assert_eq!(house.name_in(Language::German), "Küchentisch");
    }
}
