//! FEN: a position in one line, such as `W:W31-50:B1-20`.
//!
//! Reading is forgiving: either colour first, lists unsorted or empty or left out, ranges, numbers or
//! letters, spaces, leading zeros, a full stop at the end, and the extensions `:H0:F1` (moves since
//! the last capture or man move, number of the move) and `:+1+0` (king moves in a row, Black's first).
//! Writing is strict.

use std::fmt;

use super::Naming;
use crate::color::{ByColor, Color};
use crate::piece::{Kind, Piece};
use crate::ruleset::SquareNames;
use crate::setup::{KingMoves, Setup, SetupFault};
use crate::square::Square;

/// What a FEN says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fen {
    /// The pieces and the side to move.
    pub setup: Setup,
    /// The number after `H`, if given.
    pub half_moves: Option<u32>,
    /// The number after `F`, if given.
    pub move_number: Option<u32>,
    /// Were squares given by letter?
    pub names: SquareNames,
    /// Where each piece stands in the text, so that later complaints can name the place.
    places: Vec<(Square, usize)>,
    /// Where the king moves in a row stand in the text.
    king_moves_at: usize,
}

/// Why a text is not a FEN, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseFenError {
    /// The place of the fault: the number of the character, from 1.
    pub at: usize,
    /// What is wrong.
    pub fault: FenFault,
}

/// What is wrong with a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenFault {
    /// The text is longer than any position can be.
    TooLong,
    /// It does not begin with the side to move.
    NoTurn(String),
    /// No piece list follows the side to move.
    NoLists,
    /// A part is neither a piece list nor an extension.
    UnknownPart(String),
    /// Two lists for the same side.
    ListTwice(Color),
    /// An item is not a square.
    NotASquare(String),
    /// The board does not have this square.
    NoSuchSquare(String, String),
    /// The board has this square, but no piece ever stands there.
    NotPlayedOn(String),
    /// A square is listed twice.
    SquareTwice(String),
    /// A range runs downwards.
    BackwardRange(String),
    /// A captured piece still on the board, as some servers write during a capture.
    GhostPiece(String),
    /// A number after `H`, `F` or `+` cannot be read, or is none that a game can have.
    BadNumber(String),
    /// A count is given twice.
    CountTwice(String),
}

/// Longer than any position on any board, ranges or not.
const LONGEST: usize = 4096;

impl Fen {
    /// What a position says, to be written.
    #[must_use]
    pub fn of(setup: Setup, names: SquareNames) -> Self {
        Self { setup, half_moves: None, move_number: None, names, places: Vec::new(), king_moves_at: 0 }
    }

    /// The number of the character in the text that a fault of the set-up is about, from 1.
    #[must_use]
    pub fn place(&self, fault: SetupFault) -> usize {
        let square = match fault {
            SetupFault::NoSuchSquare(square)
            | SetupFault::Twice(square)
            | SetupFault::ManOnCrownRow(_, square) => square,
            SetupFault::NoSuchKing(..)
            | SetupFault::KingMoves { .. }
            | SetupFault::KingMovesNotCounted(_) => return self.king_moves_at,
        };
        self.places.iter().find(|(placed, _)| *placed == square).map_or(1, |&(_, at)| at)
    }

    /// Reads a FEN for boards with these squares.
    pub fn parse(text: &str, naming: &Naming) -> Result<Self, ParseFenError> {
        Reader { naming, letters: false }.read(text)
    }

    /// Writes a FEN, with the squares called by these names.
    #[must_use]
    pub fn write(&self, naming: &Naming) -> String {
        let mut text = self.setup.turn.letter().to_string();
        for color in Color::ALL {
            let list = pieces(&self.setup, color, naming);
            text += &format!(":{}{}", color.letter(), list.join(","));
        }
        if let Some(half_moves) = self.half_moves {
            text += &format!(":H{half_moves}");
        }
        if let Some(number) = self.move_number {
            text += &format!(":F{number}");
        }
        let runs = self.setup.king_moves;
        if runs.white.is_some() || runs.black.is_some() {
            let run = |run: Option<KingMoves>| match run {
                Some(run) => format!("+{}{}", run.times, naming.number(run.square)),
                None => "+0".to_owned(),
            };
            text += &format!(":{}{}", run(runs.black), run(runs.white));
        }
        text
    }
}

/// The pieces of one side, in the order of their squares' numbers.
fn pieces(setup: &Setup, color: Color, naming: &Naming) -> Vec<String> {
    let men = setup.men[color].iter().map(|square| (naming.number(square), square, ""));
    let kings = setup.kings[color].iter().map(|square| (naming.number(square), square, "K"));
    let mut list: Vec<_> = men.chain(kings).collect();
    list.sort_unstable();
    list.into_iter().map(|(_, square, kind)| format!("{kind}{}", naming.name(square))).collect()
}

struct Reader<'n> {
    naming: &'n Naming,
    letters: bool,
}

/// A piece of the text that knows where it stands.
#[derive(Clone, Copy)]
struct Part<'t> {
    text: &'t str,
    /// Characters before it.
    before: usize,
}

