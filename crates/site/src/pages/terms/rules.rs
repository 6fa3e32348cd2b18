//! The rules of a proposal: the name, and the differences of house rules.

use std::fmt::Write;

use draughts::{RuleSet, Variant, variant};
use maud::{Markup, html};
use serde_json::{Map, Value};

use crate::views::comparison::Comparison;
use play::proposal::RulesChoice;
use texts::{RuleSetText, Texts};

/// Renders the rules with a link to them. House rules are compared with the nearest named rule set.
pub(super) fn render(choice: &RulesChoice, set: &RuleSet, texts: &Texts) -> Markup {
    let name = set.name_in(texts.language);
    html! {
        @match choice {
            RulesChoice::Named(id) => a href=(format!("/rules/{id}")) { strong { (name) } },
            RulesChoice::House(house) => {
                a href=(editor_link(house)) { strong { (name) } } " " span class="chip" { (texts.get("house")) }
                (differences(set, texts))
            }
        }
        details {
            summary { (texts.get("house-whole")) }
            ul { @for sentence in set.sentences_in(texts.language) { li { (sentence.text) } } }
        }
    }
}

/// Renders the differences between house rules and the nearest named rule set.
fn differences(set: &RuleSet, texts: &Texts) -> Markup {
    let Some((nearest, comparison)) = nearest(set, texts) else { return html! {} };
    let name = nearest.name_in(texts.language);
    let lead = if comparison.rows.is_empty() { "terms-same-as" } else { "terms-differs-from" };
    html! {
        p { (texts.get(lead)) " " a href=(format!("/rules/{}", nearest.id)) { (name) } @if comparison.rows.is_empty() { "." } @else { ":" } }
        ul class="differences" {
            @for row in &comparison.rows {
                li {
                    (row.this.join(" "))
                    @if !row.other.is_empty() { " " span class="soft" { (texts.with("house-base-says", "rules", name.to_string())) " " (row.other.join(" ")) } }
                }
            }
        }
    }
}

/// Returns the named rule set that differs in the fewest sentences, with the comparison.
fn nearest(set: &RuleSet, texts: &Texts) -> Option<(Variant, Comparison)> {
    let comparisons =
        variant::ALL.into_iter().map(|named| (named, Comparison::of(set, &named, texts.language)));
    comparisons.min_by_key(|(_, comparison)| comparison.difference_count())
}

/// Returns the link to the rule editor with these rules.
fn editor_link(house: &Map<String, Value>) -> String {
    let json = Value::Object(house.clone()).to_string();
    json.bytes().fold("/house#rules=".to_owned(), |mut link, byte| {
        if byte.is_ascii_alphanumeric() {
            link.push(char::from(byte));
        } else {
            // Writing to a string does not fail.
            let _ = write!(link, "%{byte:02X}");
        }
        link
    })
}

#[cfg(test)]
mod tests {
    use draughts::Rules;
    use serde_json::json;
    use texts::Language;

    use super::*;

    #[test]
    fn house_rules_are_compared_with_the_nearest_rule_set() {
        // After some changes another rule set than the base may be nearer.
        for (house, id, differences) in [
            (json!({ "base": "russian", "name": "Ours", "men": { "takes": "men-only" } }), "russian", 1),
            (json!({ "base": "russian", "name": "Same" }), "russian", 0),
            (json!({ "base": "english", "name": "Ours", "start": { "first_move": "white" } }), "english", 1),
        ] {
            let rules = Rules::house(&house.to_string()).expect("rules");
            for language in Language::ALL {
                let (nearest, found) = nearest(rules.rule_set(), Texts::of(language)).expect("a rule set");
                assert_eq!((&*nearest.id, found.rows.len()), (id, differences), "{house}");
            }
        }
    }

    #[test]
    fn editor_link_contains_the_rules() {
        let Value::Object(house) = json!({ "base": "russian", "name": "Ä&b" }) else { return };
        assert_eq!(
            editor_link(&house),
            "/house#rules=%7B%22base%22%3A%22russian%22%2C%22name%22%3A%22%C3%84%26b%22%7D"
        );
    }
}
