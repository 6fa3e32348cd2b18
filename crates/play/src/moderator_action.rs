//! What administrators decide and do.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What an administrator did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ModeratorAction {
    /// Granted a claim. Since the record decides claims, no new act is of this kind.
    Grant,
    /// Answered a call or dealt with a report, and the game went on.
    Refuse,
    /// Paused a game.
    Pause,
    /// Let a paused game go on.
    Resume,
    /// Gave a game to White.
    WhiteWins,
    /// Gave a game to Black.
    BlackWins,
    /// Declared a game a draw.
    Draw,
    /// Called a game off.
    Abort,
    /// Warned a player.
    Warn,
    /// Closed an account.
    Close,
    /// Opened it again.
    Reopen,
}

/// What is decided about a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = JudgementKind)]
pub enum Judgement {
    /// The call is answered or the report dealt with, and the game goes on.
    Refuse,
    /// The game is paused: nobody moves, and no clock runs.
    Pause,
    /// The game goes on after a pause; the call stays open.
    Resume,
    /// White wins.
    WhiteWins,
    /// Black wins.
    BlackWins,
    /// A draw.
    Draw,
    /// The game is called off.
    Abort,
}

impl Judgement {
    /// All of them, in the order of the form.
    pub const ALL: [Self; 7] =
        [Self::Refuse, Self::Pause, Self::Resume, Self::WhiteWins, Self::BlackWins, Self::Draw, Self::Abort];

    /// Returns the word for it in requests.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Refuse => "refuse",
            Self::Pause => "pause",
            Self::Resume => "resume",
            Self::WhiteWins => "white-wins",
            Self::BlackWins => "black-wins",
            Self::Draw => "draw",
            Self::Abort => "abort",
        }
    }
}

impl From<Judgement> for ModeratorAction {
    fn from(judgement: Judgement) -> Self {
        match judgement {
            Judgement::Refuse => Self::Refuse,
            Judgement::Pause => Self::Pause,
            Judgement::Resume => Self::Resume,
            Judgement::WhiteWins => Self::WhiteWins,
            Judgement::BlackWins => Self::BlackWins,
            Judgement::Draw => Self::Draw,
            Judgement::Abort => Self::Abort,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_judgement_has_one_word_in_requests_and_on_record() {
        for judgement in Judgement::ALL {
            let word = json!(judgement.as_str());
            assert_eq!(serde_json::from_value::<Judgement>(word.clone()).ok(), Some(judgement));
            assert_eq!(json!(ModeratorAction::from(judgement)), word);
        }
    }
}
