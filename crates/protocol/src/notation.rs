//! Squares, positions and moves as the protocols write them.

use draughts::game::Refusal;
use draughts::notation::SquareNames;
use draughts::ruleset::{FirstSquare, SquareNotation};
use draughts::{Attempt, Color, Game, Kind, Move, Piece, Position, Rules, Setup, SetupError, Square, WhyNot};

/// Why a position cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// It has another number of squares than the board.
    #[error("the position has {found} squares after the side to move; this board has {expected}")]
    Length {
        /// How many it has.
        found: usize,
        /// How many the board has.
        expected: usize,
    },
    /// It does not begin with the side to move.
    #[error("a position begins with W or B, the side to move")]
    NoTurn,
    /// A character stands for no piece.
    #[error("{0:?} stands for no piece: use w, b, W, B or e")]
    NoPiece(char),
    /// The pieces cannot stand like this.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Why a move cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text is no move.
    #[error("{0:?} is not a move: write 32-28, or 28x19x23 with the captured squares")]
    NotAMove(String),
    /// The board has no square with this number.
    #[error("the board has no square {0}")]
    NoSquare(u8),
    /// Several captures share the squares that were named.
    #[error("{0:?} may mean several captures: name the captured squares")]
    Ambiguous(String),
    /// A capture does not name the captured squares.
    #[error("{from}x{to} captures: the captured squares are missing")]
    NoCaptures {
        /// The number of the first square.
        from: u8,
        /// The number of the last square.
        to: u8,
    },
    /// The move is not legal.
    #[error("{text:?} is not legal")]
    NotLegal {
        /// The move as it was written.
        text: String,
        /// The rule that it breaks.
        #[source]
        reason: WhyNot,
    },
    /// The game does not accept the move.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Returns the squares by number, row by row from the top left, whatever the rule set calls them.
pub(crate) fn naming(rules: &Rules) -> SquareNames {
    rules.square_names_in(SquareNotation::Numeric).numbered_from(FirstSquare::TopLeft)
}

/// Writes a position: `W` or `B`, and one character for each square, `w`, `b`, `W`, `B` or `e`.
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

/// Reads a position by these rules.
pub fn read_position(rules: &Rules, text: &str) -> Result<Position, PositionError> {
    let mut characters = text.chars();
    let turn = match characters.next() {
        Some('W' | 'w') => Color::White,
        Some('B' | 'b') => Color::Black,
        _ => return Err(PositionError::NoTurn),
    };
    let naming = naming(rules);
    let signs: Vec<char> = characters.collect();
    if signs.len() != naming.len() {
        return Err(PositionError::Length { found: signs.len(), expected: naming.len() });
    }
    let mut setup = Setup::empty(turn);
    for (square, sign) in naming.squares().zip(signs) {
        let (color, kind) = match sign {
            'w' => (Color::White, Kind::Man),
            'b' => (Color::Black, Kind::Man),
            'W' => (Color::White, Kind::King),
            'B' => (Color::Black, Kind::King),
            'e' => continue,
            other => return Err(PositionError::NoPiece(other)),
        };
        setup.put(square, Piece { color, kind });
    }
    Ok(Position::new(rules, &setup)?)
}

/// Writes a move: `32-28`, or `28x19x23` with every captured square behind the last one.
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

/// Reads a legal move; the captured squares may stand in any order.
pub fn read_move(game: &Game, text: &str) -> Result<Move, MoveError> {
    let naming = naming(game.rules());
    let numbers: Option<Vec<Square>> =
        text.split(['-', 'x']).map(|part| naming.by_number(part.parse().ok()?)).collect();
    let Some([from, to, captured @ ..]) = numbers.as_deref() else {
        return Err(MoveError::NotAMove(text.to_owned()));
    };
    find_move(game, *from, *to, captured, text)
}

/// Returns the legal move between two squares that captures these pieces; where none are named, the only move
/// between them. `text` is the move in error messages.
pub(crate) fn find_move(
    game: &Game,
    from: Square,
    to: Square,
    captured: &[Square],
    text: &str,
) -> Result<Move, MoveError> {
    if game.outcome().is_some() {
        return Err(Refusal::GameOver.into());
    }
    let captured = (!captured.is_empty()).then(|| captured.iter().copied().collect());
    let attempt = Attempt { captured, ..Attempt::new(from, to) };
    match game.position().explain(&attempt).map(<[Move; 1]>::try_from) {
        Ok(Ok([only])) => Ok(only),
        Ok(Err(_)) => Err(MoveError::Ambiguous(text.to_owned())),
        Err(reason) => Err(MoveError::NotLegal { text: text.to_owned(), reason }),
    }
}
