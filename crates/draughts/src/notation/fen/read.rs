//! The FEN parser.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::Fen;
use super::error::{FenErrorKind, MAX_LEN, ParseFenError};
use crate::color::{ByColor, Color};
use crate::piece::{Kind, Piece};
use crate::ruleset::SquareNotation;
use crate::setup::{KingMoves, Setup};
use crate::square::Square;
use crate::square_names::SquareNames;

impl Fen {
    /// Parses a FEN of a board with these squares.
    pub fn parse(text: &str, names: &SquareNames) -> Result<Self, ParseFenError> {
        Reader { names, letters: false }.read(text)
    }
}

struct Reader<'n> {
    names: &'n SquareNames,
    letters: bool,
}

/// A part of the text with its position.
#[derive(Clone, Copy)]
struct Part<'t> {
    text: &'t str,
    /// The number of characters before it.
    before: usize,
}

impl<'t> Part<'t> {
    /// Splits at a character; each part keeps its position.
    fn split(self, separator: char) -> impl Iterator<Item = Part<'t>> {
        let mut before = self.before;
        self.text.split(separator).map(move |text| {
            let part = Part { text, before };
            before += text.chars().count() + 1;
            part
        })
    }

    /// Removes spaces at both ends.
    fn trim(self) -> Self {
        let text = self.text.trim_start();
        let spaces = self.text.chars().count() - text.chars().count();
        Part { text: text.trim_end(), before: self.before + spaces }
    }

    /// Removes the first character, which must be ASCII.
    fn rest(self) -> Self {
        Part { text: &self.text[1..], before: self.before + 1 }.trim()
    }

    fn error(self, kind: FenErrorKind) -> ParseFenError {
        ParseFenError { at: self.before + 1, kind }
    }

    /// Returns the first 20 characters, for error messages.
    fn excerpt(self) -> String {
        let mut chars = self.text.chars();
        let start: String = chars.by_ref().take(20).collect();
        if chars.next().is_some() { start + "…" } else { start }
    }
}

