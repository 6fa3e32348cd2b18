//! Writes records as PDN 3.0.

use std::io::{self, Write};

use crate::game_type;
use crate::record::{Line, Node, Record, tag_name};
use crate::score::{Score, ScoreStyle};

/// The maximum width of a line.
const MAX_WIDTH: usize = 80;
/// The tags that come first, in this order.
const FIRST_TAGS: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Writes a record: tags, moves, and `*` at the end. Reading the output gives the same record. To convert moves and
/// tags to the form of the standard first, use [`to_strict`](crate::to_strict).
pub fn write(record: &Record, out: &mut impl Write) -> io::Result<()> {
    let rank = |name: &str| FIRST_TAGS.iter().position(|first| first.eq_ignore_ascii_case(name));
    // The result is written as a tag; the star only ends the game.
    let score =
        record.score.as_ref().filter(|score| **score != Score::Unknown && record.tag("Result").is_none());
    let result = score.map(|score| ("Result".to_owned(), score.write(score_style(record))));
    let tags = record.tags.iter().chain(&result);
    let mut tags: Vec<_> = tags.filter(|(name, _)| !tag_name(name).is_empty()).collect();
    tags.sort_by_key(|(name, _)| rank(name).unwrap_or(FIRST_TAGS.len()));
    let has_tags = !tags.is_empty();
    for (name, value) in tags {
        writeln!(out, "[{} \"{}\"]", tag_name(name), tag_value(value))?;
    }
    if has_tags {
        writeln!(out)?;
    }
    let mut text = MoveText { out, column: 0 };
    let first = record.first_number.unwrap_or(1).max(1);
    // Ply 0 is the first move of number 1.
    let ply = 2 * u64::from(first - 1) + u64::from(record.second_side_begins);
    text.line(&record.line, ply)?;
    text.word("*")?;
    writeln!(out)?;
    writeln!(out)
}

/// Returns the notation of results for the game type in the tag.
fn score_style(record: &Record) -> ScoreStyle {
    let rules = record.tag("GameType").and_then(game_type::number).and_then(game_type::by_number);
    rules.map_or(ScoreStyle::Usual, |rules| game_type::score_style(&rules))
}

/// Returns a tag value with escaped quotes. Replaces backslashes that would escape a quote.
fn tag_value(value: &str) -> String {
    let plain: String = plain(value).replace("\\\"", "/\"").replace('"', "\\\"");
    match plain.strip_suffix('\\') {
        Some(start) => format!("{start}/"),
        None => plain,
    }
}

/// Returns a text without control characters and with single blanks between words.
fn plain(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the text of a comment without braces; `None` if it is empty.
fn comment_text(comment: &str) -> Option<String> {
    Some(plain(comment).replace('{', "(").replace('}', ")")).filter(|text| !text.is_empty())
}

/// Writes the movetext.
struct MoveText<'o, W> {
    out: &'o mut W,
    column: usize,
}

impl<W: Write> MoveText<'_, W> {
    /// Writes a word, on the next line if it does not fit.
    fn word(&mut self, word: &str) -> io::Result<()> {
        let length = word.chars().count();
        // A line that starts with a percent sign is ignored by readers.
        let fits = self.column + 1 + length <= MAX_WIDTH || word.starts_with('%');
        if self.column == 0 {
            self.column = length;
        } else if fits {
            self.column += 1 + length;
            write!(self.out, " ")?;
        } else {
            self.column = length;
            writeln!(self.out)?;
        }
        write!(self.out, "{word}")
    }

    fn line(&mut self, line: &Line, mut ply: u64) -> io::Result<()> {
        self.comments(&line.comments)?;
        let mut has_number = true;
        for node in &line.moves {
            self.node(node, ply, has_number)?;
            has_number = node.comments.iter().any(|comment| comment_text(comment).is_some())
                || !node.variations.is_empty();
            ply += 1;
        }
        Ok(())
    }

    /// Writes a move. A move of the second side has a number only at the start of a line and after comments and
    /// variations.
    fn node(&mut self, node: &Node, ply: u64, has_number: bool) -> io::Result<()> {
        let number = ply / 2 + 1;
        match ply % 2 {
            0 => self.word(&format!("{number}."))?,
            _ if has_number => self.word(&format!("{number}..."))?,
            _ => {}
        }
        self.word(&node.text)?;
        for nag in &node.nags {
            self.word(&format!("${nag}"))?;
        }
        self.comments(&node.comments)?;
        for variation in &node.variations {
            self.word("(")?;
            self.line(variation, ply)?;
            self.word(")")?;
        }
        Ok(())
    }

    /// Writes each comment in braces.
    fn comments(&mut self, comments: &[String]) -> io::Result<()> {
        for text in comments.iter().filter_map(|comment| comment_text(comment)) {
            self.word("{")?;
            for word in text.split(' ') {
                self.word(word)?;
            }
            self.word("}")?;
        }
        Ok(())
    }
}
