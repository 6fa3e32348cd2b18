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
    /// The game was called off.
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
    /// The game was called off.
    Aborted,
}

impl Outcome {
    pub(super) fn win(winner: Color, ending: Ending) -> Self {
        Self { result: GameResult::Win(winner), ending }
    }

    pub(super) fn draw(ending: Ending) -> Self {
        Self { result: GameResult::Draw, ending }
    }

    /// The end of the game in words.
    #[must_use]
    pub fn tell(&self, language: Language) -> String {
        let result = match (self.result, language) {
            (GameResult::Win(side), Language::English) => format!("{side} wins"),
            (GameResult::Win(side), Language::German) => format!("{} gewinnt", language.side(side)),
            (GameResult::Draw, Language::English) => "The game is a draw".to_owned(),
            (GameResult::Draw, Language::German) => "Das Spiel ist remis".to_owned(),
            (GameResult::None, Language::English) => "The game has no result".to_owned(),
            (GameResult::None, Language::German) => "Das Spiel hat kein Ergebnis".to_owned(),
        };
        format!("{result}: {}", self.ending.tell(language))
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

    fn tell(&self, language: Language) -> String {
        let pick = |english, german| language.pick(english, german);
        let side = |color: &Color| language.side(*color);
        let proofs = |evidence: &[Evidence]| {
            evidence.iter().map(|evidence| evidence.tell(language)).collect::<Vec<_>>().join(" ")
        };
        match self {
            Self::NoPieces(color) => {
                format!("{} {}.", side(color), pick("has no piece left", "hat keine Figur mehr"))
            }
            Self::Blocked(color) => format!("{} {}.", side(color), pick("cannot move", "kann nicht ziehen")),
            Self::FirstKing(color) => {
                format!("{} {}.", side(color), pick("has made the first king", "hat die erste Dame"))
            }
            Self::Agreement => {
                pick("the players have agreed on it.", "Die Spieler haben sich geeinigt.").to_owned()
            }
            Self::DrawRules(evidence) => proofs(evidence),
            Self::Claim(color, evidence) => format!(
                "{} {}. {}",
                side(color),
                pick("has claimed it", "hat es beansprucht"),
                evidence.tell(language)
            ),
            Self::Resignation(color) => {
                format!("{} {}.", side(color), pick("has resigned", "hat aufgegeben"))
            }
            Self::FlagFall(color) => {
                format!("{} {}.", side(color), pick("has run out of time", "hat die Zeit überschritten"))
            }
            Self::Abandonment(color) => {
                format!("{} {}.", side(color), pick("has left the game", "hat das Spiel verlassen"))
            }
            Self::Adjudication(reason, evidence) => {
                let decided = pick("an administrator decided", "ein Administrator hat entschieden");
                let reason = if reason.is_empty() { String::new() } else { format!(" ({reason})") };
                format!("{decided}{reason}. {}", proofs(evidence)).trim_end().to_owned()
            }
            Self::Aborted => pick("it was called off.", "Es wurde abgebrochen.").to_owned(),
        }
    }
}
