//! Results of games and their notations.

use std::fmt;

use draughts::Color;
use draughts::game::GameResult;

/// A result as it is written. The first number belongs to the side that moves first: in English draughts, `1-0` means
/// that Black has won.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Score {
    /// `1-0`, `2-0`
    FirstWins,
    /// `0-1`, `0-2`
    SecondWins,
    /// `1/2-1/2`, `1-1`
    Draw,
    /// `0-0`
    BothLose,
    /// `*`
    Unknown,
    /// A result of another points system, such as `7-3`.
    Other(String),
}

/// A notation of results in the standard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ScoreStyle {
    /// `2-0`, for international and Canadian draughts.
    International,
    /// `1-0`, for all others.
    Usual,
}

impl Score {
    /// Parses a result; any other text becomes [`Other`](Score::Other).
    #[must_use]
    pub fn read(text: &str) -> Self {
        Self::parse(text).unwrap_or_else(|| match text.trim() {
            "" | "?" | "-" => Self::Unknown,
            other => Self::Other(other.to_owned()),
        })
    }

    /// Parses a word that is a result. `1-1` is a result, since no move is from a square to itself.
    pub(crate) fn parse(word: &str) -> Option<Self> {
        let plain: String = word.chars().filter(|c| !c.is_whitespace()).collect();
        let plain =
            plain.replace(['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '–'], "-").replace(':', "-");
        Some(match plain.as_str() {
            "*" => Self::Unknown,
            "1-0" | "2-0" => Self::FirstWins,
            "0-1" | "0-2" => Self::SecondWins,
            "1-1" | "1/2-1/2" | "½-½" | "0.5-0.5" | "0,5-0,5" | "1/2" | "½" => Self::Draw,
            "0-0" => Self::BothLose,
            points if is_points(points) => Self::Other(word.to_owned()),
            _ => return None,
        })
    }

    /// Returns whether a word is a result of the standard.
    pub(crate) fn is_standard(word: &str) -> bool {
        matches!(word, "*" | "1-0" | "0-1" | "1/2-1/2" | "2-0" | "0-2" | "1-1" | "0-0")
    }

    /// Returns the game result if `first` moved first; `None` if the score does not determine it.
    #[must_use]
    pub fn winner(&self, first: Color) -> Option<GameResult> {
        match self {
            Self::FirstWins => Some(GameResult::Win(first)),
            Self::SecondWins => Some(GameResult::Win(!first)),
            Self::Draw => Some(GameResult::Draw),
            Self::BothLose | Self::Unknown | Self::Other(_) => None,
        }
    }

    /// Returns the score of a game result if `first` moved first.
    #[must_use]
    pub fn of(result: GameResult, first: Color) -> Self {
        match result {
            GameResult::Win(side) if side == first => Self::FirstWins,
            GameResult::Win(_) => Self::SecondWins,
            GameResult::Draw => Self::Draw,
            GameResult::None => Self::Unknown,
        }
    }

    pub(crate) fn write(&self, style: ScoreStyle) -> String {
        let (usual, international) = match self {
            Self::FirstWins => ("1-0", "2-0"),
            Self::SecondWins => ("0-1", "0-2"),
            Self::Draw => ("1/2-1/2", "1-1"),
            Self::BothLose => ("0-0", "0-0"),
            Self::Unknown => ("*", "*"),
            Self::Other(text) => return text.clone(),
        };
        match style {
            ScoreStyle::Usual => usual.to_owned(),
            ScoreStyle::International => international.to_owned(),
        }
    }
}

/// Returns whether a text is a score with half points, such as `1.5-0.5`.
fn is_points(text: &str) -> bool {
    let half = |side: &str| {
        let whole = side.strip_suffix(".5").or(side.strip_suffix(",5"));
        whole.is_some_and(|whole| !whole.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit()))
    };
    text.split_once('-').is_some_and(|(first, second)| half(first) && half(second))
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write(ScoreStyle::Usual))
    }
}
