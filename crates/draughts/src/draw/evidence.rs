//! The proof of a draw.

use serde::Serialize;

use super::MoveNumber;
use crate::color::Color;
use crate::language::Language;
use crate::ruleset::DrawRule;

/// The proof that a draw rule applies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Evidence {
    /// The rule, with its source.
    pub rule: DrawRule,
    /// What happened.
    pub grounds: Grounds,
}

/// What happened, by the numbers of the moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grounds {
    /// The position occurred at each of these moments.
    Repetition(Vec<Occurrence>),
    /// So many moves were counted.
    Count {
        /// The first move that counts.
        first: MoveNumber,
        /// The move from which on the draw exists.
        from: MoveNumber,
        /// Whole moves counted so far.
        made: u32,
        /// Moves needed.
        needed: u32,
    },
    /// The forces came about at this moment.
    Material(Occurrence),
}

/// When a position stood on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Occurrence {
    /// Before the first move of the record.
    AtTheStart,
    /// After this move.
    After(MoveNumber),
}

impl Evidence {
    /// The proof in words: the rule, its source, and the numbers of the moves.
    #[must_use]
    pub fn tell(&self, language: Language) -> String {
        let rule = self.rule.in_words(language);
        let source = &self.rule.source;
        let grounds = self.grounds.tell(language);
        match language {
            Language::English => format!("Draw {rule} ({source}): {grounds}."),
            Language::German => format!("Remis{} ({source}): {grounds}.", joined(&rule)),
        }
    }
}

impl Grounds {
    /// The moves that are cited, in their order.
    #[must_use]
    pub fn cites(&self) -> Vec<MoveNumber> {
        let after = |moment: &Occurrence| match moment {
            Occurrence::AtTheStart => None,
            Occurrence::After(number) => Some(*number),
        };
        match self {
            Self::Repetition(occurrences) => occurrences.iter().filter_map(after).collect(),
            Self::Count { first, from, .. } => vec![*first, *from],
            Self::Material(moment) => after(moment).into_iter().collect(),
        }
    }
}

/// In German, a subordinate clause stands behind a comma.
fn joined(rule: &str) -> String {
    if rule.starts_with("nach ") { format!(" {rule}") } else { format!(", {rule}") }
}

impl Grounds {
    fn tell(&self, language: Language) -> String {
        match self {
            Self::Repetition(occurrences) => {
                let times: Vec<String> = occurrences.iter().map(|moment| moment.tell(language)).collect();
                let stood = language.pick("the position stood", "die Stellung stand");
                format!("{stood} {}", language.all_of(&times))
            }
            Self::Count { first, from, made, needed } => {
                let (first, from) = (first.tell(language), from.tell(language));
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
                format!("{} {}", language.pick("it stood", "so stand es"), moment.tell(language))
            }
        }
    }
}

impl Occurrence {
    /// The moment when the position stood after so many plies, the record beginning with ply `begin` and the
    /// game with a move of `first`.
    pub(crate) fn after_plies(plies: u32, begin: u32, first: Color) -> Self {
        if plies <= begin { Self::AtTheStart } else { Self::After(MoveNumber::of_ply(plies - 1, first)) }
    }

    fn tell(self, language: Language) -> String {
        match self {
            Self::AtTheStart => language.pick("at the start", "am Anfang").to_owned(),
            Self::After(number) => {
                format!("{} {}", language.pick("after move", "nach Zug"), number.tell(language))
            }
        }
    }
}
