//! Reading a move.
//!
//! `32-28`, `28x19`, `28x19x30`, `c3-d4`, `c3:e5`, `a3b4`, `1118`, and the Russian short form `cd4`: the column
//! a piece comes from and the square it goes to. All separators are equivalent, case does not matter and blanks are
//! ignored; the board decides whether the move captures.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::explain::{Attempt, Explainer, WhyNot};
use crate::moves::Move;
use crate::position::Position;
use crate::ruleset::SquareNotation;
use crate::square::Square;
use crate::square_names::{SquareNames, SquareRange};

/// A move as written: its origin and the squares it touches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenMove {
    /// The origin.
    pub from: WrittenFrom,
    /// The squares after the origin, at least one; the last is the destination.
    pub through: Vec<Square>,
    /// Whether the separator denotes a capture; `None` if there is no separator.
    pub capture: Option<bool>,
}

/// The origin of a written move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WrittenFrom {
    /// A square.
    Square(Square),
    /// Any square of the column with this letter.
    Column(char),
}

/// The text is not a move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ParseMoveError {
    /// The text; its beginning if it is long.
    pub text: String,
    /// The position of the error in characters, from 1.
    pub at: usize,
    /// The kind of error.
    pub kind: MoveErrorKind,
}

/// The kinds of errors in the text of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveErrorKind {
    /// The text names fewer than two squares.
    TooShort,
    /// The text is longer than any move.
    TooLong {
        /// The maximum length in bytes.
        most: usize,
    },
    /// A character that cannot occur in a move.
    Unexpected(char),
    /// The board does not have this square.
    NoSuchSquare {
        /// The name as written.
        name: String,
        /// The range of the board's square names.
        range: SquareRange,
    },
    /// The square is on the board, but it is not a playing square.
    NotPlayedOn(String),
}

/// The text is not a legal move of the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadMoveError {
    /// The text is not a move.
    Parse(ParseMoveError),
    /// The move is not legal.
    NotLegal(WhyNot),
    /// Several legal moves match the text.
    Ambiguous(Vec<Move>),
}

/// Maximum length of a move in bytes; longer than the longest capture on the largest board.
const MAX_LEN: usize = 1024;
/// Maximum number of characters of a faulty text that an error keeps.
const MAX_QUOTED: usize = 40;

impl WrittenMove {
    /// Parses a move on a board with these squares.
    pub fn parse(text: &str, names: &SquareNames) -> Result<Self, ParseMoveError> {
        let quoted = || text.chars().take(MAX_QUOTED).collect();
        Self::parse_squares(text, names).map_err(|(at, kind)| ParseMoveError { text: quoted(), at, kind })
    }

    fn parse_squares(text: &str, names: &SquareNames) -> Result<Self, (usize, MoveErrorKind)> {
        if text.len() > MAX_LEN {
            return Err((1, MoveErrorKind::TooLong { most: MAX_LEN }));
        }
        let mut parts = Vec::new();
        let mut capture = None;
        let characters: Vec<char> = text.chars().collect();
        let mut at = 0;
        while at < characters.len() {
            let c = characters[at];
            match c {
                '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' => capture = capture.or(Some(false)),
                'x' | 'X' | ':' | '*' | '×' | 'х' | 'Х' => capture = Some(true),
                c if c.is_whitespace() => {}
                '0'..='9' | 'a'..='w' | 'A'..='W' => {
                    let end = end_of_part(&characters, at);
                    parts.push((at, characters[at..end].iter().collect::<String>()));
                    at = end;
                    continue;
                }
                other => return Err((at + 1, MoveErrorKind::Unexpected(other))),
            }
            at += 1;
        }
        let parts = split_digits(parts, names);
        squares(&parts, names, capture, characters.len())
    }

    /// Returns whether a move starts and ends on the written squares, whatever its route.
    #[must_use]
    pub fn has_ends_of(&self, m: &Move) -> bool {
        self.from == WrittenFrom::Square(m.from()) && self.through.last() == Some(&m.to())
    }

    /// Returns the legal moves that match, at least one, or why none does.
    pub fn find(&self, explainer: &Explainer<'_>, names: &SquareNames) -> Result<Vec<Move>, WhyNot> {
        let found = self.candidates(explainer, names);
        match (self.from, self.through.last()) {
            _ if !found.is_empty() => Ok(found),
            (WrittenFrom::Column(column), Some(&to)) => Err(WhyNot::NoneFromColumn { column, to }),
            (WrittenFrom::Column(_), None) => Ok(found),
            (WrittenFrom::Square(from), _) => {
                explainer.explain(&Attempt { through: self.through.clone(), ..Attempt::pick(from) })
            }
        }
    }

    /// Returns the legal moves that match, if any. Faster than [`find`](Self::find), since it gives no reason.
    #[must_use]
    pub fn candidates(&self, explainer: &Explainer<'_>, names: &SquareNames) -> Vec<Move> {
        match self.from {
            WrittenFrom::Square(from) => {
                let found = explainer.find(&Attempt { through: self.through.clone(), ..Attempt::pick(from) });
                // One move may pass the written squares while another lands on them: the latter is meant.
                let vias = &self.through[..self.through.len() - 1];
                let lands = |m: &&Move| found.len() > 1 && explainer.position().lands_on(m, vias);
                let exact: Vec<Move> = found.iter().filter(lands).cloned().collect();
                if exact.is_empty() { found } else { exact }
            }
            WrittenFrom::Column(letter) => {
                let column = letter as usize - 'a' as usize;
                let to = self.through.last().copied();
                let fits = |m: &&Move| Some(m.to()) == to && names.column(m.from()) == column;
                explainer.legal_moves().iter().filter(fits).cloned().collect()
            }
        }
    }
}

