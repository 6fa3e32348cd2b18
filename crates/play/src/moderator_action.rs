//! The decisions and actions of administrators.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An action of an administrator, for the audit log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ModeratorAction {
    /// Granted a draw claim. The record decides claims now, so no new action is of this kind.
    Grant,
    /// Answered a call or dealt with a report; the game continued.
    Refuse,
    /// Paused a game.
    Pause,
    /// Resumed a paused game.
    Resume,
    /// Awarded a game to White.
    WhiteWins,
    /// Awarded a game to Black.
    BlackWins,
    /// Declared a game a draw.
    Draw,
    /// Aborted a game.
    Abort,
    /// Warned a player.
    Warn,
    /// Closed an account.
    Close,
    /// Reopened an account.
    Reopen,
}

/// An administrator's decision about a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = JudgementKind)]
pub enum Judgement {
    /// The call is answered or the report dealt with; the game continues.
    Refuse,
    /// The game is paused: nobody moves, and no clock runs.
    Pause,
    /// The game is resumed; the call stays open.
    Resume,
    /// White wins.
    WhiteWins,
    /// Black wins.
    BlackWins,
    /// A draw.
    Draw,
    /// The game is aborted.
    Abort,
}

impl Judgement {
    /// All decisions, in the order of the form.
    pub const ALL: [Self; 7] =
        [Self::Refuse, Self::Pause, Self::Resume, Self::WhiteWins, Self::BlackWins, Self::Draw, Self::Abort];

    /// Returns the name of the decision in requests.
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
