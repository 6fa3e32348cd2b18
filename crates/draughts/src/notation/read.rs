//! Reading a move.
//!
//! `32-28`, `28x19`, `28x19x30`, `c3-d4`, `c3:e5`, `a3b4`, `1118`, and the Russian short form `cd4`: the column
//! a piece comes from and the square it goes to. Separators are taken for one another, capitals for small
//! letters, and blanks are passed over; whether the move captures is for the board to say.

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

/// A move as it is written: where it comes from and the squares it touches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenMove {
    /// Where it comes from.
    pub from: WrittenFrom,
    /// The squares after that, the last included; at least one.
    pub through: Vec<Square>,
    /// What stands between the squares says: a capture, a quiet move, or nothing.
    pub capture: Option<bool>,
}

/// Where a written move comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WrittenFrom {
    /// A square.
    Square(Square),
    /// Some square of the column with this letter.
    Column(char),
}

/// Why a text is not a move, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ParseMoveError {
    /// The text, or its beginning where it is long.
    pub text: String,
    /// The number of the character, from 1.
    pub at: usize,
    /// What is wrong.
    pub fault: MoveFault,
}

/// What is wrong with the text of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveFault {
    /// There is only one square, or none.
    TooShort,
    /// The text is longer than any move.
    TooLong {
        /// How many bytes a text may have.
        most: usize,
    },
    /// A character that no move has.
    Unexpected(char),
    /// The board does not have this square.
    NoSuchSquare {
        /// The name that was written.
        name: String,
        /// The names that the board has.
        range: SquareRange,
    },
    /// The board has this square, but no piece ever stands there.
    NotPlayedOn(String),
}

/// Why a text is not a legal move of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadMoveError {
    /// It cannot be read.
    Parse(ParseMoveError),
    /// It is not legal.
    NotLegal(WhyNot),
    /// It may mean any of these.
    Ambiguous(Vec<Move>),
}

/// Longer than the longest capture on the largest board.
const LONGEST: usize = 1024;
/// How many characters of a faulty text an error keeps.
const QUOTED: usize = 40;

impl WrittenMove {
    /// Reads a move on a board with these squares.
    pub fn parse(text: &str, naming: &SquareNames) -> Result<Self, ParseMoveError> {
        let beginning = || text.chars().take(QUOTED).collect();
        Self::parse_with(text, naming).map_err(|(at, fault)| ParseMoveError { text: beginning(), at, fault })
    }

    fn parse_with(text: &str, naming: &SquareNames) -> Result<Self, (usize, MoveFault)> {
        if text.len() > LONGEST {
            return Err((1, MoveFault::TooLong { most: LONGEST }));
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
                other => return Err((at + 1, MoveFault::Unexpected(other))),
            }
            at += 1;
        }
        let parts = split_digits(parts, naming);
        squares(&parts, naming, capture, characters.len())
    }

    /// Returns whether a move starts and ends on the squares that are written; how it goes between them is not asked.
    #[must_use]
    pub fn has_ends_of(&self, m: &Move) -> bool {
        self.from == WrittenFrom::Square(m.from()) && self.through.last() == Some(&m.to())
    }

    /// The legal moves that this may mean, at least one, or why there is none.
    pub fn find(&self, explainer: &Explainer<'_>, naming: &SquareNames) -> Result<Vec<Move>, WhyNot> {
        let found = self.candidates(explainer, naming);
        match (self.from, self.through.last()) {
            _ if !found.is_empty() => Ok(found),
            (WrittenFrom::Column(column), Some(&to)) => Err(WhyNot::NoneFromColumn { column, to }),
            (WrittenFrom::Column(_), None) => Ok(found),
            (WrittenFrom::Square(from), _) => {
                explainer.explain(&Attempt { through: self.through.clone(), ..Attempt::pick(from) })
            }
        }
    }

    /// The legal moves that this may mean, if any; no reasons are looked for.
    #[must_use]
    pub fn candidates(&self, explainer: &Explainer<'_>, naming: &SquareNames) -> Vec<Move> {
        match self.from {
            WrittenFrom::Square(from) => {
                let found = explainer.find(&Attempt { through: self.through.clone(), ..Attempt::pick(from) });
                // Squares that are passed by one move may be the landings of another, which is meant then.
                let vias = &self.through[..self.through.len() - 1];
                let lands = |m: &&Move| found.len() > 1 && explainer.position().lands_on(m, vias);
                let exact: Vec<Move> = found.iter().filter(lands).cloned().collect();
                if exact.is_empty() { found } else { exact }
            }
            WrittenFrom::Column(letter) => {
                let column = letter as usize - 'a' as usize;
                let to = self.through.last().copied();
                let fits = |m: &&Move| Some(m.to()) == to && naming.column(m.from()) == column;
                explainer.legal_moves().iter().filter(fits).cloned().collect()
            }
        }
    }
}

