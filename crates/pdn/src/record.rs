//! Records of games as files have them.

use crate::leniency::{Leniency, Place};
use crate::score::Score;

/// A game as a file has it, before any rules are applied.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The place of the first token.
    pub place: Place,
    /// The names and values of the tags, in order.
    pub tags: Vec<(String, String)>,
    /// The number of the first move; `None` if it is 1.
    pub first_number: Option<u32>,
    /// Whether the side that usually moves second begins.
    pub second_side_begins: bool,
    /// The main line.
    pub line: Line,
    /// The result at the end of the game.
    pub score: Option<Score>,
    /// The deviations from the standard.
    pub leniencies: Vec<Leniency>,
}

/// A sequence of moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<Node>,
}

/// A move with its annotations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// The place of the move.
    pub place: Place,
    /// The move as it is written.
    pub text: String,
    /// The numeric annotation glyphs, such as 1 for `!` and 2 for `?`.
    pub nags: Vec<u16>,
    /// The comments after the move.
    pub comments: Vec<String>,
    /// The variations that replace the move.
    pub variations: Vec<Line>,
}

impl Record {
    /// Returns the value of a tag, ignoring the case of its name.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let same = |tag: &&(String, String)| tag.0.eq_ignore_ascii_case(name);
        self.tags.iter().rev().find(same).map(|(_, value)| value.as_str())
    }

    /// Sets the value of a tag, and adds the tag if it is missing.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|tag| tag.0.eq_ignore_ascii_case(name)) {
            Some(tag) => tag.1 = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }

    /// Returns the result at the end of the game, or else that of the tag.
    #[must_use]
    pub fn result(&self) -> Option<Score> {
        let tag = || self.tag("Result").map(Score::read);
        self.score.clone().filter(|score| *score != Score::Unknown).or_else(tag)
    }
}

/// Returns the name of a tag without invalid characters.
pub(crate) fn tag_name(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect()
}
