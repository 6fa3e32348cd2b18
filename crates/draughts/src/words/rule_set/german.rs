//! The rules in German.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Fact, FixedFact, Reach, Topic};
use crate::direction::RelativeDirection;
use crate::ruleset::{
    Agreement, Board, Claims, Corner, Count, Crowning, DrawRule, DrawWhen, Duty, Effect, Enforcement, Finish,
    Force, Forces, Goal, KingMark, Landing, MainRoad, NextGame, Notation, Per, Priority, Range, Removal,
    Reset, Shade, SquareNotation, SquaresInPlay, Start, Targets, TurnBack,
};
use crate::words::language::Language;

pub(super) fn topic(topic: Topic) -> &'static str {
    match topic {
        Topic::Board => "Brett",
        Topic::Men => "Steine",
        Topic::Kings => "Damen",
        Topic::Captures => "Schlagen",
        Topic::End => "Ende",
        Topic::Conduct => "Verhalten",
        Topic::Notation => "Notation",
    }
}

pub(super) fn say(fact: &Fact<'_>) -> String {
    match fact {
        Fact::Board(board) => say_board(board),
        Fact::Start(start) => say_start(start),
        Fact::FirstMove(color) => format!("{} macht den ersten Zug.", Language::German.side(*color)),
        Fact::ManMoves(reach, list) => format!("Ein Stein zieht {} {}.", far(*reach), ways(list)),
        Fact::ManCaptures([], _) => "Ein Stein schlägt nie.".to_owned(),
        Fact::ManCaptures(list, targets) => {
            let targets = match targets {
                Targets::MenAndKings => "",
                Targets::MenOnly => "; er darf nur Steine schlagen, nie eine Dame",
            };
            let ways = ways(list);
            format!(
                "Ein Stein schlägt, indem er einen Nachbarn {ways} auf das freie Feld dahinter \
                 überspringt{targets}."
            )
        }
        Fact::KingMoves(reach, list) => format!("Eine Dame zieht {} {}.", far(*reach), ways(list)),
        Fact::KingCaptures(_, []) => "Eine Dame schlägt nie.".to_owned(),
        Fact::KingCaptures(Range::Short, list) => {
            format!("Eine Dame schlägt einen Nachbarn {}.", ways(list))
        }
        Fact::KingCaptures(Range::Flying, list) => {
            format!("Eine Dame schlägt aus jeder Entfernung {}.", ways(list))
        }
        Fact::RepeatLimit(limit) => format!(
            "Solange eine Seite Steine hat, darf dieselbe Dame höchstens {limit}-mal hintereinander ziehen, \
             ohne zu schlagen."
        ),
        Fact::Priority([]) => "Unter mehreren Schlägen darf man frei wählen.".to_owned(),
        Fact::Priority(list) => {
            let reasons: Vec<&str> = list.iter().copied().map(reason).collect();
            format!("Unter mehreren Schlägen geht vor: {}.", reasons.join("; unter diesen "))
        }
        Fact::Draw(rule) => draw(rule),
        Fact::Notation(notation) => say_notation(notation),
        Fact::Fixed(fact) => say_fixed(*fact).to_owned(),
    }
}

