//! The samples of one game as bytes.
//!
//! A board is one bit for each square, set if it is occupied, and two bits for each piece: its colour and its kind.

use draughts::game::GameResult;
use draughts::{Color, Kind, Piece, Setup, Square};

/// A quiet position of a game with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The position, without the counters of consecutive king moves.
    pub setup: Setup,
    /// The score of the search for the side to move, in centimen.
    pub score: i16,
}

/// A game of self-play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SampleGame {
    /// The result of the game.
    pub result: GameResult,
    /// The quiet positions of the game, in order.
    pub samples: Vec<Sample>,
}

impl SampleGame {
    /// Encodes the game.
    pub(super) fn to_bytes(&self, squares: u8) -> Vec<u8> {
        let mut bytes = vec![match self.result {
            GameResult::Win(Color::White) => 2,
            GameResult::Win(Color::Black) => 0,
            GameResult::Draw | GameResult::None => 1,
        }];
        bytes.extend((self.samples.len() as u16).to_le_bytes());
        for sample in &self.samples {
            sample.write(squares, &mut bytes);
        }
        bytes
    }

    /// Decodes a game; `None` if the bytes are invalid.
    pub(super) fn from_bytes(mut bytes: &[u8], squares: u8) -> Option<Self> {
        let result = match take(&mut bytes, 1)? {
            [2] => GameResult::Win(Color::White),
            [0] => GameResult::Win(Color::Black),
            [1] => GameResult::Draw,
            _ => return None,
        };
        let count = u16::from_le_bytes(take(&mut bytes, 2)?.try_into().ok()?);
        let samples: Option<_> = (0..count).map(|_| Sample::read(squares, &mut bytes)).collect();
        Some(Self { result, samples: samples? }).filter(|_| bytes.is_empty())
    }
}

impl Sample {
    fn write(&self, squares: u8, bytes: &mut Vec<u8>) {
        bytes.extend(self.score.to_le_bytes());
        bytes.push(self.setup.turn as u8);
        let pieces = (0..squares).map(|index| self.setup.piece(Square::new(index)));
        pack(pieces.clone().map(|piece| piece.is_some()), bytes);
        let bits = pieces.flatten().flat_map(|piece| [piece.color == Color::Black, piece.kind == Kind::King]);
        pack(bits, bytes);
    }

    fn read(squares: u8, bytes: &mut &[u8]) -> Option<Self> {
        let score = i16::from_le_bytes(take(bytes, 2)?.try_into().ok()?);
        let turn = match take(bytes, 1)? {
            [0] => Color::White,
            [1] => Color::Black,
            _ => return None,
        };
        let occupied = take(bytes, usize::from(squares).div_ceil(8))?;
        let pieces: u32 = occupied.iter().map(|byte| byte.count_ones()).sum();
        let kinds = take(bytes, (2 * pieces as usize).div_ceil(8))?;
        let mut setup = Setup::empty(turn);
        let mut piece = 0;
        for (i, &byte) in occupied.iter().enumerate() {
            let mut rest = byte;
            while rest != 0 {
                let index = u8::try_from(8 * i + rest.trailing_zeros() as usize)
                    .ok()
                    .filter(|&index| index < squares)?;
                rest &= rest - 1;
                let bits = kinds[piece / 4] >> (2 * (piece % 4));
                piece += 1;
                let color = if bits & 1 == 1 { Color::Black } else { Color::White };
                let kind = if bits & 2 == 2 { Kind::King } else { Kind::Man };
                setup.put(Square::new(index), Piece { color, kind });
            }
        }
        Some(Self { setup, score })
    }

    /// Returns the number of pieces on the board.
    #[must_use]
    pub fn pieces(&self) -> usize {
        let Setup { men, kings, .. } = self.setup;
        men.white.len() + men.black.len() + kings.white.len() + kings.black.len()
    }
}

/// Splits off the first `count` bytes.
fn take<'b>(bytes: &mut &'b [u8], count: usize) -> Option<&'b [u8]> {
    let (taken, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(taken)
}

/// Packs bits into bytes, the first bit lowest.
fn pack(bits: impl Iterator<Item = bool>, bytes: &mut Vec<u8>) {
    for (i, bit) in bits.enumerate() {
        if i % 8 == 0 {
            bytes.push(0);
        }
        if let Some(last) = bytes.last_mut() {
            *last |= u8::from(bit) << (i % 8);
        }
    }
}
