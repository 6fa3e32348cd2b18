//! Results of games.

use draughts::game::{Ending, GameResult, Outcome};

use crate::language::Language;
use crate::render::{Render, side};
use crate::texts::Texts;

/// "White won. Black has no pieces left."
impl Render for Outcome {
    fn render(&self, language: Language) -> String {
        match &self.ending {
            // The proofs begin with the result.
            Ending::DrawRules(_) => self.ending.render(language),
            ending => format!("{} {}", self.result.render(language), ending.render(language)),
        }
    }
}

/// "White won."
impl Render for GameResult {
    fn render(&self, language: Language) -> String {
        let texts = Texts::of(language);
        match self {
            Self::Win(winner) => texts.render("result-win", [("side", side(*winner))]),
            Self::Draw => texts.get("result-draw"),
            Self::None => texts.get("result-none"),
        }
    }
}

/// The reason with the proofs of draw rules.
impl Render for Ending {
    fn render(&self, language: Language) -> String {
        let proofs = self.proofs().iter().map(|proof| proof.render(language));
        let sentences: Vec<String> = self.reason(language).into_iter().chain(proofs).collect();
        sentences.join(" ")
    }
}

/// The texts of an ending beside the whole one.
pub trait EndingText {
    /// Returns the reason without the proofs of draw rules; `None` where the proofs are the reason.
    #[must_use]
    fn reason(&self, language: Language) -> Option<String>;
}

impl EndingText for Ending {
    fn reason(&self, language: Language) -> Option<String> {
        let texts = Texts::of(language);
        let about = |message, color| texts.render(message, [("side", side(color))]);
        Some(match self {
            Self::NoPieces(loser) => about("ending-no-pieces", *loser),
            Self::Blocked(loser) => about("ending-blocked", *loser),
            Self::FirstKing(winner) => about("ending-first-king", *winner),
            Self::Agreement => texts.get("ending-agreement"),
            Self::DrawRules(_) => return None,
            Self::Claim(claimant, _) => about("ending-claim", *claimant),
            Self::Resignation(loser) => about("ending-resignation", *loser),
            Self::FlagFall(loser) => about("ending-flag-fall", *loser),
            Self::Abandonment(loser) => about("ending-abandonment", *loser),
            Self::Adjudication(reason, _) if reason.is_empty() => texts.get("ending-adjudication"),
            Self::Adjudication(reason, _) => {
                texts.render("ending-adjudication-reason", [("reason", reason.clone().into())])
            }
            Self::Aborted => texts.get("ending-aborted"),
        })
    }
}
