//! What is wrong with house rules, in the words of their editor.

use draughts::house::HouseRuleError;
use draughts::{RuleConflict, Rules};
use fluent_bundle::FluentValue;
use serde_json::Value;

use crate::texts::Texts;
use play::proposal::{EIGHT_DIRECTIONS, ProposalError, RulesChoice, VANISHING};

/// One thing that is wrong with house rules.
#[derive(Debug)]
pub(crate) enum RuleProblem {
    /// The rules contradict themselves.
    Conflict(RuleConflict),
    /// The site does not play them: what exactly, and the sentence for programs.
    Limit(&'static str, String),
    /// Anything else, such as JSON with an unknown field: only programs send it.
    Other(String),
}

impl RuleProblem {
    /// Returns all that is wrong with rules that were refused.
    pub(crate) fn all(choice: &RulesChoice, bad: &ProposalError) -> Vec<Self> {
        if let Some(kind) = bad.kind {
            return vec![Self::Limit(kind, bad.message.clone())];
        }
        let found = match choice {
            RulesChoice::Named(_) => None,
            RulesChoice::House(house) => Rules::house(&Value::Object(house.clone()).to_string()).err(),
        };
        match found {
            Some(HouseRuleError::Conflicts(conflicts)) => {
                conflicts.0.into_iter().map(Self::Conflict).collect()
            }
            // One a line.
            _ => bad.message.lines().map(|line| Self::Other(line.to_owned())).collect(),
        }
    }

    /// Returns the paths of the fields that are to blame.
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

    /// Returns the sentence for programs, which names fields by their paths.
    pub(crate) fn for_programs(&self, texts: &Texts) -> String {
        match self {
            Self::Conflict(conflict) => conflict.render(texts.language),
            Self::Limit(_, text) | Self::Other(text) => text.clone(),
        }
    }

    /// Returns the sentence for people, which names fields as the editor does. What the editor cannot bring about has
    /// none of its own and is told as programs are told.
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

    /// House rules that the editor can compose, and the fields that it marks.
    fn composed() -> Vec<(Value, Vec<&'static str>)> {
        let dull = json!({ "finish": "may-be-stopped", "priority": ["most-pieces"] });
        vec![
            (
                json!({ "base": "english", "start": { "rows_of_men": 5 } }),
                vec!["start.rows_of_men", "board.height"],
            ),
            (json!({ "base": "english", "capture": dull }), vec!["capture.priority", "capture.finish"]),
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
    fn conflicts_name_the_fields_as_the_editor_does() {
        for (rules, fields) in composed() {
            let choice: RulesChoice = serde_json::from_value(rules.clone()).expect("rules");
            let bad = choice.rules().expect_err("a conflict");
            let problems = RuleProblem::all(&choice, &bad);
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
