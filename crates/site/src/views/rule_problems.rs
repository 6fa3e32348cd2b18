//! Problems of house rules, with texts for the rule editor and for programs.

use draughts::RuleConflict;
use draughts::house::{FieldError, HouseRuleError};

use play::proposal::ProposalError;
use texts::{Language, Render};

/// A problem of house rules.
#[derive(Debug)]
pub(crate) enum RuleProblem {
    /// The rules contradict each other.
    Conflict(RuleConflict),
    /// A field is unknown, or its value does not fit.
    Field(FieldError),
    /// The rules are rejected for another reason.
    Other(ProposalError),
}

impl RuleProblem {
    /// Returns the problems for which rules were rejected.
    pub(crate) fn list(error: ProposalError) -> Vec<Self> {
        match error {
            ProposalError::HouseRules(HouseRuleError::Conflicts(conflicts)) => {
                conflicts.0.into_iter().map(Self::Conflict).collect()
            }
            ProposalError::HouseRules(HouseRuleError::Fields(errors)) => {
                errors.into_iter().map(Self::Field).collect()
            }
            other => vec![Self::Other(other)],
        }
    }

    /// Returns the paths of the fields that cause the problem.
    pub(crate) fn fields(&self) -> Vec<&'static str> {
        match self {
            Self::Conflict(conflict) => conflict.fields(),
            Self::Other(ProposalError::FlyingWithEarlyRemoval) => {
                vec!["kings.range", "capture.removal", "board.width", "board.height"]
            }
            Self::Other(ProposalError::FlyingInEightDirections) => {
                vec!["kings.range", "board.width", "board.height"]
            }
            Self::Field(_) | Self::Other(_) => Vec::new(),
        }
    }

    /// Returns the message for API clients, in English, with the paths of the fields.
    pub(crate) fn api_message(&self) -> String {
        match self {
            Self::Conflict(conflict) => conflict.to_string(),
            Self::Field(error) => error.to_string(),
            Self::Other(error) => error.to_string(),
        }
    }
}

/// The text for people, which names fields as the editor does.
impl Render for RuleProblem {
    fn render(&self, language: Language) -> String {
        match self {
            Self::Conflict(conflict) => conflict.render(language),
            Self::Field(error) => error.render(language),
            Self::Other(error) => error.render(language),
        }
    }
}

#[cfg(test)]
mod tests {
    use play::proposal::RulesChoice;
    use serde_json::{Value, json};

    use super::*;

    /// Returns invalid house rules that the editor can compose, with the fields that it marks.
    fn invalid_rules() -> Vec<(Value, Vec<&'static str>)> {
        let priority_of_unfinished = json!({ "finish": "may-be-stopped", "priority": ["most-pieces"] });
        vec![
            (
                json!({ "base": "english", "start": { "rows_of_men": 5 } }),
                vec!["start.rows_of_men", "board.height"],
            ),
            (
                json!({ "base": "english", "capture": priority_of_unfinished }),
                vec!["capture.priority", "capture.finish"],
            ),
            (
                json!({ "base": "english", "capture": { "duty": "may-capture" }, "conduct": { "enforcement": "huffing" } }),
                vec!["capture.duty", "conduct.enforcement"],
            ),
            (json!({ "base": "english", "name": " " }), vec!["name"]),
            (
                json!({ "base": "international", "capture": { "removal": "after-each-jump" } }),
                vec!["kings.range", "capture.removal", "board.width", "board.height"],
            ),
        ]
    }

    #[test]
    fn texts_name_no_field_paths() {
        for (rules, fields) in invalid_rules() {
            let choice: RulesChoice = serde_json::from_value(rules.clone()).expect("rules");
            let bad = choice.rules().expect_err("a conflict");
            let problems = RuleProblem::list(bad);
            assert_eq!(problems.iter().flat_map(RuleProblem::fields).collect::<Vec<_>>(), fields, "{rules}");
            for language in Language::ALL {
                let text = problems[0].render(language);
                let is_internal = |path: &&str| path.contains('.') && text.contains(*path);
                assert!(!fields.iter().any(is_internal) && !text.contains('$'), "{text}");
                assert!(text.ends_with('.') && text.chars().count() > 30, "{text}");
            }
        }
    }
}
