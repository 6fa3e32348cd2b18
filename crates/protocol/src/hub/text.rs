//! Positions and moves as Hub writes them.

use std::fmt;

use draughts::{Color, Game, Kind, Move, Piece, Position, Rules, Setup, Square};

use crate::squares::{find_move, naming};

/// Why a position or a move cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TextFault {
    /// A position has another number of squares than the board.
    Length {
        /// How many it has.
        found: usize,
        /// How many the board has.
        expected: usize,
    },
    /// It does not begin with the side to move.
    NoTurn,
    /// A character stands for no piece.
    NoPiece(char),
    /// The position cannot be.
    Impossible(String),
    /// A move is not legal, by its place among the moves and with its reason.
    NotLegal(usize, String),
}

/// `W` or `B`, and one character for each square: `w`, `b`, `W`, `B` or `e`.
#[must_use]
pub fn write_position(position: &Position) -> String {
    let sign = |square: Square| match position.piece(square).map(|piece| (piece.color, piece.kind)) {
        None => 'e',
        Some((Color::White, Kind::Man)) => 'w',
        Some((Color::Black, Kind::Man)) => 'b',
        Some((Color::White, Kind::King)) => 'W',
        Some((Color::Black, Kind::King)) => 'B',
    };
    let squares = naming(position.rules());
    [position.turn().letter()].into_iter().chain(squares.squares().map(sign)).collect()
}

/// A position by these rules.
pub fn read_position(rules: &Rules, text: &str) -> Result<Position, TextFault> {
    let mut characters = text.chars();
    let turn = match characters.next() {
        Some('W' | 'w') => Color::White,
        Some('B' | 'b') => Color::Black,
        _ => return Err(TextFault::NoTurn),
    };
    let naming = naming(rules);
    let signs: Vec<char> = characters.collect();
    if signs.len() != naming.len() {
        return Err(TextFault::Length { found: signs.len(), expected: naming.len() });
    }
    let mut setup = Setup::empty(turn);
    for (square, sign) in naming.squares().zip(signs) {
        let (color, kind) = match sign {
            'w' => (Color::White, Kind::Man),
            'b' => (Color::Black, Kind::Man),
            'W' => (Color::White, Kind::King),
            'B' => (Color::Black, Kind::King),
            'e' => continue,
            other => return Err(TextFault::NoPiece(other)),
        };
        setup.put(square, Piece { color, kind });
    }
    Position::new(rules, &setup).map_err(|error| TextFault::Impossible(error.to_string()))
}

/// `32-28`, or `28x19x23`: from, to, and every captured square.
#[must_use]
pub fn write_move(rules: &Rules, m: &Move) -> String {
    let naming = naming(rules);
    let number = |square: Square| naming.number(square).to_string();
    if !m.is_capture() {
        return format!("{}-{}", number(m.from()), number(m.to()));
    }
    let squares = [m.from(), m.to()].into_iter().chain(m.captured().iter());
    squares.map(number).collect::<Vec<_>>().join("x")
}

/// The legal move that a text means; captured squares may stand in any order.
pub fn read_move(game: &Game, text: &str) -> Result<Move, String> {
    let naming = naming(game.rules());
    let numbers: Option<Vec<Square>> =
        text.split(['-', 'x']).map(|part| naming.by_number(part.parse().ok()?)).collect();
    let Some([from, to, captured @ ..]) = numbers.as_deref() else {
        return Err(format!("{text:?} is not a move: write 32-28, or 28x19x23 with the captured squares"));
    };
    find_move(game, *from, *to, captured, text)
}

impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { found, expected } => {
                write!(
                    f,
                    "the position has {found} squares after the side to move; this board has {expected}"
                )
            }
            Self::NoTurn => f.write_str("a position begins with W or B, the side to move"),
            Self::NoPiece(sign) => write!(f, "{sign:?} stands for no piece: use w, b, W, B or e"),
            Self::Impossible(reason) => f.write_str(reason),
            Self::NotLegal(number, reason) => write!(f, "move {number}: {reason}"),
        }
    }
}