fn say_fixed(fact: FixedFact) -> &'static str {
    match fact {
        FixedFact::OtherShade(Shade::Light) => {
            "Die Spieler können vereinbaren, stattdessen auf den hellen Feldern zu spielen."
        }
        FixedFact::OtherShade(Shade::Dark) => {
            "Die Spieler können vereinbaren, stattdessen auf den dunklen Feldern zu spielen."
        }
        FixedFact::KingMark(KingMark::Crown) => "Eine Dame ist zwei Steine hoch und trägt eine Krone.",
        FixedFact::KingMark(KingMark::LetterD) => "Eine Dame ist zwei Steine hoch und trägt ein „D“.",
        FixedFact::KingMark(KingMark::TwoRings) => "Eine Dame ist zwei Steine hoch und trägt zwei Ringe.",
        FixedFact::Corner(Corner::Played) => "Das Eckfeld zur linken Hand von Weiß wird bespielt.",
        FixedFact::Corner(Corner::Empty) => "Das Eckfeld zur linken Hand von Weiß wird nicht bespielt.",
        FixedFact::ManBecomesKing => "Ein Stein, dessen Zug auf der letzten Reihe endet, wird zur Dame.",
        FixedFact::Crowning(Crowning::AtTheEndOfTheMove) => {
            "Ein Stein, der schlagend die letzte Reihe erreicht und weiterschlagen kann, muss das tun und \
             bleibt ein Stein."
        }
        FixedFact::Crowning(Crowning::InPassingAndTheMoveEnds) => {
            "Ein Stein, der schlagend die letzte Reihe erreicht, wird zur Dame, und der Zug endet dort."
        }
        FixedFact::Crowning(Crowning::InPassingAndItGoesOn) => {
            "Ein Stein, der schlagend die letzte Reihe erreicht, wird sofort zur Dame und schlägt als Dame \
             weiter."
        }
        FixedFact::Landing(Landing::DirectlyBehind) => {
            "Sie setzt auf dem Feld unmittelbar hinter der geschlagenen Figur auf."
        }
        FixedFact::Landing(Landing::AnySquareBehind) => {
            "Sie setzt auf einem beliebigen freien Feld hinter der geschlagenen Figur auf."
        }
        FixedFact::Landing(Landing::DirectlyBehindALastKing) => {
            "Sie setzt auf einem beliebigen freien Feld hinter der geschlagenen Figur auf, aber unmittelbar \
             dahinter, wenn die zuletzt geschlagene eine Dame ist."
        }
        FixedFact::Landing(Landing::DirectlyBehindALastKingOfSeveral) => {
            "Sie setzt auf einem beliebigen freien Feld hinter der geschlagenen Figur auf, aber unmittelbar \
             dahinter, wenn die letzte von mehreren geschlagenen eine Dame ist."
        }
        FixedFact::Duty(Duty::MustCapture) => "Wer schlagen kann, muss schlagen.",
        FixedFact::Duty(Duty::MayCapture) => "Wer schlagen kann, darf schlagen oder anders ziehen.",
        FixedFact::Finish(Finish::MustBeFinished) => {
            "Ein Schlag wird fortgesetzt, solange die Figur springen kann."
        }
        FixedFact::Finish(Finish::MayBeStopped) => "Ein Schlag darf nach jedem Sprung beendet werden.",
        FixedFact::Removal(Removal::AtTheEndOfTheMove) => {
            "Geschlagene Figuren werden nach dem Zug vom Brett genommen; bis dahin stehen sie im Weg, und \
             keine wird zweimal übersprungen."
        }
        FixedFact::Removal(Removal::AfterEachJump) => {
            "Jede geschlagene Figur wird sofort nach dem Sprung vom Brett genommen."
        }
        FixedFact::TurnBack(TurnBack::Allowed) => {
            "Zwischen zwei Sprüngen darf eine Dame geradewegs umkehren."
        }
        FixedFact::TurnBack(TurnBack::Forbidden) => {
            "Zwischen zwei Sprüngen darf keine Figur geradewegs umkehren."
        }
        FixedFact::Goal(Goal::NoMovesLoses) => {
            "Wer nicht ziehen kann, weil er keine Figur mehr hat oder alle blockiert sind, verliert."
        }
        FixedFact::Goal(Goal::NoMovesWins) => {
            "Wer nicht ziehen kann, weil er keine Figur mehr hat oder alle blockiert sind, gewinnt."
        }
        FixedFact::Goal(Goal::FirstKingWins) => {
            "Wer zuerst eine Dame bekommt, gewinnt; wer nicht ziehen kann, verliert."
        }
        FixedFact::Agreement(Agreement::Allowed) => "Die Spieler dürfen sich auf Remis einigen.",
        FixedFact::Agreement(Agreement::NotAllowed) => "Die Spieler können sich nicht auf Remis einigen.",
        FixedFact::Claims(Claims::Immediate) => {
            "Ein Anspruch beendet die Partie sofort, wenn die Zugliste ihn beweist."
        }
        FixedFact::Claims(Claims::OfferFirst) => {
            "Wer Remis beanspruchen will, bietet es zuerst dem Gegner an und nennt die Regel: mit einem Zug oder \
             während der Gegner am Zug ist. Auf eine Regel, die erfüllt war, kann man sich bis einschließlich zum \
             eigenen nächsten Zug berufen. Lehnt der Gegner ab oder zieht er weiter, darf man Remis beanspruchen, \
             bis man selbst wieder gezogen hat. Dann entscheidet sofort die Zugliste, anstelle des Administrators; \
             ein Administrator sieht, dass ein berechtigtes Angebot nicht angenommen wurde, und kann dafür verwarnen."
        }
        FixedFact::Enforcement(Enforcement::Strict) => "Nur regelgerechte Züge sind möglich.",
        FixedFact::Enforcement(Enforcement::RedoOnDemand) => {
            "Ein Zug, der nicht oder zu wenig schlägt, gilt, wenn der Gegner nicht vor seiner Antwort \
             verlangt, dass er wiederholt wird."
        }
        FixedFact::Enforcement(Enforcement::Huffing) => {
            "Wer nicht schlägt, dem darf der Gegner die Figur, die hätte schlagen müssen, vom Brett pusten; \
             danach zieht er."
        }
        FixedFact::NextGame(NextGame::Alternate) => "Die Spieler beginnen abwechselnd.",
        FixedFact::NextGame(NextGame::WinnerBegins) => {
            "Der Gewinner beginnt das nächste Spiel; nach einem Remis, wer es verlangt."
        }
        FixedFact::NextGame(NextGame::ChallengerBegins) => "Wer das nächste Spiel verlangt, beginnt es.",
        FixedFact::NextGame(NextGame::AsChosen) => "Wer das nächste Spiel beginnt, wählen die Spieler.",
    }
}

