//! Squares, positions and moves in the notation of the protocols.

use draughts::game::Refusal;
use draughts::notation::SquareNames;
use draughts::ruleset::{FirstSquare, SquareNotation};
use draughts::{Attempt, Color, Game, Kind, Move, Piece, Position, Rules, Setup, SetupError, Square, WhyNot};

/// An error in a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The number of squares is not that of the board.
    #[error("the position has {found} squares after the side to move; this board has {expected}")]
    Length {
        /// The number of squares in the text.
        found: usize,
        /// The number of squares of the board.
        expected: usize,
    },
    /// The text does not start with the side to move.
    #[error("a position starts with W or B, the side to move")]
    NoTurn,
    /// A character is not a piece or an empty square.
    #[error("{0:?} is not a piece: use w, b, W, B or e")]
    NoPiece(char),
    /// The setup is invalid.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// An error in a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text is not a move.
    #[error("{0:?} is not a move: write 32-28, or 28x19x23 with the captured squares")]
    NotAMove(String),
    /// The board has no square with this number.
    #[error("the board has no square {0}")]
    NoSquare(u8),
    /// Several captures have the same first and last square.
    #[error("{0:?} is ambiguous: add the captured squares")]
    Ambiguous(String),
    /// A capture has no captured squares.
    #[error("{from}x{to} is a capture: the captured squares are missing")]
    NoCaptures {
        /// The number of the first square.
        from: u8,
        /// The number of the last square.
        to: u8,
    },
    /// The move is not legal.
    #[error("{text:?} is not legal")]
    NotLegal {
        /// The text of the move.
        text: String,
        /// The rule that it breaks.
        #[source]
        reason: WhyNot,
    },
    /// The game rejects the move.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Returns the square names of the protocols: numbers, row by row from the top left, for every rule set.
pub(crate) fn square_names(rules: &Rules) -> SquareNames {
    rules.square_names_in(SquareNotation::Numeric).numbered_from(FirstSquare::TopLeft)
}

/// Writes a position: `W` or `B` for the side to move, and `w`, `b`, `W`, `B` or `e` for each square.
#[must_use]
pub fn write_position(position: &Position) -> String {
    let character = |square: Square| match position.piece(square).map(|piece| (piece.color, piece.kind)) {
        None => 'e',
        Some((Color::White, Kind::Man)) => 'w',
        Some((Color::Black, Kind::Man)) => 'b',
        Some((Color::White, Kind::King)) => 'W',
        Some((Color::Black, Kind::King)) => 'B',
    };
    let squares = square_names(position.rules());
    [position.turn().letter()].into_iter().chain(squares.squares().map(character)).collect()
}

/// Parses a position.
pub fn read_position(rules: &Rules, text: &str) -> Result<Position, PositionError> {
    let mut text = text.chars();
    let turn = match text.next() {
        Some('W' | 'w') => Color::White,
        Some('B' | 'b') => Color::Black,
        _ => return Err(PositionError::NoTurn),
    };
    let names = square_names(rules);
    let characters: Vec<char> = text.collect();
    if characters.len() != names.len() {
        return Err(PositionError::Length { found: characters.len(), expected: names.len() });
    }
    let mut setup = Setup::empty(turn);
    for (square, character) in names.squares().zip(characters) {
        let (color, kind) = match character {
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

/// Writes a move: `32-28`, or `28x19x23` with the captured squares after the last square.
#[must_use]
pub fn write_move(rules: &Rules, m: &Move) -> String {
    let names = square_names(rules);
    let number = |square: Square| names.number(square).to_string();
    if !m.is_capture() {
        return format!("{}-{}", number(m.from()), number(m.to()));
    }
    let squares = [m.from(), m.to()].into_iter().chain(m.captured().iter());
    squares.map(number).collect::<Vec<_>>().join("x")
}

/// Parses a legal move. The captured squares can be in any order.
pub fn read_move(game: &Game, text: &str) -> Result<Move, MoveError> {
    let names = square_names(game.rules());
    let numbers: Option<Vec<Square>> =
        text.split(['-', 'x']).map(|part| names.by_number(part.parse().ok()?)).collect();
    let Some([from, to, captured @ ..]) = numbers.as_deref() else {
        return Err(MoveError::NotAMove(text.to_owned()));
    };
    find_move(game, *from, *to, captured, text)
}

/// Returns the legal move between two squares that captures these pieces. Without captured squares, returns the only
/// move between the squares. `text` is the move in error messages.
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
