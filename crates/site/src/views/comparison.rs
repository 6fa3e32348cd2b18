//! Comparison of two rule sets, sentence by sentence.

use draughts::RuleSet;
use texts::{Language, RuleSetText, Topic};

/// The differences between two rule sets, in the order of their sentences.
pub(crate) struct Comparison {
    /// The topics on which they differ.
    pub(crate) rows: Vec<Row>,
    /// The number of sentences that are the same.
    pub(crate) same: usize,
}

/// The sentences of two rule sets about one field; each side may have none or several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    /// The topic.
    pub(crate) topic: Topic,
    /// The path of the field.
    pub(crate) field: &'static str,
    pub(crate) this: Vec<String>,
    pub(crate) other: Vec<String>,
}

/// A sentence, with the meaning by which it is compared.
struct Statement {
    topic: Topic,
    field: &'static str,
    text: String,
    meaning: String,
}

impl Comparison {
    /// Compares two rule sets.
    pub(crate) fn of(this: &RuleSet, other: &RuleSet, language: Language) -> Self {
        let (this, other) = (statements(this, language), statements(other, language));
        let mut same = 0;
        let mut rows: Vec<Row> = Vec::new();
        for (topic, field) in fields(&this, &other) {
            let texts = |own: &[Statement], others: &[Statement]| -> Vec<String> {
                let of_field = own.iter().filter(|statement| statement.field == field);
                of_field
                    .filter(|statement| !others.iter().any(|other| other.is_same(statement)))
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

    /// Returns the number of sentences that differ.
    pub(crate) fn difference_count(&self) -> usize {
        self.rows.iter().map(|row| row.this.len().max(row.other.len())).sum()
    }
}

impl Statement {
    fn is_same(&self, other: &Self) -> bool {
        (self.field, &self.meaning) == (other.field, &other.meaning)
    }
}

/// Returns the topics and fields of all sentences, topic by topic, without duplicates.
fn fields(this: &[Statement], other: &[Statement]) -> Vec<(Topic, &'static str)> {
    let mut topics: Vec<Topic> = this.iter().map(|statement| statement.topic).collect();
    topics.dedup();
    let mut fields = Vec::new();
    for topic in topics {
        for statement in this.iter().chain(other).filter(|statement| statement.topic == topic) {
            if !fields.contains(&(topic, statement.field)) {
                fields.push((topic, statement.field));
            }
        }
    }
    fields
}

fn statements(set: &RuleSet, language: Language) -> Vec<Statement> {
    // Rule books number the articles of the same draw rule differently, so draw rules are compared by their data.
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
    fn comparison_is_symmetric_and_empty_only_with_itself() {
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
    fn russian_and_brazilian_draughts_differ_in_crowning_and_priority() {
        let found = Comparison::of(&variant::RUSSIAN, &variant::BRAZILIAN, Language::English);
        let fields: Vec<&str> = found.rows.iter().map(|row| row.field).collect();
        assert!(fields.contains(&"men.crowning") && fields.contains(&"capture.priority"), "{fields:?}");
        assert!(!fields.contains(&"board") && found.same > 12, "{fields:?}");
    }
}
