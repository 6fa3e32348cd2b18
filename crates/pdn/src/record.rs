//! A game as it is written in a file.

use crate::leniency::{Leniency, Place};
use crate::result::Score;

/// A game as it is written in a file, before any rules are applied.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Where the game begins.
    pub place: Place,
    /// The tags, in their order.
    pub tags: Vec<(String, String)>,
    /// The number of the first move, where it is not 1.
    pub first_number: Option<u32>,
    /// Whether the side begins that usually moves second.
    pub begins_with_answer: bool,
    /// The moves, with the comments before the first.
    pub line: Line,
    /// The result at the end, if there is one.
    pub score: Option<Score>,
    /// What was forgiven.
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
    /// Where the move stands.
    pub place: Place,
    /// The move as it is written.
    pub text: String,
    /// The numeric annotation glyphs, such as 1 for `!` and 2 for `?`.
    pub nags: Vec<u16>,
    /// The comments after it.
    pub comments: Vec<String>,
    /// The variations that replace it.
    pub variations: Vec<Line>,
}

impl Record {
    /// Returns the value of a tag. The case of the name does not matter.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let same = |tag: &&(String, String)| tag.0.eq_ignore_ascii_case(name);
        self.tags.iter().rev().find(same).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in place if the record has it.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|tag| tag.0.eq_ignore_ascii_case(name)) {
            Some(tag) => tag.1 = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }

    /// Returns the result: that at the end of the game, or that in the tag.
    #[must_use]
    pub fn result(&self) -> Option<Score> {
        let tag = || self.tag("Result").map(Score::read);
        self.score.clone().filter(|score| *score != Score::Unknown).or_else(tag)
    }
}

/// Returns the name of a tag without the characters that no name has.
pub(crate) fn tag_name(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect()
}
