//! Outcomes of games in words.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::language::Language;
use crate::color::Color;
use crate::game::{Ending, GameResult, Outcome};

impl Outcome {
    /// Returns the result and the reason in words: "White won. Black has no pieces left."
    #[must_use]
    pub fn render(&self, language: Language) -> String {
        match &self.ending {
            // The proofs begin with the result.
            Ending::DrawRules(_) => self.ending.render(language),
            ending => format!("{} {}", self.result.render(language), ending.render(language)),
        }
    }
}

impl GameResult {
    /// Returns the result in words: "White won."
    #[must_use]
    pub fn render(self, language: Language) -> String {
        match (self, language) {
            (Self::Win(side), Language::English) => format!("{side} won."),
            (Self::Win(side), Language::German) => format!("{} hat gewonnen.", language.side(side)),
            (Self::Draw, Language::English) => "Draw.".to_owned(),
            (Self::Draw, Language::German) => "Remis.".to_owned(),
            (Self::None, Language::English) => "No result.".to_owned(),
            (Self::None, Language::German) => "Kein Ergebnis.".to_owned(),
        }
    }
}

impl Ending {
    /// Returns the reason in words, with the proofs of draw rules: "Black has no pieces left."
    #[must_use]
    pub fn render(&self, language: Language) -> String {
        let proofs: Vec<String> = self.proofs().iter().map(|proof| proof.render(language)).collect();
        let sentences = core::iter::once(self.reason(language)).chain(proofs);
        sentences.filter(|sentence| !sentence.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the reason without the proofs; empty where they are all there is to say.
    #[must_use]
    pub fn reason(&self, language: Language) -> String {
        let pick = |english, german| language.pick(english, german).to_owned();
        let about = |side: &Color, english, german| {
            format!("{} {}.", language.side(*side), language.pick(english, german))
        };
        match self {
            Self::NoPieces(side) => about(side, "has no pieces left", "hat keine Steine mehr"),
            Self::Blocked(side) => about(side, "cannot move", "kann nicht ziehen"),
            Self::FirstKing(side) => about(side, "made the first king", "hat die erste Dame"),
            Self::Agreement => pick("The players agreed on it.", "Die Spieler haben sich geeinigt."),
            Self::DrawRules(_) => String::new(),
            Self::Claim(side, _) => about(side, "claimed it", "hat es beansprucht"),
            Self::Resignation(side) => about(side, "resigned", "hat aufgegeben"),
            Self::FlagFall(side) => about(side, "ran out of time", "hat die Zeit überschritten"),
            Self::Abandonment(side) => about(side, "left the game", "hat die Partie verlassen"),
            Self::Adjudication(reason, _) => {
                let decided = pick("An administrator decided", "Ein Administrator hat entschieden");
                match language {
                    _ if reason.is_empty() => format!("{decided}."),
                    Language::English => format!("{decided}: “{reason}”"),
                    Language::German => format!("{decided}: „{reason}“"),
                }
            }
            Self::Aborted => pick("The game was aborted.", "Die Partie wurde abgebrochen."),
        }
    }
}
