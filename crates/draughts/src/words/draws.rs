//! Draw rules, how far they have come, and the proofs of draws, in words.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::language::Language;
use super::rule_set::{draw_when, progress};
use crate::draw::{Counter, Evidence, Grounds, Occurrence};
use crate::move_number::MoveNumber;
use crate::rules::Rules;
use crate::ruleset::DrawRule;

impl DrawRule {
    /// What must have come about, in words: "after 25 moves of each player without a capture or a new king".
    #[must_use]
    pub fn in_words(&self, language: Language) -> String {
        draw_when(&self.when, language)
    }
}

impl MoveNumber {
    /// "41 (White)".
    #[must_use]
    pub fn render(self, language: Language) -> String {
        format!("{} ({})", self.number, language.side(self.by))
    }
}

impl Counter {
    /// Returns how far the rule has come, standing alone: "17 of 25 moves without a capture; draw at move 66".
    #[must_use]
    pub fn render(&self, rules: &Rules, language: Language) -> String {
        let progress = self.progress(rules, language);
        let mut letters = progress.chars();
        let progress: String =
            letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        self.draw_move(language).map_or(progress.clone(), |draw| format!("{progress}; {draw}"))
    }

    /// Returns how far the rule has come, in a list: "17 of 25 moves without a capture (draw at move 66)".
    #[must_use]
    pub fn render_in_list(&self, rules: &Rules, language: Language) -> String {
        let progress = self.progress(rules, language);
        self.draw_move(language).map_or(progress.clone(), |draw| format!("{progress} ({draw})"))
    }

    fn progress(&self, rules: &Rules, language: Language) -> String {
        progress(&rules.rule_set().draws.rules[self.rule].when, self.moves(), language)
    }

    fn draw_move(&self, language: Language) -> Option<String> {
        let number = self.from()?.number;
        let words = match self.is_reached() {
            false => language.pick("draw at move", "remis ab Zug"),
            true => language.pick("a draw since move", "remis seit Zug"),
        };
        Some(format!("{words} {number}"))
    }
}

impl Evidence {
    /// The proof in words: the rule, its source, and the numbers of the moves.
    #[must_use]
    pub fn render(&self, language: Language) -> String {
        let rule = self.rule.in_words(language);
        let source = &self.rule.source;
        let grounds = self.grounds.render(language);
        match language {
            Language::English => format!("Draw {rule} ({source}): {grounds}."),
            Language::German => format!("Remis{} ({source}): {grounds}.", joined(&rule)),
        }
    }
}

/// In German, a subordinate clause stands behind a comma.
fn joined(rule: &str) -> String {
    if rule.starts_with("nach ") { format!(" {rule}") } else { format!(", {rule}") }
}

impl Grounds {
    fn render(&self, language: Language) -> String {
        match self {
            Self::Repetition(occurrences) => {
                let times: Vec<String> = occurrences.iter().map(|moment| moment.render(language)).collect();
                let stood = language.pick("the position stood", "die Stellung stand");
                format!("{stood} {}", language.all_of(&times))
            }
            Self::Count { first, from, made, needed } => {
                let (first, from) = (first.render(language), from.render(language));
                match language {
                    Language::English => format!(
                        "first counted move {first}, a draw from move {from} on, {made} of {needed} moves made"
                    ),
                    Language::German => format!(
                        "erster gezählter Zug {first}, remis ab Zug {from}, {made} von {needed} Zügen gemacht"
                    ),
                }
            }
            Self::Material(moment) => {
                format!("{} {}", language.pick("it stood", "so stand es"), moment.render(language))
            }
        }
    }
}

impl Occurrence {
    fn render(self, language: Language) -> String {
        match self {
            Self::AtTheStart => language.pick("at the start", "am Anfang").to_owned(),
            Self::After(number) => {
                format!("{} {}", language.pick("after move", "nach Zug"), number.render(language))
            }
        }
    }
}
