//! Two rule sets side by side: what they say differently.

use draughts::RuleSet;
use texts::{Language, RuleSetText, Topic};

/// What two rule sets say differently, in the order in which one explains a game.
pub(crate) struct Comparison {
    /// Where they differ.
    pub(crate) rows: Vec<Row>,
    /// So many sentences are the same.
    pub(crate) same: usize,
}

/// What two rule sets say about one thing. A rule set may have nothing to say about it, or several sentences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    /// What it is about.
    pub(crate) topic: Topic,
    /// The field that says so.
    pub(crate) field: &'static str,
    pub(crate) this: Vec<String>,
    pub(crate) other: Vec<String>,
}

/// A sentence, and what makes it the same as another.
struct Statement {
    topic: Topic,
    field: &'static str,
    text: String,
    meaning: String,
}

impl Comparison {
    /// Of these two, in a language.
    pub(crate) fn of(this: &RuleSet, other: &RuleSet, language: Language) -> Self {
        let (this, other) = (statements(this, language), statements(other, language));
        let mut same = 0;
        let mut rows: Vec<Row> = Vec::new();
        for (topic, field) in places(&this, &other) {
            let texts = |own: &[Statement], others: &[Statement]| -> Vec<String> {
                let here = own.iter().filter(|statement| statement.field == field);
                here.filter(|statement| !others.iter().any(|other| other.is_same(statement)))
                    .map(|statement| statement.text.clone())
                    .collect()
            };
            let row = Row { topic, field, this: texts(&this, &other), other: texts(&other, &this) };
            same += this.iter().filter(|statement| statement.field == field).count() - row.this.len();
            if !row.this.is_empty() || !row.other.is_empty() {
                rows.push(row);
            }
        }
        Self { rows, same }
    }

    /// Returns how many sentences differ.
    pub(crate) fn sentences(&self) -> usize {
        self.rows.iter().map(|row| row.this.len().max(row.other.len())).sum()
    }
}

impl Statement {
    fn is_same(&self, other: &Self) -> bool {
        (self.field, &self.meaning) == (other.field, &other.meaning)
    }
}

/// What is spoken of, topic by topic, each thing once.
fn places(this: &[Statement], other: &[Statement]) -> Vec<(Topic, &'static str)> {
    let mut topics: Vec<Topic> = this.iter().map(|statement| statement.topic).collect();
    topics.dedup();
    let mut places = Vec::new();
    for topic in topics {
        for statement in this.iter().chain(other).filter(|statement| statement.topic == topic) {
            if !places.contains(&(topic, statement.field)) {
                places.push((topic, statement.field));
            }
        }
    }
    places
}

fn statements(set: &RuleSet, language: Language) -> Vec<Statement> {
    // Two books that have the same draw rule number their articles differently: what counts is the rule.
    let mut draws = set.draws.rules.iter().map(|rule| format!("{:?} {:?}", rule.when, rule.effect));
    let sentences = set.sentences_in(language).into_iter();
    sentences
        .map(|sentence| {
            let rule = if sentence.field == "draws.rules" { draws.next() } else { None };
            let meaning = rule.unwrap_or_else(|| sentence.text.clone());
            Statement { topic: sentence.topic, field: sentence.field, text: sentence.text, meaning }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use draughts::{Variant, variant};

    use super::*;

    #[test]
    fn a_rule_set_does_not_differ_from_itself_and_any_other_differs_from_it_both_ways_alike() {
        for this in variant::ALL.map(Variant::rule_set) {
            let itself = Comparison::of(this, this, Language::English);
            assert_eq!(
                (itself.rows, itself.same),
                (Vec::new(), this.sentences_in(Language::English).len()),
                "{}",
                this.id
            );
            for other in variant::ALL.map(Variant::rule_set).into_iter().filter(|other| other.id != this.id) {
                let there = Comparison::of(this, other, Language::German);
                let back = Comparison::of(other, this, Language::German);
                assert!(!there.rows.is_empty(), "{} and {}", this.id, other.id);
                assert_eq!((there.same, there.rows.len()), (back.same, back.rows.len()));
            }
        }
    }

    #[test]
    fn russian_and_brazilian_draughts_differ_in_crowning_and_in_which_capture_is_made() {
        let found = Comparison::of(&variant::RUSSIAN, &variant::BRAZILIAN, Language::English);
        let fields: Vec<&str> = found.rows.iter().map(|row| row.field).collect();
        assert!(fields.contains(&"men.crowning") && fields.contains(&"capture.priority"), "{fields:?}");
        assert!(!fields.contains(&"board") && found.same > 12, "{fields:?}");
    }
}