fn say_board(board: &Board) -> String {
    let squares = match (board.squares_in_play, board.shade) {
        (SquaresInPlay::All, _) => "allen Feldern",
        (SquaresInPlay::EverySecond, Shade::Dark) => "den dunklen Feldern",
        (SquaresInPlay::EverySecond, Shade::Light) => "den hellen Feldern",
    };
    format!("Das Brett hat {} Spalten und {} Reihen; gespielt wird auf {squares}.", board.width, board.height)
}

fn say_start(start: &Start) -> String {
    let rows = match (start.rows_of_men, start.empty_rows_behind) {
        (1, 0) => return "Jede Seite besetzt ihre erste Reihe mit Steinen.".to_owned(),
        (rows, 0) => return format!("Jede Seite besetzt ihre ersten {rows} Reihen mit Steinen."),
        (1, _) => "1 Reihe".to_owned(),
        (rows, _) => format!("{rows} Reihen"),
    };
    match start.empty_rows_behind {
        1 => format!("Jede Seite besetzt {rows} mit Steinen; die Reihe dahinter bleibt leer."),
        behind => format!("Jede Seite besetzt {rows} mit Steinen; {behind} Reihen dahinter bleiben leer."),
    }
}

fn say_notation(notation: &Notation) -> String {
    let squares = match notation.squares {
        SquareNotation::Numeric => "Die Felder sind nummeriert",
        SquareNotation::Algebraic => "Die Felder heißen nach Spalte und Reihe wie im Schach",
    };
    let separator = notation.capture.character();
    format!("{squares}; ein Zug wird mit -, ein Schlag mit {separator} dazwischen geschrieben.")
}

fn far(reach: Reach) -> &'static str {
    match reach {
        Reach::OneSquare => "ein Feld",
        Reach::NextPlayingSquare => "auf das nächste Spielfeld",
        Reach::AnyNumber => "beliebig viele freie Felder",
    }
}

fn ways(ways: &[RelativeDirection]) -> String {
    let has = |way| ways.contains(&way);
    let mut words = Vec::new();
    match (has(RelativeDirection::DiagonallyForward), has(RelativeDirection::DiagonallyBackward)) {
        (true, true) => words.push("schräg vorwärts oder rückwärts"),
        (true, false) => words.push("schräg vorwärts"),
        (false, true) => words.push("schräg rückwärts"),
        (false, false) => {}
    }
    match (has(RelativeDirection::StraightForward), has(RelativeDirection::StraightBackward)) {
        (true, true) => words.push("gerade vorwärts oder rückwärts"),
        (true, false) => words.push("gerade vorwärts"),
        (false, true) => words.push("gerade rückwärts"),
        (false, false) => {}
    }
    if has(RelativeDirection::Sideways) {
        words.push("seitwärts");
    }
    if words.is_empty() {
        return "in keine Richtung".to_owned();
    }
    Language::German.either(&words.into_iter().map(str::to_owned).collect::<Vec<_>>())
}

fn reason(priority: Priority) -> &'static str {
    match priority {
        Priority::MostPieces => "der mit den meisten geschlagenen Figuren",
        Priority::GreatestValue => "der wertvollste (eine Dame zählt etwas weniger als zwei Steine)",
        Priority::WithAKing => "einer mit einer Dame",
        Priority::MostKings => "der mit den meisten geschlagenen Damen",
        Priority::KingsEarliest => "der, der am frühesten eine Dame schlägt",
    }
}

