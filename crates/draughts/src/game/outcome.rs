//! How a game ended.

use serde::Serialize;

use crate::color::Color;
use crate::draw::Evidence;
use crate::language::Language;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outcome {
    /// Who won, if anybody.
    pub result: GameResult,
    /// What ended it.
    pub ending: Ending,
}

/// Who won, if anybody.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameResult {
    /// This side.
    Win(Color),
    /// Nobody.
    Draw,
    /// The game was aborted.
    None,
}

/// What ended a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// This side has no piece left.
    NoPieces(Color),
    /// This side has pieces but no move.
    Blocked(Color),
    /// This side has made the first king.
    FirstKing(Color),
    /// The players agreed on a draw.
    Agreement,
    /// Draw rules that take effect by themselves.
    DrawRules(Vec<Evidence>),
    /// A draw that this side claimed.
    Claim(Color, Evidence),
    /// This side gave up.
    Resignation(Color),
    /// This side's time was over.
    FlagFall(Color),
    /// This side left.
    Abandonment(Color),
    /// An adjudicator decided, with this reason; what the counts proved is added.
    Adjudication(String, Vec<Evidence>),
    /// The game was aborted.
    Aborted,
}

impl Outcome {
    pub(super) fn win(winner: Color, ending: Ending) -> Self {
        Self { result: GameResult::Win(winner), ending }
    }

    pub(super) fn draw(ending: Ending) -> Self {
        Self { result: GameResult::Draw, ending }
    }

    /// Returns the result and the reason in words: "White won. Black has no pieces left."
    #[must_use]
    pub fn tell(&self, language: Language) -> String {
        match &self.ending {
            // The proofs begin with the result.
            Ending::DrawRules(_) => self.ending.tell(language),
            ending => format!("{} {}", self.result.tell(language), ending.tell(language)),
        }
    }
}

impl GameResult {
    /// Returns the result in words: "White won."
    #[must_use]
    pub fn tell(self, language: Language) -> String {
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
    /// The draw rules that were proved.
    #[must_use]
    pub fn proofs(&self) -> &[Evidence] {
        match self {
            Self::DrawRules(proofs) | Self::Adjudication(_, proofs) => proofs,
            Self::Claim(_, proof) => std::slice::from_ref(proof),
            _ => &[],
        }
    }

    /// Returns the reason in words, with the proofs of draw rules: "Black has no pieces left."
    #[must_use]
    pub fn tell(&self, language: Language) -> String {
        let proofs: Vec<String> = self.proofs().iter().map(|proof| proof.tell(language)).collect();
        let sentences = std::iter::once(self.reason(language)).chain(proofs);
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
