//! The reasons why a move is not legal.

use core::fmt;

use crate::color::Color;
use crate::piece::{Kind, Piece};
use crate::square::{Square, SquareSet};

/// Why an attempted move is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WhyNot {
    /// The other side is to move.
    NotYourTurn {
        /// The side to move.
        turn: Color,
    },
    /// There is a king, so the game is decided.
    GameDecided,
    /// The board does not have the square.
    NoSuchSquare(Square),
    /// There is no piece on the square.
    EmptySquare(Square),
    /// The piece belongs to the opponent.
    NotYourPiece {
        /// Its square.
        square: Square,
        /// Its owner.
        owner: Color,
    },
    /// The piece on this square has no legal move.
    CannotMove(Square),
    /// The move ends where it began.
    Stays(Square),
    /// The destination is occupied.
    Occupied {
        /// The square.
        square: Square,
        /// The piece on it.
        piece: Piece,
    },
    /// The squares are not on a line along which the piece moves.
    NotOnALine {
        /// The square where it starts.
        from: Square,
        /// The square where it was to go.
        to: Square,
        /// The kind of the piece.
        kind: Kind,
    },
    /// The distance is too great for the piece.
    TooFar {
        /// The kind of the piece.
        kind: Kind,
    },
    /// A man does not move in this direction.
    ManDoesNotMoveThatWay {
        /// Whether the direction is backward.
        backward: bool,
    },
    /// A man does not capture in this direction.
    ManDoesNotCaptureThatWay {
        /// Whether the direction is backward.
        backward: bool,
    },
    /// A king does not move in this direction.
    KingDoesNotMoveThatWay,
    /// A king does not capture in this direction.
    KingDoesNotCaptureThatWay,
    /// A piece of the same side on this square blocks the way.
    OwnPieceInTheWay(Square),
    /// The piece cannot be jumped, because the square behind it is occupied.
    NoRoomBehind {
        /// Its square.
        square: Square,
        /// The kind of the jumping piece.
        kind: Kind,
    },
    /// A second piece on this square blocks the way.
    Blocked(Square),
    /// There is no piece to jump on the square.
    NothingToJump {
        /// The square.
        square: Square,
        /// The kind of the jumping piece.
        kind: Kind,
    },
    /// The move captures nothing and ends on this square.
    EndsThere(Square),
    /// A capture is mandatory.
    MustCapture {
        /// The pieces that can do so.
        with: SquareSet,
    },
    /// Another capture takes more pieces.
    MustTakeMore {
        /// The number of pieces that this capture takes.
        yours: usize,
        /// The number of pieces that must be taken.
        most: usize,
        /// The pieces that can do so.
        by: SquareSet,
    },
    /// Another capture is worth more.
    MustTakeGreaterValue {
        /// The pieces that can do so.
        by: SquareSet,
    },
    /// A king must make the capture.
    MustTakeWithKing {
        /// The kings that can do so.
        by: SquareSet,
    },
    /// Another capture takes more kings.
    MustTakeMoreKings {
        /// The number of kings that this capture takes.
        yours: usize,
        /// The number that must be taken.
        most: usize,
        /// The pieces that can do so.
        by: SquareSet,
    },
    /// Another capture takes a king earlier.
    MustTakeKingsEarlier {
        /// The pieces that can do so.
        by: SquareSet,
    },
    /// The capture is not finished.
    MustGoOn {
        /// The squares on which the next jump may land; if only another route captures more, the last squares of the
        /// captures by it.
        to: SquareSet,
    },
    /// The capture must land on a square from which it can continue.
    MustLandToGoOn {
        /// The squares from which it can continue.
        on: SquareSet,
    },
    /// A king must land on the square directly behind the captured piece.
    MustLandDirectlyBehind,
    /// A man may not take the king on this square.
    ManMayNotTakeKing(Square),
    /// The piece on this square has been jumped already.
    AlreadyJumped(Square),
    /// Captured pieces block the way, because they are removed only at the end of the move.
    CapturedPiecesStand,
    /// The capture would turn straight back.
    WouldTurnBack,
    /// The king has reached the limit of moves in a row.
    KingMustRest {
        /// Its square.
        square: Square,
        /// The limit.
        times: u8,
    },
    /// A man that reaches the king row in a capture does not continue as a king.
    NotCrownedInPassing,
    /// The move between these squares captures other pieces.
    TakesOthers,
    /// No piece in this column can reach the square.
    NoneFromColumn {
        /// The letter of the column.
        column: char,
        /// The destination.
        to: Square,
    },
}

