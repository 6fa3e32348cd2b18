//! Moves that are not legal, one for each reason. The tests of the wordings use them, too.

use draughts::{Attempt, Position, Rules, Square};

/// Each reason by name, with a position, an attempt that it forbids, and the rules.
pub(crate) const REASONS: [(&str, &str, &str, &str); 36] = [
    ("GameDecided", "breakthrough", "W:WK5,30:B16", "30-25"),
    ("EmptySquare", "international", "W:W32:B1", "28-23"),
    ("NotYourPiece", "international", "W:W32:B1", "1-6"),
    ("CannotMove", "international", "W:W32,27,28:B1", "32"),
    ("Stays", "international", "W:W32:B1", "32-32"),
    ("Occupied", "international", "W:W32,28:B1", "32-28"),
    ("NotOnALine", "international", "W:W32:B1", "32-22"),
    ("TooFar", "international", "W:W32:B1", "32-19"),
    ("ManDoesNotMoveThatWay", "international", "W:W32:B1", "32-37"),
    ("ManDoesNotCaptureThatWay", "english", "W:W22:B26", "22-31"),
    ("KingDoesNotMoveThatWay", "frisian", "W:WK28:B1", "28-18"),
    ("KingDoesNotCaptureThatWay", "turkish", "W:WKh8:Bg7", "h8-f6"),
    ("OwnPieceInTheWay", "international", "W:WK46,37:B1", "46-32"),
    ("NoRoomBehind", "international", "W:WK46:B37,32", "46-28"),
    ("Blocked", "international", "W:WK46,28:B37", "46-23"),
    ("NothingToJump", "international", "W:W32:B1", "32-23"),
    ("EndsThere", "international", "W:WK46:B1", "46-41-36"),
    ("MustCapture", "international", "W:W32,33,45:B28", "45-40"),
    ("MustTakeMore", "international", "W:W28,34:B23,14,30", "34-25"),
    ("MustTakeGreaterValue", "frisian", "W:W28,38:B23,K33", "28-19"),
    ("MustTakeWithKing", "czech", "W:Wc3,Ke1:Bd4,g3", "c3-e5"),
    ("MustTakeMoreKings", "spanish", "W:WK17:BK6,21", "17-30"),
    ("MustTakeKingsEarlier", "italian", "W:WK2,K12:B6,K7,8", "2-4"),
    ("MustGoOn", "english", "W:W30:B26,18,10", "30-23"),
    ("MustLandToGoOn", "russian", "W:WKh8:BKg7,c5", "h8-b2"),
    ("MustLandDirectlyBehind", "dame-8x8", "W:WK29:B18", "29-11"),
    ("ManMayNotTakeKing", "italian", "W:W31:BK27", "31-22"),
    ("AlreadyJumped", "international", "W:WK7:B12", "7-29-1"),
    ("CapturedPiecesStand", "russian", "W:WKh8,d6:Bc7,e5", "d6-g3"),
    ("WouldTurnBack", "turkish", "W:WKg8,Kd4:Be8", "g8-a8-d8"),
    ("KingMustRest", "frisian", "W:WK28,50:B1:+0+328", "28-22"),
    ("NotCrownedInPassing", "checkers-bsn", "W:W11:B7,6", "11-9"),
    // The same reasons where several rules meet.
    ("MustCapture", "english", "W:W22,24:B18", "24"),
    ("MustTakeMore", "international", "W:W28,34:B23,14,30", "34"),
    ("MustGoOn", "international", "W:WK38:B9,K24", "38-20"),
    ("ManDoesNotCaptureThatWay", "italian", "W:W10:BK14", "10-19"),
];

/// Reads a position of a named rule set.
pub(crate) fn position(rules: &str, fen: &str) -> Position {
    let rules = Rules::named(rules).expect("a named rule set");
    Position::from_fen(&rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Reads an attempt: the squares that a piece is to touch.
pub(crate) fn attempt(position: &Position, text: &str) -> Attempt {
    let naming = position.rules().square_names();
    let square = |name: &str| match name.parse() {
        Ok(number) => naming.by_number(number).expect("a square"),
        Err(_) => naming.by_letter(name).expect("a square"),
    };
    let squares: Vec<Square> = text.split('-').map(square).collect();
    Attempt::route(&squares).expect("at least one square")
}
