//! The reasons in German.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

use super::Names;
use crate::color::Color;
use crate::explain::WhyNot;
use crate::piece::{Kind, Piece};
use crate::square::{Square, SquareSet};
use crate::words::language::Language;

pub(super) fn render(why: &WhyNot, names: Names<'_>) -> String {
    let name = |square: &Square| names.name(*square);
    let any = |squares: &SquareSet| Language::German.either(&names.names(*squares));
    match why {
        WhyNot::NotYourTurn { turn } => format!("{} ist am Zug.", Language::German.side(*turn)),
        WhyNot::GameDecided => "Das Spiel ist entschieden: Eine Dame steht auf dem Brett.".to_owned(),
        WhyNot::NoSuchSquare(square) => format!("Das Brett hat kein Feld {}.", name(square)),
        WhyNot::EmptySquare(square) => format!("Auf {} steht keine Figur.", name(square)),
        WhyNot::NotYourPiece { square, owner } => {
            format!("Die Figur auf {} gehört {}.", name(square), Language::German.side(*owner))
        }
        WhyNot::CannotMove(square) => format!("Die Figur auf {} kann nirgendwohin.", name(square)),
        WhyNot::Stays(square) => format!("Die Figur bliebe auf {}.", name(square)),
        WhyNot::Occupied { square, piece } => {
            format!("Auf {} steht {}.", name(square), piece_in_words(*piece))
        }
        WhyNot::NotOnALine { kind } => {
            format!("Die Felder liegen auf keiner Linie, auf der {} geht.", a(*kind))
        }
        WhyNot::TooFar { kind: Kind::Man } => "Das ist zu weit für einen Stein.".to_owned(),
        WhyNot::TooFar { kind: Kind::King } => "Das ist zu weit für eine Dame.".to_owned(),
        WhyNot::ManDoesNotMoveThatWay { backward: true } => "Ein Stein zieht nicht rückwärts.".to_owned(),
        WhyNot::ManDoesNotMoveThatWay { backward: false } => {
            "Ein Stein zieht nicht in diese Richtung.".to_owned()
        }
        WhyNot::ManDoesNotCaptureThatWay { backward: true } => {
            "Ein Stein schlägt nicht rückwärts.".to_owned()
        }
        WhyNot::ManDoesNotCaptureThatWay { backward: false } => {
            "Ein Stein schlägt nicht in diese Richtung.".to_owned()
        }
        WhyNot::KingDoesNotMoveThatWay => "Eine Dame zieht nicht in diese Richtung.".to_owned(),
        WhyNot::KingDoesNotCaptureThatWay => "Eine Dame schlägt nicht in diese Richtung.".to_owned(),
        WhyNot::OwnPieceInTheWay(square) => {
            format!("Die eigene Figur auf {} steht im Weg.", name(square))
        }
        WhyNot::NoRoomBehind { square, .. } => format!(
            "Die Figur auf {} kann nicht übersprungen werden: Das Feld dahinter ist nicht frei.",
            name(square)
        ),
        WhyNot::Blocked(square) => format!("Die Figur auf {} steht im Weg.", name(square)),
        WhyNot::NothingToJump { square, .. } => {
            format!("Auf {} gibt es nichts zu überspringen.", name(square))
        }
        WhyNot::EndsThere(square) => format!("Der Zug schlägt nichts und endet auf {}.", name(square)),
        WhyNot::MustCapture { with } => format!("Es muss geschlagen werden, und zwar mit {}.", any(with)),
        WhyNot::MustTakeMore { yours, most, by } => format!(
            "Es muss mehr geschlagen werden: Dieser Zug schlägt {yours}, möglich {} {most}, und zwar mit {}.",
            are(*most),
            any(by)
        ),
        WhyNot::MustTakeGreaterValue { by } => {
            format!("Es muss wertvoller geschlagen werden, und zwar mit {}.", any(by))
        }
        WhyNot::MustTakeWithKing { by } => format!("Es muss mit der Dame auf {} geschlagen werden.", any(by)),
        WhyNot::MustTakeMoreKings { yours, most, by } => format!(
            "Es müssen mehr Damen geschlagen werden: Dieser Zug schlägt {yours}, möglich {} {most}, und zwar \
             mit {}.",
            are(*most),
            any(by)
        ),
        WhyNot::MustTakeKingsEarlier { by } => {
            format!("Es muss so geschlagen werden, dass eine Dame früher fällt, und zwar mit {}.", any(by))
        }
        WhyNot::MustGoOn { to } => format!("Der Schlag muss fortgesetzt werden, nach {}.", any(to)),
        WhyNot::MustLandToGoOn { on } => {
            format!("Die Dame muss dort aufsetzen, wo sie weiterschlagen kann, auf {}.", any(on))
        }
        WhyNot::MustLandDirectlyBehind => {
            "Die Dame muss unmittelbar hinter der geschlagenen Figur aufsetzen.".to_owned()
        }
        WhyNot::ManMayNotTakeKing(square) => {
            format!("Ein Stein darf die Dame auf {} nicht schlagen.", name(square))
        }
        WhyNot::AlreadyJumped(square) => {
            format!("Die Figur auf {} wurde schon übersprungen.", name(square))
        }
        WhyNot::CapturedPiecesStand => {
            "Unterwegs geschlagene Figuren stehen noch auf dem Brett und sind im Weg.".to_owned()
        }
        WhyNot::WouldTurnBack => "Der Schlag würde geradewegs umkehren.".to_owned(),
        WhyNot::KingMustRest { square, times } => {
            format!("Die Dame auf {} hat {times}-mal hintereinander gezogen und muss ruhen.", name(square))
        }
        WhyNot::NotCrownedInPassing => {
            "Ein Stein, der schlagend die letzte Reihe erreicht, schlägt nicht als Dame weiter.".to_owned()
        }
        WhyNot::NoneFromColumn { column, to } => {
            format!("Keine Figur der Spalte {column} kann nach {} ziehen.", name(to))
        }
        WhyNot::TakesOthers => "Dieser Zug schlägt andere Figuren.".to_owned(),
    }
}

fn are(many: usize) -> &'static str {
    if many == 1 { "ist" } else { "sind" }
}

fn a(kind: Kind) -> &'static str {
    match kind {
        Kind::Man => "ein Stein",
        Kind::King => "eine Dame",
    }
}

fn piece_in_words(piece: Piece) -> &'static str {
    match (piece.color, piece.kind) {
        (Color::White, Kind::Man) => "ein weißer Stein",
        (Color::White, Kind::King) => "eine weiße Dame",
        (Color::Black, Kind::Man) => "ein schwarzer Stein",
        (Color::Black, Kind::King) => "eine schwarze Dame",
    }
}