impl Position {
    /// Reads a legal move as the rule set's squares are called, or as the other names call them.
    pub fn read_move(&self, text: &str) -> Result<Move, ReadMoveError> {
        let naming = self.rules().square_names();
        let written = WrittenMove::parse(text, naming)?;
        let mut found = written.find(&Explainer::new(self), naming)?;
        match (found.pop(), found.is_empty()) {
            (Some(only), true) => Ok(only),
            (last, _) => {
                found.extend(last);
                Err(ReadMoveError::Ambiguous(found))
            }
        }
    }
}

/// Where the letters or digits that begin here end: `12`, `c3`, or a letter before another letter.
fn end_of_part(characters: &[char], at: usize) -> usize {
    let first = at + usize::from(characters[at].is_ascii_alphabetic());
    let digits = characters[first..].iter().take_while(|c| c.is_ascii_digit()).count();
    (first + digits).max(at + 1)
}

/// `1118` means 11 and 18: digits that stand alone and are too many for one square go in pairs.
fn split_digits(parts: Vec<(usize, String)>, naming: &SquareNames) -> Vec<(usize, String)> {
    match parts.as_slice() {
        [(at, digits)]
            if digits.len() >= 4
                && digits.len() % 2 == 0
                && naming.len() < 100
                && digits.bytes().all(|b| b.is_ascii_digit()) =>
        {
            (0..digits.len()).step_by(2).map(|i| (at + i, digits[i..i + 2].to_owned())).collect()
        }
        _ => parts,
    }
}

fn squares(
    parts: &[(usize, String)],
    naming: &SquareNames,
    capture: Option<bool>,
    length: usize,
) -> Result<WrittenMove, (usize, MoveFault)> {
    let too_short = (length + 1, MoveFault::TooShort);
    let Some(((at, first), rest)) = parts.split_first() else { return Err(too_short) };
    let from = match first.chars().next() {
        Some(letter) if first.len() == 1 && letter.is_ascii_alphabetic() => {
            let letter = letter.to_ascii_lowercase();
            if letter as usize - 'a' as usize >= usize::from(naming.width()) {
                return Err((at + 1, MoveFault::Unexpected(letter)));
            }
            WrittenFrom::Column(letter)
        }
        _ => WrittenFrom::Square(square(*at, first, naming)?),
    };
    let through: Vec<Square> =
        rest.iter().map(|(at, text)| square(*at, text, naming)).collect::<Result<_, _>>()?;
    if through.is_empty() {
        return Err(too_short);
    }
    Ok(WrittenMove { from, through, capture })
}

fn square(at: usize, text: &str, naming: &SquareNames) -> Result<Square, (usize, MoveFault)> {
    let numeric = text.bytes().all(|b| b.is_ascii_digit());
    let (names, found) = if numeric {
        (SquareNotation::Numeric, text.parse().ok().and_then(|number| naming.by_number(number)))
    } else {
        (SquareNotation::Algebraic, naming.by_letter(text))
    };
    let missing = || match text.chars().next() {
        // A letter without its row is no square at all.
        Some(letter) if !numeric && text.len() == 1 => MoveFault::Unexpected(letter),
        _ if naming.is_on_the_board(text) => MoveFault::NotPlayedOn(text.to_owned()),
        _ => MoveFault::NoSuchSquare { name: text.to_owned(), range: naming.with(names).range() },
    };
    found.ok_or_else(|| (at + 1, missing()))
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
        write!(f, "character {}: {}", self.at, self.fault)
    }
}

impl fmt::Display for MoveFault {
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