impl WhyNot {
    /// Returns the path of the field of the rule set that forbids the move; `None` if the board does.
    #[must_use]
    pub fn field(&self) -> Option<&'static str> {
        Some(match self {
            Self::GameDecided => "goal",
            Self::ManDoesNotMoveThatWay { .. }
            | Self::NotOnALine { kind: Kind::Man, .. }
            | Self::TooFar { kind: Kind::Man } => "men.moves",
            Self::KingDoesNotMoveThatWay
            | Self::NotOnALine { kind: Kind::King, .. }
            | Self::TooFar { kind: Kind::King } => "kings.moves",
            Self::ManDoesNotCaptureThatWay { .. }
            | Self::ManMayNotTakeKing(_)
            | Self::NoRoomBehind { kind: Kind::Man, .. }
            | Self::NothingToJump { kind: Kind::Man, .. } => "men.captures",
            Self::KingDoesNotCaptureThatWay | Self::NothingToJump { kind: Kind::King, .. } => {
                "kings.captures"
            }
            Self::MustCapture { .. } => "capture.duty",
            Self::MustTakeMore { .. }
            | Self::MustTakeGreaterValue { .. }
            | Self::MustTakeWithKing { .. }
            | Self::MustTakeMoreKings { .. }
            | Self::MustTakeKingsEarlier { .. } => "capture.priority",
            Self::MustGoOn { .. } | Self::MustLandToGoOn { .. } => "capture.finish",
            Self::MustLandDirectlyBehind | Self::NoRoomBehind { kind: Kind::King, .. } => "kings.landing",
            Self::AlreadyJumped(_) | Self::CapturedPiecesStand => "capture.removal",
            Self::WouldTurnBack => "capture.turn_back",
            Self::KingMustRest { .. } => "kings.repeat_limit",
            Self::NotCrownedInPassing => "men.crowning",
            Self::NotYourTurn { .. }
            | Self::NoSuchSquare(_)
            | Self::EmptySquare(_)
            | Self::NotYourPiece { .. }
            | Self::CannotMove(_)
            | Self::Stays(_)
            | Self::Occupied { .. }
            | Self::OwnPieceInTheWay(_)
            | Self::Blocked(_)
            | Self::EndsThere(_)
            | Self::TakesOthers
            | Self::NoneFromColumn { .. } => return None,
        })
    }
}

impl core::error::Error for WhyNot {}

/// Squares are numbered from the top left, whatever the rules call them.
impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |square: &Square| square.index() + 1;
        f.write_str(match self {
            Self::NotYourTurn { turn } => return write!(f, "{turn} is to move"),
            Self::GameDecided => "the first king has decided the game",
            Self::NoSuchSquare(square) => return write!(f, "there is no square {}", number(square)),
            Self::EmptySquare(square) => return write!(f, "no piece on {}", number(square)),
            Self::NotYourPiece { square, owner } => {
                return write!(f, "the piece on {} is {owner}'s", number(square));
            }
            Self::CannotMove(square) => return write!(f, "the piece on {} has no move", number(square)),
            Self::Stays(square) => return write!(f, "the piece would stay on {}", number(square)),
            Self::Occupied { square, piece } => return write!(f, "a {piece} stands on {}", number(square)),
            Self::NotOnALine { from, to, kind } => {
                return write!(f, "a {kind} cannot go from {} to {}", number(from), number(to));
            }
            Self::TooFar { kind } => return write!(f, "too far for a {kind}"),
            Self::ManDoesNotMoveThatWay { backward: true } => "a man does not move backward",
            Self::ManDoesNotMoveThatWay { backward: false } => "a man does not move in this direction",
            Self::ManDoesNotCaptureThatWay { backward: true } => "a man does not capture backward",
            Self::ManDoesNotCaptureThatWay { backward: false } => "a man does not capture in this direction",
            Self::KingDoesNotMoveThatWay => "a king does not move in this direction",
            Self::KingDoesNotCaptureThatWay => "a king does not capture in this direction",
            Self::OwnPieceInTheWay(square) => {
                return write!(f, "a piece of the same side on {} is in the way", number(square));
            }
            Self::NoRoomBehind { square, .. } => {
                return write!(f, "the square behind {} is not free", number(square));
            }
            Self::Blocked(square) => return write!(f, "the piece on {} is in the way", number(square)),
            Self::NothingToJump { square, .. } => return write!(f, "nothing to jump on {}", number(square)),
            Self::EndsThere(square) => {
                return write!(f, "the move captures nothing and ends on {}", number(square));
            }
            Self::MustCapture { with } => return write!(f, "capture is mandatory, with {with}"),
            Self::MustTakeMore { yours, most, by } => {
                return write!(f, "takes {yours} of {most} pieces; capture with {by}");
            }
            Self::MustTakeGreaterValue { by } => {
                return write!(f, "another capture is worth more; capture with {by}");
            }
            Self::MustTakeWithKing { by } => return write!(f, "a king must capture; capture with {by}"),
            Self::MustTakeMoreKings { yours, most, by } => {
                return write!(f, "takes {yours} of {most} kings; capture with {by}");
            }
            Self::MustTakeKingsEarlier { by } => {
                return write!(f, "another capture takes a king earlier, with {by}");
            }
            Self::MustGoOn { to } => return write!(f, "the capture continues to {to}"),
            Self::MustLandToGoOn { on } => return write!(f, "the capture continues from {on}"),
            Self::MustLandDirectlyBehind => "the king must land directly behind the captured piece",
            Self::ManMayNotTakeKing(square) => {
                return write!(f, "a man may not take the king on {}", number(square));
            }
            Self::AlreadyJumped(square) => {
                return write!(f, "the piece on {} was jumped already", number(square));
            }
            Self::CapturedPiecesStand => "captured pieces stay on the board until the move ends",
            Self::WouldTurnBack => "the capture would reverse direction",
            Self::KingMustRest { square, times } => {
                return write!(f, "the king on {} has moved {times} times in a row", number(square));
            }
            Self::NotCrownedInPassing => "a man does not go on as a king in the same capture",
            Self::TakesOthers => "the move takes other pieces",
            Self::NoneFromColumn { column, to } => {
                return write!(f, "no piece in column {column} can go to {}", number(to));
            }
        })
    }
}
