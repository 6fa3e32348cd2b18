//! Hash keys: a position's hash is the sum, without carry, of the keys of all that stands in it, so
//! that a move changes it by a few keys instead of computing it anew.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::piece::Kind;
use crate::pieces::{KingRun, Pieces};

/// One step of the SplitMix64 sequence: spreads a counter over all 64 bits.
const fn scatter(counter: u64) -> u64 {
    let mut z = counter.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// A key for each kind of piece on each bit.
static PIECES: [[u64; 256]; 4] = {
    let mut keys = [[0; 256]; 4];
    let mut i = 0;
    while i < 4 * 256 {
        keys[i / 256][i % 256] = scatter(i as u64 + 1);
        i += 1;
    }
    keys
};

const TURN: u64 = scatter(0x1_0000);

/// The key for Black being to move.
#[inline]
pub(crate) const fn turn(color: Color) -> u64 {
    match color {
        Color::White => 0,
        Color::Black => TURN,
    }
}

/// The keys of pieces of one kind on these squares.
#[inline]
pub(crate) fn pieces<W: Bitboard>(color: Color, kind: Kind, squares: W) -> u64 {
    let keys = &PIECES[color as usize * 2 + kind as usize];
    squares.bits().fold(0, |hash, bit| hash ^ keys[bit.lowest() as usize & 255])
}

/// The key of a king's moves in a row.
#[inline]
pub(crate) fn run(color: Color, run: KingRun) -> u64 {
    match run.moves {
        0 => 0,
        moves => scatter(0x2_0000 | (color as u64) << 16 | u64::from(moves) << 8 | u64::from(run.at)),
    }
}

/// The hash from scratch.
pub(crate) fn of<W: Bitboard>(board: &Pieces<W>, to_move: Color) -> u64 {
    Color::ALL.into_iter().fold(turn(to_move), |hash, color| {
        hash ^ pieces(color, Kind::Man, board.men[color])
            ^ pieces(color, Kind::King, board.kings[color])
            ^ run(color, board.runs[color])
    })
}
