//! Problems of house rules, with texts for the rule editor and for programs.

use draughts::house::HouseRuleError;
use draughts::{RuleConflict, Rules};
use fluent_bundle::FluentValue;
use serde_json::Value;

use crate::texts::Texts;
use play::proposal::{EIGHT_DIRECTIONS, ProposalError, RulesChoice, VANISHING};

/// A problem of house rules.
#[derive(Debug)]
pub(crate) enum RuleProblem {
    /// The rules contradict each other.
    Conflict(RuleConflict),
    /// The site does not support the rules: the kind of the limit, and the message for programs.
    Limit(&'static str, String),
    /// Any other problem, such as JSON with an unknown field; only programs send it.
    Other(String),
}

impl RuleProblem {
    /// Returns all problems of rules that were rejected.
    pub(crate) fn all(choice: &RulesChoice, error: &ProposalError) -> Vec<Self> {
        if let Some(kind) = error.kind {
            return vec![Self::Limit(kind, error.message.clone())];
        }
        let house_error = match choice {
            RulesChoice::Named(_) => None,
            RulesChoice::House(house) => Rules::house(&Value::Object(house.clone()).to_string()).err(),
        };
        match house_error {
            Some(HouseRuleError::Conflicts(conflicts)) => {
                conflicts.0.into_iter().map(Self::Conflict).collect()
            }
            // The message has one problem per line.
            _ => error.message.lines().map(|line| Self::Other(line.to_owned())).collect(),
        }
    }

    /// Returns the paths of the fields that cause the problem.
    pub(crate) fn fields(&self) -> Vec<&'static str> {
        match self {
            Self::Conflict(conflict) => conflict.fields(),
            Self::Limit(VANISHING, _) => {
                vec!["kings.range", "capture.removal", "board.width", "board.height"]
            }
            Self::Limit(EIGHT_DIRECTIONS, _) => vec!["kings.range", "board.width", "board.height"],
            Self::Limit(..) | Self::Other(_) => Vec::new(),
        }
    }

    /// Returns the message for programs, which names fields by their paths.
    pub(crate) fn for_programs(&self, texts: &Texts) -> String {
        match self {
            Self::Conflict(conflict) => conflict.render(texts.language),
            Self::Limit(_, text) | Self::Other(text) => text.clone(),
        }
    }

    /// Returns the message for people, which names fields as the editor does.
    ///
    /// Problems that the editor cannot cause have only the message for programs.
    pub(crate) fn for_people(&self, texts: &Texts) -> String {
        let number = |value: u16| FluentValue::from(u64::from(value));
        match self {
            Self::Conflict(RuleConflict::NoRoom { rows, height }) => texts
                .fill("conflict-no-room", [("rows", number(*rows)), ("height", number(u16::from(*height)))]),
            Self::Conflict(RuleConflict::BoardSize { .. }) => texts.get("conflict-board-size"),
            Self::Conflict(RuleConflict::NoMen) => texts.get("conflict-no-men"),
            Self::Conflict(RuleConflict::PriorityOfUnfinished) => {
                texts.get("conflict-priority-of-unfinished")
            }
            Self::Conflict(RuleConflict::NoDutyToEnforce) => texts.get("conflict-no-duty"),
            Self::Conflict(RuleConflict::NoName) => texts.get("conflict-no-name"),
            Self::Conflict(RuleConflict::ControlCharacters("name")) => texts.get("conflict-name-characters"),
            Self::Limit(VANISHING, _) => texts.get("conflict-flying-over-vanishing"),
            Self::Limit(EIGHT_DIRECTIONS, _) => texts.get("conflict-flying-eight-directions"),
            Self::Conflict(_) | Self::Limit(..) | Self::Other(_) => self.for_programs(texts),
        }
    }
}

#[cfg(test)]
mod tests {
    use draughts::Language;
    use serde_json::json;

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
    fn messages_name_fields_as_the_editor_does() {
        for (rules, fields) in invalid_rules() {
            let choice: RulesChoice = serde_json::from_value(rules.clone()).expect("rules");
            let error = choice.rules().expect_err("a conflict");
            let problems = RuleProblem::all(&choice, &error);
            assert_eq!(problems.iter().flat_map(RuleProblem::fields).collect::<Vec<_>>(), fields, "{rules}");
            for language in Language::ALL {
                let text = problems[0].for_people(Texts::of(language));
                let is_internal = |path: &&str| path.contains('.') && text.contains(*path);
                assert!(!fields.iter().any(is_internal) && !text.contains('$'), "{text}");
                assert!(text.ends_with('.') && text.chars().count() > 30, "{text}");
            }
        }
    }
}