fn draw(rule: &DrawRule) -> String {
    let draw = match rule.effect {
        Effect::Automatic => "Die Partie ist remis",
        Effect::OnClaim => "Ein Spieler darf Remis beanspruchen",
    };
    let when = draw_when(&rule.when);
    // A subordinate clause stands behind a comma.
    let comma = if when.starts_with("nach ") { "" } else { "," };
    format!("{draw}{comma} {when} ({}).", rule.source)
}

/// "17 von 25 Zügen ohne Schlag oder neue Dame".
pub(super) fn progress(when: &DrawWhen, made: u32, needed: u32) -> String {
    let counted = |count: &Count| match count.per {
        Per::EachPlayer => format!("{made} von {needed} Zügen"),
        Per::BothTogether => format!("{made} von {needed} Einzelzügen"),
    };
    match when {
        DrawWhen::Repetition { .. } => {
            let times = match made {
                0 | 1 => "erst einmal".to_owned(),
                more => format!("{more}-mal"),
            };
            format!("diese Stellung gab es {times} (nötig: {needed}-mal)")
        }
        DrawWhen::QuietMoves(count) => format!("{}{}", counted(count), without(count)),
        DrawWhen::Material { forces, .. } if made == 0 => {
            format!("0 von {needed} Zügen mit {}", forces_in_words(forces))
        }
        DrawWhen::Material { forces, count: None } => {
            format!("auf dem Brett: {}", forces_in_words(forces))
        }
        DrawWhen::Material { forces, count: Some(count) } => {
            format!("{} mit {}", counted(count), forces_in_words(forces))
        }
    }
}

/// " ohne Schlag oder neue Dame"; nothing where nothing starts the count anew.
fn without(count: &Count) -> String {
    let resets: Vec<String> = count.reset_by.iter().map(|&event| reset(event).to_owned()).collect();
    if resets.is_empty() { String::new() } else { format!(" ohne {}", Language::German.either(&resets)) }
}

/// "nach 25 Zügen jedes Spielers ohne Schlag oder neue Dame".
pub(super) fn draw_when(when: &DrawWhen) -> String {
    match when {
        DrawWhen::Repetition { times } => {
            format!("wenn dieselbe Stellung mit demselben Spieler am Zug {times}-mal vorgekommen ist")
        }
        DrawWhen::QuietMoves(count) => format!("nach {}{}", moves(count), without(count)),
        DrawWhen::Material { forces, count: None } => {
            format!("sobald es zu {} kommt", forces_in_words(forces))
        }
        DrawWhen::Material { forces, count: Some(count) } => {
            format!("nach {} mit {}", moves(count), forces_in_words(forces))
        }
    }
}

fn moves(count: &Count) -> String {
    match count.per {
        Per::EachPlayer => format!("{} Zügen jedes Spielers", count.moves),
        Per::BothTogether => format!("{} Zügen beider Spieler zusammen", count.moves),
    }
}

fn reset(reset: Reset) -> &'static str {
    match reset {
        Reset::Capture => "Schlag",
        Reset::Crowning => "neue Dame",
        Reset::ManMove => "Zug eines Steins",
    }
}

fn forces_in_words(forces: &Forces) -> String {
    match forces {
        Forces::Against { strong, weak, main_road } => {
            let road = match main_road {
                MainRoad::Any => "",
                MainRoad::HeldByTheWeaker => " auf der längsten Diagonale",
            };
            format!("{} gegen {}{road}", force(strong, Case::Dative), force(weak, Case::Accusative))
        }
        Forces::KingsOnBothSides { least, most } => {
            format!("Damen auf beiden Seiten und insgesamt {least} bis {most} Figuren")
        }
    }
}

/// "mit" asks for the one, "gegen" for the other.
#[derive(Clone, Copy, PartialEq)]
enum Case {
    Dative,
    Accusative,
}

fn force(force: &Force, case: Case) -> String {
    let dative = case == Case::Dative;
    if *force == Force::LONE_KING {
        return if dative { "einer einzelnen Dame" } else { "eine einzelne Dame" }.to_owned();
    }
    let pieces = match (force.least_pieces, force.most_pieces) {
        (1, 1) => if dative { "einer Figur" } else { "eine Figur" }.to_owned(),
        (least, most) if least == most => format!("{least} Figuren"),
        (least, most) if least + 1 == most => format!("{least} oder {most} Figuren"),
        (least, most) => format!("{least} bis {most} Figuren"),
    };
    match force.least_kings {
        0 => pieces,
        kings if kings == force.most_pieces => format!("{kings} Damen"),
        1 => format!("{pieces} (mindestens eine Dame)"),
        kings => format!("{pieces} (mindestens {kings} Damen)"),
    }
}