impl Reader<'_> {
    fn read(mut self, text: &str) -> Result<Fen, ParseFenError> {
        let whole = Part { text, before: 0 }.trim();
        if whole.text.len() > MAX_LEN {
            return Err(whole.error(FenErrorKind::TooLong { most: MAX_LEN }));
        }
        let whole = Part { text: whole.text.trim_end_matches(['.', ' ']), ..whole };
        let mut parts = whole.split(':').map(Part::trim);
        // `split` yields at least one part.
        let first = parts.next().unwrap_or(whole);
        let turn = match first.text {
            "W" | "w" => Color::White,
            "B" | "b" => Color::Black,
            _ => return Err(first.error(FenErrorKind::NoTurn(first.excerpt()))),
        };
        let mut fen = Fen::of(Setup::empty(turn), SquareNotation::Numeric);
        let mut lists = ByColor::<bool>::default();
        for part in parts {
            self.part(part, &mut fen, &mut lists)?;
        }
        if !lists.white && !lists.black {
            let end = Part { text: "", before: text.chars().count() };
            return Err(end.error(FenErrorKind::NoLists));
        }
        if self.letters {
            fen.notation = SquareNotation::Algebraic;
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
            Some(_) => return Err(part.error(FenErrorKind::UnknownPart(part.excerpt()))),
        };
        if core::mem::replace(&mut lists[color], true) {
            return Err(part.error(FenErrorKind::ListTwice(color)));
        }
        for item in part.rest().split(',').map(Part::trim).filter(|item| !item.text.is_empty()) {
            self.item(item, color, fen)?;
        }
        Ok(())
    }

    /// Parses `28`, `K28`, `5-10`, `K5-10`, `c3` or `Kc3`.
    fn item(&mut self, item: Part<'_>, color: Color, fen: &mut Fen) -> Result<(), ParseFenError> {
        let numeric = self.names.notation() == SquareNotation::Numeric;
        // Lidraughts writes captured pieces that are still on the board as G (man) and P (king). In algebraic notation, G
        // and P are columns.
        if numeric && item.text.starts_with(['G', 'P']) {
            return Err(item.error(FenErrorKind::GhostPiece(item.excerpt())));
        }
        // On boards with 11 or more columns a lower-case k is a column; only a capital marks a king.
        let king = item.text.starts_with('K') || item.text.starts_with('k') && self.names.width() < 11;
        let (kind, name) = if king { (Kind::King, item.rest()) } else { (Kind::Man, item) };
        let mut ends = name.split('-').map(Part::trim);
        let first = ends.next().unwrap_or(name);
        let squares = match (ends.next(), ends.next()) {
            (None, _) => vec![self.square(first)?],
            (Some(last), None) => self.range(name, first, last)?,
            (Some(_), Some(_)) => return Err(name.error(FenErrorKind::NotASquare(name.excerpt()))),
        };
        for square in squares {
            if fen.setup.piece(square).is_some() {
                return Err(item.error(FenErrorKind::SquareTwice(self.names.name(square).to_owned())));
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
        // The second K of `K29-K32` is redundant.
        let last = if last.text.starts_with('K') { last.rest() } else { last };
        let (first, last) = (self.square(first)?, self.square(last)?);
        let (first, last) = (self.names.number(first), self.names.number(last));
        if first > last {
            return Err(whole.error(FenErrorKind::BackwardRange(whole.excerpt())));
        }
        Ok((first..=last).filter_map(|number| self.names.by_number(number)).collect())
    }

    fn square(&mut self, name: Part<'_>) -> Result<Square, ParseFenError> {
        let text = name.text;
        let numeric = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let letter = text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.len() > 1
            && text[1..].bytes().all(|b| b.is_ascii_digit());
        if !numeric && !letter {
            return Err(name.error(FenErrorKind::NotASquare(name.excerpt())));
        }
        self.letters |= letter;
        let found = if numeric {
            text.parse().ok().and_then(|number| self.names.by_number(number))
        } else {
            self.names.by_letter(text)
        };
        let notation = if numeric { SquareNotation::Numeric } else { SquareNotation::Algebraic };
        let kind = || match self.names.is_on_the_board(text) {
            true => FenErrorKind::NotPlayedOn(name.excerpt()),
            false => {
                FenErrorKind::NoSuchSquare { name: name.excerpt(), range: self.names.with(notation).range() }
            }
        };
        found.ok_or_else(|| name.error(kind()))
    }

    /// Parses `+1+0`: how often the same king has moved in a row, one digit, Black's first. The king's square may follow:
    /// `+134+0` is 1 move of Black's king on 34.
    fn king_moves(&mut self, part: Part<'_>, fen: &mut Fen) -> Result<(), ParseFenError> {
        fen.king_moves_at = part.before + 1;
        let mut runs = part.rest().split('+');
        for color in [Color::Black, Color::White] {
            let Some(run) = runs.next() else {
                return Err(part.error(FenErrorKind::BadNumber(part.excerpt())));
            };
            let run = run.trim();
            let times = match run.text.bytes().next() {
                Some(digit @ b'0'..=b'9') => digit - b'0',
                _ => return Err(part.error(FenErrorKind::BadNumber(part.excerpt()))),
            };
            let square_name = run.rest();
            if times > 0 {
                let square = match square_name.text {
                    "" => self.only_king(part, fen, color)?,
                    _ => self.square(square_name)?,
                };
                fen.setup.king_moves[color] = Some(KingMoves { square, times });
            }
        }
        match runs.next() {
            None => Ok(()),
            Some(_) => Err(part.error(FenErrorKind::BadNumber(part.excerpt()))),
        }
    }

    /// Returns the king that a count without a square refers to: the only king of this side.
    fn only_king(&self, part: Part<'_>, fen: &Fen, color: Color) -> Result<Square, ParseFenError> {
        let mut kings = fen.setup.kings[color].iter();
        match (kings.next(), kings.next()) {
            (Some(square), None) => Ok(square),
            _ => Err(part.error(FenErrorKind::BadNumber(part.excerpt()))),
        }
    }
}

/// Maximum move number and half-move count; no game is longer.
const MAX_MOVES: u32 = 1_000_000;

/// Parses the number after `H` or `F`, which may occur once.
fn count(part: Part<'_>, target: &mut Option<u32>, least: u32) -> Result<(), ParseFenError> {
    let number = part.rest().text.parse().ok().filter(|number| (least..=MAX_MOVES).contains(number));
    let number = number.ok_or_else(|| part.error(FenErrorKind::BadNumber(part.excerpt())))?;
    match target.replace(number) {
        None => Ok(()),
        Some(_) => Err(part.error(FenErrorKind::CountTwice(part.excerpt()))),
    }
}
