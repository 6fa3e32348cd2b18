//! A game as a file tells it.

use crate::oddity::{Forgiven, Place};
use crate::result::Score;

/// A game as a file tells it: nothing is known of the board yet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Where it begins.
    pub place: Place,
    /// The tags, in their order.
    pub tags: Vec<(String, String)>,
    /// The number of the first move, where it is not 1.
    pub first_number: Option<u32>,
    /// Does the side begin that usually answers?
    pub begins_with_answer: bool,
    /// The moves, with what stands before the first.
    pub line: Line,
    /// The result at the end, if there is one.
    pub score: Option<Score>,
    /// What was forgiven.
    pub forgiven: Vec<Forgiven>,
}

/// Moves one after the other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<Node>,
}

/// A move with what is said of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// Where it stands.
    pub place: Place,
    /// The move as it is written.
    pub text: String,
    /// The numbers that stand for marks such as `!` (1) and `?` (2).
    pub nags: Vec<u16>,
    /// Comments after it.
    pub comments: Vec<String>,
    /// What could have been played instead.
    pub variations: Vec<Line>,
}

impl Record {
    /// The value of a tag, its name in capitals or not.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let same = |tag: &&(String, String)| tag.0.eq_ignore_ascii_case(name);
        self.tags.iter().rev().find(same).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in its place if it is there.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|tag| tag.0.eq_ignore_ascii_case(name)) {
            Some(tag) => tag.1 = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }

    /// The result: at the end of the game, or in the tag.
    #[must_use]
    pub fn result(&self) -> Option<Score> {
        let tag = || self.tag("Result").map(Score::read);
        self.score.clone().filter(|score| *score != Score::Unknown).or_else(tag)
    }
}

/// A tag's name is one word.
pub(crate) fn tag_name(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect()
}