impl<'t> Part<'t> {
    /// Splits at a character, each part with its place.
    fn split(self, separator: char) -> impl Iterator<Item = Part<'t>> {
        let mut before = self.before;
        self.text.split(separator).map(move |text| {
            let part = Part { text, before };
            before += text.chars().count() + 1;
            part
        })
    }

    /// Without spaces at either end.
    fn trim(self) -> Self {
        let text = self.text.trim_start();
        let spaces = self.text.chars().count() - text.chars().count();
        Part { text: text.trim_end(), before: self.before + spaces }
    }

    /// Without its first character, which has one byte.
    fn rest(self) -> Self {
        Part { text: &self.text[1..], before: self.before + 1 }.trim()
    }

    fn error(self, fault: FenFault) -> ParseFenError {
        ParseFenError { at: self.before + 1, fault }
    }

    /// The beginning of the text, for messages.
    fn excerpt(self) -> String {
        let mut chars = self.text.chars();
        let start: String = chars.by_ref().take(20).collect();
        if chars.next().is_some() { start + "…" } else { start }
    }
}

impl Reader<'_> {
    fn read(mut self, text: &str) -> Result<Fen, ParseFenError> {
        let whole = Part { text, before: 0 }.trim();
        if whole.text.len() > LONGEST {
            return Err(whole.error(FenFault::TooLong));
        }
        let whole = Part { text: whole.text.trim_end_matches(['.', ' ']), ..whole };
        let mut parts = whole.split(':').map(Part::trim);
        // `split` yields at least one part.
        let first = parts.next().unwrap_or(whole);
        let turn = match first.text {
            "W" | "w" => Color::White,
            "B" | "b" => Color::Black,
            _ => return Err(first.error(FenFault::NoTurn(first.excerpt()))),
        };
        let mut fen = Fen::of(Setup::empty(turn), SquareNames::Numeric);
        let mut lists = ByColor::<bool>::default();
        for part in parts {
            self.part(part, &mut fen, &mut lists)?;
        }
        if !lists.white && !lists.black {
            let end = Part { text: "", before: text.chars().count() };
            return Err(end.error(FenFault::NoLists));
        }
        if self.letters {
            fen.names = SquareNames::Algebraic;
        }
        Ok(fen)
    }

    fn part(
        &mut self,
        part: Part<'_>,
        fen: &mut Fen,
        lists: &mut ByColor<bool>,
    ) -> Result<(), ParseFenError> {
        let color = match part.text.chars().next() {
            None => return Ok(()),
            Some('W' | 'w') => Color::White,
            Some('B' | 'b') => Color::Black,
            Some('H' | 'h') => return count(part, &mut fen.half_moves, 0),
            Some('F' | 'f') => return count(part, &mut fen.move_number, 1),
            Some('+') => return self.king_moves(part, fen),
            Some(_) => return Err(part.error(FenFault::UnknownPart(part.excerpt()))),
        };
        if std::mem::replace(&mut lists[color], true) {
            return Err(part.error(FenFault::ListTwice(color)));
        }
        for item in part.rest().split(',').map(Part::trim).filter(|item| !item.text.is_empty()) {
            self.item(item, color, fen)?;
        }
        Ok(())
    }

    /// `28`, `K28`, `5-10`, `K5-10`, `c3`, `Kc3`.
    fn item(&mut self, item: Part<'_>, color: Color, fen: &mut Fen) -> Result<(), ParseFenError> {
        let numeric = self.naming.names() == SquareNames::Numeric;
        if numeric && item.text.starts_with(['G', 'P']) {
            return Err(item.error(FenFault::GhostPiece(item.excerpt())));
        }
        // On boards of eleven columns or more a small k is a column; a king has a capital there.
        let king = item.text.starts_with('K') || item.text.starts_with('k') && self.naming.width() < 11;
        let (kind, name) = if king { (Kind::King, item.rest()) } else { (Kind::Man, item) };
        let mut ends = name.split('-').map(Part::trim);
        let first = ends.next().unwrap_or(name);
        let squares = match (ends.next(), ends.next()) {
            (None, _) => vec![self.square(first)?],
            (Some(last), None) => self.range(name, first, last)?,
            (Some(_), Some(_)) => return Err(name.error(FenFault::NotASquare(name.excerpt()))),
        };
        for square in squares {
            if fen.setup.piece(square).is_some() {
                return Err(item.error(FenFault::SquareTwice(self.naming.name(square))));
            }
            fen.setup.put(square, Piece { color, kind });
            fen.places.push((square, item.before + 1));
        }
        Ok(())
    }

    fn range(
        &mut self,
        whole: Part<'_>,
        first: Part<'_>,
        last: Part<'_>,
    ) -> Result<Vec<Square>, ParseFenError> {
        // `K29-K32` says twice what once is enough.
        let last = if last.text.starts_with('K') { last.rest() } else { last };
        let (first, last) = (self.square(first)?, self.square(last)?);
        let (first, last) = (self.naming.number(first), self.naming.number(last));
        if first > last {
            return Err(whole.error(FenFault::BackwardRange(whole.excerpt())));
        }
        Ok((first..=last).filter_map(|number| self.naming.by_number(number)).collect())
    }

    fn square(&mut self, name: Part<'_>) -> Result<Square, ParseFenError> {
        let text = name.text;
        let numeric = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let letter = text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.len() > 1
            && text[1..].bytes().all(|b| b.is_ascii_digit());
        if !numeric && !letter {
            return Err(name.error(FenFault::NotASquare(name.excerpt())));
        }
        self.letters |= letter;
        let found = if numeric {
            text.parse().ok().and_then(|number| self.naming.by_number(number))
        } else {
            self.naming.by_letter(text)
        };
        let names = if numeric { SquareNames::Numeric } else { SquareNames::Algebraic };
        let missing = || match self.naming.is_on_the_board(text) {
            true => FenFault::NotPlayedOn(name.excerpt()),
            false => FenFault::NoSuchSquare(name.excerpt(), self.naming.with(names).range()),
        };
        found.ok_or_else(|| name.error(missing()))
    }

    /// `+1+0`, or with the king's square `+134+0`: Black's first.
    fn king_moves(&mut self, part: Part<'_>, fen: &mut Fen) -> Result<(), ParseFenError> {
        fen.king_moves_at = part.before + 1;
        let mut runs = part.rest().split('+');
        for color in [Color::Black, Color::White] {
            let Some(run) = runs.next() else {
                return Err(part.error(FenFault::BadNumber(part.excerpt())));
            };
            let run = run.trim();
            let times = match run.text.bytes().next() {
                Some(digit @ b'0'..=b'9') => digit - b'0',
                _ => return Err(part.error(FenFault::BadNumber(part.excerpt()))),
            };
            let place = run.rest();
            if times > 0 {
                let square = match place.text {
                    "" => self.only_king(part, fen, color)?,
                    _ => self.square(place)?,
                };
                fen.setup.king_moves[color] = Some(KingMoves { square, times });
            }
        }
        match runs.next() {
            None => Ok(()),
            Some(_) => Err(part.error(FenFault::BadNumber(part.excerpt()))),
        }
    }

    /// A run without a square can only be of the one king there is.
    fn only_king(&self, part: Part<'_>, fen: &Fen, color: Color) -> Result<Square, ParseFenError> {
        let mut kings = fen.setup.kings[color].iter();
        match (kings.next(), kings.next()) {
            (Some(square), None) => Ok(square),
            _ => Err(part.error(FenFault::BadNumber(part.excerpt()))),
        }
    }
}

