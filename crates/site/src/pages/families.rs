//! Rule sets grouped by family and by country.

use draughts::ruleset::{Goal, SquaresInPlay};
use draughts::{Color, RuleSet, Variant, variant};
use maud::{Markup, html};

use play::proposal::{RulesChoice, challenger_begins};
use store::SavedRuleSet;
use texts::{RuleSetText, Texts};

/// The default rule set.
pub(super) const DEFAULT_RULES: &str = "dame-8x8";

/// Rule sets that belong together.
pub(super) struct Family {
    /// The name.
    pub(super) name: String,
    /// The rule sets, in the order of [`variant::ALL`].
    pub(super) sets: Vec<Variant>,
}

/// The rule sets of countries, by the names of their texts. Some rule sets belong to no country.
const COUNTRIES: [(&str, &[&str]); 18] = [
    ("country-belgium", &["international"]),
    ("country-brazil", &["brazilian"]),
    ("country-canada", &["canadian", "international"]),
    ("country-czechia", &["czech"]),
    ("country-france", &["international"]),
    ("country-germany", &["dame-8x8", "dame-100", "checkers-revenge", "checkers-bsn", "draughts-bsn"]),
    ("country-italy", &["italian"]),
    ("country-jamaica", &["pool"]),
    ("country-netherlands", &["international", "frisian", "frysk"]),
    ("country-portugal", &["portuguese"]),
    ("country-russia", &["russian", "poddavki"]),
    ("country-slovakia", &["slovak"]),
    ("country-spain", &["spanish"]),
    ("country-thailand", &["thai"]),
    ("country-turkey", &["turkish"]),
    ("country-britain", &["english"]),
    ("country-usa", &["english", "pool"]),
    ("country-zimbabwe", &["pool"]),
];

/// Returns all rule sets, grouped by board; those with another goal have a group of their own.
pub(super) fn families(texts: &Texts) -> Vec<Family> {
    let mut families: Vec<Family> = Vec::new();
    for set in variant::ALL {
        let board = &set.board;
        let name = if set.goal != Goal::NoMovesLoses {
            texts.get("family-goal")
        } else if board.squares_in_play == SquaresInPlay::All {
            texts.get("family-all-squares")
        } else {
            texts.with("family-board", "size", format!("{}\u{202f}×\u{202f}{}", board.width, board.height))
        };
        match families.iter_mut().find(|family| family.name == name) {
            Some(family) => family.sets.push(set),
            None => families.push(Family { name, sets: vec![set] }),
        }
    }
    // Large families first, because most people look for them; other goals last.
    let other_goal = texts.get("family-goal");
    families.sort_by_key(|family| (family.name == other_goal, std::cmp::Reverse(family.sets.len())));
    families
}

/// Returns the countries of a rule set.
pub(super) fn countries_of(id: &str, texts: &Texts) -> Vec<String> {
    by_country(texts)
        .into_iter()
        .filter(|(_, sets)| sets.iter().any(|set| set.id == id))
        .map(|(country, _)| country)
        .collect()
}

/// Returns the countries in the order of their names, each with its rule sets.
pub(super) fn by_country(texts: &Texts) -> Vec<(String, Vec<Variant>)> {
    let sets = |ids: &[&str]| ids.iter().filter_map(|id| variant::find(id).ok()).collect();
    let mut all: Vec<(String, Vec<Variant>)> =
        COUNTRIES.iter().map(|(country, ids)| (texts.get(country), sets(ids))).collect();
    all.sort_by(|(a, _), (b, _)| a.cmp(b));
    all
}

/// Prefix of the ids of saved house rules in the list of rules.
pub(super) const SAVED_RULES_PREFIX: &str = "shelf:";

/// Renders the options of a list of rules; saved house rules come first.
///
/// Data attributes say what the rules leave no choice about, so that a form can hide it: who starts, and whether the
/// game can be rated.
pub(super) fn options(texts: &Texts, chosen: &str, own: &[SavedRuleSet]) -> Markup {
    html! {
        @if !own.is_empty() {
            optgroup label=(texts.get("house-mine")) {
                @for rules in own {
                    @let value = format!("{SAVED_RULES_PREFIX}{}", rules.id);
                    @let set = RulesChoice::House(rules.rules.clone()).rules().ok();
                    @let starter = set.as_ref().and_then(|rules| fixed_starter(rules.rule_set(), texts));
                    @let agreed = set.is_some_and(|rules| rules.rule_set().board.leaves_shade_to_players());
                    option value=(value) selected[value == chosen] data-house data-begins=[starter] data-shade=[agreed.then_some("agreed")] { (rules.name) }
                }
            }
        }
        @for family in families(texts) {
            optgroup label=(family.name) {
                @for set in family.sets {
                    @let agreed = set.board.leaves_shade_to_players().then_some("agreed");
                    option value=(set.id) selected[set.id == chosen] data-begins=[fixed_starter(&set, texts)] data-shade=[agreed] { (set.name_in(texts.language)) }
                }
            }
        }
    }
}

/// Returns the sentence that tells the challenger who starts, if the rules leave no choice.
pub(super) fn fixed_starter(set: &RuleSet, texts: &Texts) -> Option<String> {
    let colour = if set.start.first_move == Color::White { "white" } else { "black" };
    challenger_begins(set).then(|| texts.with("challenger-begins", "colour", texts.get(colour)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use texts::Language;

    use super::*;

    #[test]
    fn every_rule_set_has_a_family_and_every_country_has_rule_sets() {
        for language in Language::ALL {
            let texts = Texts::of(language);
            let listed: Vec<_> =
                families(texts).into_iter().flat_map(|family| family.sets).map(Variant::id).collect();
            let once: BTreeSet<_> = listed.iter().collect();
            assert_eq!((listed.len(), once.len()), (variant::ALL.len(), variant::ALL.len()));
            for (country, ids) in COUNTRIES {
                let sets = by_country(texts).into_iter().find(|(name, _)| *name == texts.get(country));
                assert_eq!(sets.map(|(_, sets)| sets.len()), Some(ids.len()), "{country}");
            }
        }
        assert_eq!(
            countries_of("pool", Texts::of(Language::English)),
            ["Jamaica", "United States", "Zimbabwe"]
        );
    }
}