impl Position {
    /// Parses a legal move. Squares may be numeric or algebraic, whatever the notation of the rules.
    pub fn read_move(&self, text: &str) -> Result<Move, ReadMoveError> {
        Explainer::new(self).read_move(text)
    }
}

impl Explainer<'_> {
    /// Parses a legal move of the position, like [`Position::read_move`].
    pub fn read_move(&self, text: &str) -> Result<Move, ReadMoveError> {
        let names = self.position().rules().square_names();
        let written = WrittenMove::parse(text, names)?;
        let mut found = written.find(self, names)?;
        match (found.pop(), found.is_empty()) {
            (Some(only), true) => Ok(only),
            (last, _) => {
                found.extend(last);
                Err(ReadMoveError::Ambiguous(found))
            }
        }
    }
}

/// Returns the end of the part that starts at `at`: `12`, `c3`, or a letter followed by another letter.
fn end_of_part(characters: &[char], at: usize) -> usize {
    let first = at + usize::from(characters[at].is_ascii_alphabetic());
    let digits = characters[first..].iter().take_while(|c| c.is_ascii_digit()).count();
    (first + digits).max(at + 1)
}

/// Splits a lone run of digits that is too long for one square into pairs: `1118` becomes 11 and 18.
fn split_digits(parts: Vec<(usize, String)>, names: &SquareNames) -> Vec<(usize, String)> {
    match parts.as_slice() {
        [(at, digits)]
            if digits.len() >= 4
                && digits.len() % 2 == 0
                && names.len() < 100
                && digits.bytes().all(|b| b.is_ascii_digit()) =>
        {
            (0..digits.len()).step_by(2).map(|i| (at + i, digits[i..i + 2].to_owned())).collect()
        }
        _ => parts,
    }
}

fn squares(
    parts: &[(usize, String)],
    names: &SquareNames,
    capture: Option<bool>,
    length: usize,
) -> Result<WrittenMove, (usize, MoveErrorKind)> {
    let too_short = (length + 1, MoveErrorKind::TooShort);
    let Some(((at, first), rest)) = parts.split_first() else { return Err(too_short) };
    let from = match first.chars().next() {
        Some(letter) if first.len() == 1 && letter.is_ascii_alphabetic() => {
            let letter = letter.to_ascii_lowercase();
            if letter as usize - 'a' as usize >= usize::from(names.width()) {
                return Err((at + 1, MoveErrorKind::Unexpected(letter)));
            }
            WrittenFrom::Column(letter)
        }
        _ => WrittenFrom::Square(square(*at, first, names)?),
    };
    let through: Vec<Square> =
        rest.iter().map(|(at, text)| square(*at, text, names)).collect::<Result<_, _>>()?;
    if through.is_empty() {
        return Err(too_short);
    }
    Ok(WrittenMove { from, through, capture })
}

fn square(at: usize, text: &str, names: &SquareNames) -> Result<Square, (usize, MoveErrorKind)> {
    let numeric = text.bytes().all(|b| b.is_ascii_digit());
    let (notation, found) = if numeric {
        (SquareNotation::Numeric, text.parse().ok().and_then(|number| names.by_number(number)))
    } else {
        (SquareNotation::Algebraic, names.by_letter(text))
    };
    let kind = || match text.chars().next() {
        // A letter without a row is not a square.
        Some(letter) if !numeric && text.len() == 1 => MoveErrorKind::Unexpected(letter),
        _ if names.is_on_the_board(text) => MoveErrorKind::NotPlayedOn(text.to_owned()),
        _ => MoveErrorKind::NoSuchSquare { name: text.to_owned(), range: names.with(notation).range() },
    };
    found.ok_or_else(|| (at + 1, kind()))
}

impl core::error::Error for ParseMoveError {}

/// Returns no `source`: the text of this error includes that of the wrapped one.
impl core::error::Error for ReadMoveError {}

impl From<ParseMoveError> for ReadMoveError {
    fn from(error: ParseMoveError) -> Self {
        Self::Parse(error)
    }
}

impl From<WhyNot> for ReadMoveError {
    fn from(why: WhyNot) -> Self {
        Self::NotLegal(why)
    }
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: {}", self.at, self.kind)
    }
}

impl fmt::Display for MoveErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort => f.write_str("a move names at least two squares, such as 32-28 or c3-d4"),
            Self::TooLong { most } => write!(f, "longer than {most} bytes, which no move is"),
            Self::Unexpected(c) => write!(f, "{c:?} is not part of a move; write 32-28, 28x19 or c3:e5"),
            Self::NoSuchSquare { name, range } => {
                write!(f, "there is no square {name}; this board has {range}")
            }
            Self::NotPlayedOn(name) => write!(f, "square {name} is not played on"),
        }
    }
}

/// Squares are numbered from the top left, whatever the rules call them.
impl fmt::Display for ReadMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parse(error) => error.fmt(f),
            Self::NotLegal(why) => why.fmt(f),
            Self::Ambiguous(moves) => {
                write!(f, "it may mean any of {} moves; name more squares", moves.len())
            }
        }
    }
}