/// No game is longer.
const MOST_MOVES: u32 = 1_000_000;

/// A number behind `H` or `F`, once.
fn count(part: Part<'_>, place: &mut Option<u32>, least: u32) -> Result<(), ParseFenError> {
    let number = part.rest().text.parse().ok().filter(|number| (least..=MOST_MOVES).contains(number));
    let number = number.ok_or_else(|| part.error(FenFault::BadNumber(part.excerpt())))?;
    match place.replace(number) {
        None => Ok(()),
        Some(_) => Err(part.error(FenFault::CountTwice(part.excerpt()))),
    }
}

impl fmt::Display for ParseFenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FEN, character {}: {}", self.at, self.fault)
    }
}

impl fmt::Display for FenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "longer than {LONGEST} bytes, which no position is"),
            Self::NoTurn(found) => {
                write!(f, "the side to move is missing: the text must begin with W: or B:, not {found:?}")
            }
            Self::NoLists => {
                f.write_str("no pieces are listed: a list for each side must follow, such as W:W31-50:B1-20")
            }
            Self::UnknownPart(found) => write!(
                f,
                "{found:?} is not a part of a FEN: a list of pieces begins with W or B, a count with H, F or +"
            ),
            Self::ListTwice(color) => write!(f, "{color} has two lists of pieces; one is enough"),
            Self::NotASquare(found) => {
                write!(f, "{found:?} is not a square: write 28, K28, 5-10 or c3, with commas between")
            }
            Self::NoSuchSquare(found, range) => {
                write!(f, "there is no square {found}; this board has {range}")
            }
            Self::NotPlayedOn(found) => {
                write!(f, "square {found} is not played on: only every second square of this board is")
            }
            Self::SquareTwice(square) => write!(f, "square {square} is listed twice"),
            Self::BackwardRange(found) => write!(f, "the range {found} runs backwards"),
            Self::GhostPiece(found) => write!(
                f,
                "{found} is a captured piece in the middle of a capture; give the position after the move"
            ),
            Self::CountTwice(found) => write!(f, "{found:?} gives a count that was given before"),
            Self::BadNumber(found) => write!(
                f,
                "{found:?} is not a count: write H12, F34 (from F1), or after the lists +1+0 for king \
                 moves in a row, Black's first, with the king's square where a side has several (+246+0)"
            ),
        }
    }
}

impl std::error::Error for ParseFenError {}
