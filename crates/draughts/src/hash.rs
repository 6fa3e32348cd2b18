//! Zobrist hashing: the hash of a position is the XOR of the keys of its features, so that a move updates it
//! incrementally.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::piece::Kind;
use crate::pieces::{KingRun, Pieces};

/// Returns the element of the SplitMix64 sequence with this counter.
const fn splitmix64(counter: u64) -> u64 {
    let mut z = counter.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The key of each kind of piece on each bit.
static PIECES: [[u64; 256]; 4] = {
    let mut keys = [[0; 256]; 4];
    let mut i = 0;
    while i < 4 * 256 {
        keys[i / 256][i % 256] = splitmix64(i as u64 + 1);
        i += 1;
    }
    keys
};

const TURN: u64 = splitmix64(0x1_0000);

/// Returns the key of the side to move: 0 for White.
#[inline]
pub(crate) const fn turn(color: Color) -> u64 {
    match color {
        Color::White => 0,
        Color::Black => TURN,
    }
}

/// Returns the XOR of the keys of pieces of one kind on these squares.
#[inline]
pub(crate) fn pieces<B: Bitboard>(color: Color, kind: Kind, squares: B) -> u64 {
    let keys = &PIECES[color as usize * 2 + kind as usize];
    squares.bits().fold(0, |hash, bit| hash ^ keys[bit.lowest() as usize & 255])
}

/// Returns the key of a king's moves in a row.
#[inline]
pub(crate) fn run(color: Color, run: KingRun) -> u64 {
    match run.moves {
        0 => 0,
        moves => splitmix64(0x2_0000 | (color as u64) << 16 | u64::from(moves) << 8 | u64::from(run.at)),
    }
}

/// Computes the hash from scratch.
pub(crate) fn of<B: Bitboard>(board: &Pieces<B>, to_move: Color) -> u64 {
    Color::ALL.into_iter().fold(turn(to_move), |hash, color| {
        hash ^ pieces(color, Kind::Man, board.men[color])
            ^ pieces(color, Kind::King, board.kings[color])
            ^ run(color, board.runs[color])
    })
}
