//! The reasons in English.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

use super::Names;
use crate::explain::WhyNot;
use crate::square::{Square, SquareSet};
use crate::words::language::Language;

pub(super) fn render(why: &WhyNot, names: Names<'_>) -> String {
    let name = |square: &Square| names.name(*square);
    let any = |squares: &SquareSet| Language::English.either(&names.names(*squares));
    match why {
        WhyNot::NotYourTurn { turn } => format!("It is {turn}'s turn."),
        WhyNot::GameDecided => "The game is decided: a king stands on the board.".to_owned(),
        WhyNot::NoSuchSquare(square) => format!("The board has no square {}.", name(square)),
        WhyNot::EmptySquare(square) => format!("No piece stands on {}.", name(square)),
        WhyNot::NotYourPiece { square, owner } => format!("The piece on {} is {owner}'s.", name(square)),
        WhyNot::CannotMove(square) => format!("The piece on {} has nowhere to go.", name(square)),
        WhyNot::Stays(square) => format!("The piece would stay on {}.", name(square)),
        WhyNot::Occupied { square, piece } => format!("On {} stands a {piece}.", name(square)),
        WhyNot::NotOnALine { kind } => {
            format!("The squares are not on a line along which a {} goes.", Language::English.kind(*kind))
        }
        WhyNot::TooFar { kind } => format!("That is too far for a {}.", Language::English.kind(*kind)),
        WhyNot::ManDoesNotMoveThatWay { backward: true } => "A man does not move backward.".to_owned(),
        WhyNot::ManDoesNotMoveThatWay { backward: false } => "A man does not move that way.".to_owned(),
        WhyNot::ManDoesNotCaptureThatWay { backward: true } => "A man does not capture backward.".to_owned(),
        WhyNot::ManDoesNotCaptureThatWay { backward: false } => "A man does not capture that way.".to_owned(),
        WhyNot::KingDoesNotMoveThatWay => "A king does not move that way.".to_owned(),
        WhyNot::KingDoesNotCaptureThatWay => "A king does not capture that way.".to_owned(),
        WhyNot::OwnPieceInTheWay(square) => {
            format!("Your own piece on {} is in the way.", name(square))
        }
        WhyNot::NoRoomBehind { square, .. } => {
            format!("The piece on {} cannot be jumped: the square behind it is not free.", name(square))
        }
        WhyNot::Blocked(square) => format!("The piece on {} is in the way.", name(square)),
        WhyNot::NothingToJump { square, .. } => format!("There is nothing to jump on {}.", name(square)),
        WhyNot::EndsThere(square) => format!("The move captures nothing and ends on {}.", name(square)),
        WhyNot::MustCapture { with } => format!("You must capture, with {}.", any(with)),
        WhyNot::MustTakeMore { yours, most, by } => {
            format!("You must take more: this takes {yours}, the most is {most}, with {}.", any(by))
        }
        WhyNot::MustTakeGreaterValue { by } => {
            format!("You must make the capture of greater value, with {}.", any(by))
        }
        WhyNot::MustTakeWithKing { by } => format!("You must capture with the king on {}.", any(by)),
        WhyNot::MustTakeMoreKings { yours, most, by } => {
            format!("You must take more kings: this takes {yours}, the most is {most}, with {}.", any(by))
        }
        WhyNot::MustTakeKingsEarlier { by } => {
            format!("You must make the capture that takes a king sooner, with {}.", any(by))
        }
        WhyNot::MustGoOn { to } => format!("The capture must go on, to {}.", any(to)),
        WhyNot::MustLandToGoOn { on } => {
            format!("The king must land where it can capture on, on {}.", any(on))
        }
        WhyNot::MustLandDirectlyBehind => "The king must land directly behind the captured piece.".to_owned(),
        WhyNot::ManMayNotTakeKing(square) => format!("A man may not take the king on {}.", name(square)),
        WhyNot::AlreadyJumped(square) => {
            format!("The piece on {} has been jumped already.", name(square))
        }
        WhyNot::CapturedPiecesStand => {
            "Pieces captured on the way still stand on the board and are in the way.".to_owned()
        }
        WhyNot::WouldTurnBack => "The capture would turn straight back.".to_owned(),
        WhyNot::KingMustRest { square, times } => {
            format!("The king on {} has moved {times} times in a row and must rest.", name(square))
        }
        WhyNot::NotCrownedInPassing => {
            "A man that reaches the far row in a capture does not go on as a king.".to_owned()
        }
        WhyNot::NoneFromColumn { column, to } => {
            format!("No piece in column {column} can go to {}.", name(to))
        }
        WhyNot::TakesOthers => "That move takes other pieces.".to_owned(),
    }
}
