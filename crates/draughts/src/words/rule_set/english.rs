//! The rules in English.

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
        Topic::Board => "Board",
        Topic::Men => "Men",
        Topic::Kings => "Kings",
        Topic::Captures => "Captures",
        Topic::End => "End",
        Topic::Conduct => "Conduct",
        Topic::Notation => "Notation",
    }
}

pub(super) fn say(fact: &Fact<'_>) -> String {
    match fact {
        Fact::Board(board) => say_board(board),
        Fact::Start(start) => say_start(start),
        Fact::FirstMove(color) => format!("{color} makes the first move."),
        Fact::ManMoves(reach, list) => format!("A man moves {} {}.", far(*reach), ways(list)),
        Fact::ManCaptures([], _) => "A man never captures.".to_owned(),
        Fact::ManCaptures(list, targets) => {
            let targets = match targets {
                Targets::MenAndKings => "",
                Targets::MenOnly => "; it may take men only, never a king",
            };
            let ways = ways(list);
            format!("A man captures by jumping a neighbour {ways} onto the free square behind{targets}.")
        }
        Fact::KingMoves(reach, list) => format!("A king moves {} {}.", far(*reach), ways(list)),
        Fact::KingCaptures(_, []) => "A king never captures.".to_owned(),
        Fact::KingCaptures(Range::Short, list) => format!("A king captures a neighbour {}.", ways(list)),
        Fact::KingCaptures(Range::Flying, list) => {
            format!("A king captures from any distance {}.", ways(list))
        }
        Fact::RepeatLimit(limit) => format!(
            "While a side has men, one king may move at most {limit} times in a row without capturing."
        ),
        Fact::Priority([]) => "Of several captures one may make any.".to_owned(),
        Fact::Priority(list) => {
            let reasons: Vec<&str> = list.iter().copied().map(reason).collect();
            format!("Of several captures one must make {}.", reasons.join("; among those, "))
        }
        Fact::Draw(rule) => draw(rule),
        Fact::Notation(notation) => say_notation(notation),
        Fact::Fixed(fact) => say_fixed(*fact).to_owned(),
    }
}

fn say_fixed(fact: FixedFact) -> &'static str {
    match fact {
        FixedFact::OtherShade(Shade::Light) => "The players may agree to play on the light squares instead.",
        FixedFact::OtherShade(Shade::Dark) => "The players may agree to play on the dark squares instead.",
        FixedFact::KingMark(KingMark::Crown) => "A king is two pieces high and carries a crown.",
        FixedFact::KingMark(KingMark::LetterD) => "A king is two pieces high and marked with a “D”.",
        FixedFact::KingMark(KingMark::TwoRings) => "A king is two pieces high and marked with two rings.",
        FixedFact::Corner(Corner::Played) => "The corner at White's left hand is a playing square.",
        FixedFact::Corner(Corner::Empty) => "The corner at White's left hand is not a playing square.",
        FixedFact::ManBecomesKing => "A man whose move ends on the far row becomes a king.",
        FixedFact::Crowning(Crowning::AtTheEndOfTheMove) => {
            "A man that reaches the far row in a capture and can capture on must do so, and stays a man."
        }
        FixedFact::Crowning(Crowning::InPassingAndTheMoveEnds) => {
            "A man that reaches the far row in a capture becomes a king, and the move ends there."
        }
        FixedFact::Crowning(Crowning::InPassingAndItGoesOn) => {
            "A man that reaches the far row in a capture becomes a king at once and goes on as one."
        }
        FixedFact::Landing(Landing::DirectlyBehind) => {
            "It lands on the square directly behind the captured piece."
        }
        FixedFact::Landing(Landing::AnySquareBehind) => {
            "It lands on any free square behind the captured piece."
        }
        FixedFact::Landing(Landing::DirectlyBehindALastKing) => {
            "It lands on any free square behind the captured piece, but directly behind if the last \
             piece captured is a king."
        }
        FixedFact::Landing(Landing::DirectlyBehindALastKingOfSeveral) => {
            "It lands on any free square behind the captured piece, but directly behind if the last of \
             several pieces captured is a king."
        }
        FixedFact::Duty(Duty::MustCapture) => "Who can capture must capture.",
        FixedFact::Duty(Duty::MayCapture) => "Who can capture may capture or make another move.",
        FixedFact::Finish(Finish::MustBeFinished) => "A capture goes on for as long as the piece can jump.",
        FixedFact::Finish(Finish::MayBeStopped) => "A capture may be stopped after any jump.",
        FixedFact::Removal(Removal::AtTheEndOfTheMove) => {
            "Captured pieces leave the board when the move is over; until then they block, and none is \
             jumped twice."
        }
        FixedFact::Removal(Removal::AfterEachJump) => {
            "Each captured piece leaves the board as soon as it is jumped."
        }
        FixedFact::TurnBack(TurnBack::Allowed) => "Between two jumps a king may turn straight back.",
        FixedFact::TurnBack(TurnBack::Forbidden) => "Between two jumps no piece may turn straight back.",
        FixedFact::Goal(Goal::NoMovesLoses) => {
            "Who cannot move, having no piece left or only blocked ones, loses."
        }
        FixedFact::Goal(Goal::NoMovesWins) => {
            "Who cannot move, having no piece left or only blocked ones, wins."
        }
        FixedFact::Goal(Goal::FirstKingWins) => "Who first makes a king wins; who cannot move loses.",
        FixedFact::Agreement(Agreement::Allowed) => "The players may agree on a draw.",
        FixedFact::Agreement(Agreement::NotAllowed) => "The players cannot agree on a draw.",
        FixedFact::Claims(Claims::Immediate) => {
            "A claim ends the game at once if the record of the moves proves it."
        }
        FixedFact::Claims(Claims::OfferFirst) => {
            "A player who wants to claim a draw first offers it to the opponent and names the rule: with a move, or \
             while the opponent is to move. A rule that has applied can be named up to and with the player's next \
             move. If the opponent declines or plays on, the player may claim the draw until completing the next \
             own move. The record of the moves then decides at once, in the administrator's place; an administrator \
             sees that a justified offer was not accepted, and may warn for it."
        }
        FixedFact::Enforcement(Enforcement::Strict) => "Only legal moves can be played.",
        FixedFact::Enforcement(Enforcement::RedoOnDemand) => {
            "A turn that fails to capture, or captures too few, stands unless the opponent demands, \
             before answering, that it be redone."
        }
        FixedFact::Enforcement(Enforcement::Huffing) => {
            "If a player fails to capture, the opponent may take the piece that should have captured \
             off the board, and then moves."
        }
        FixedFact::NextGame(NextGame::Alternate) => "The players take turns to begin.",
        FixedFact::NextGame(NextGame::WinnerBegins) => {
            "The winner begins the next game; after a draw, whoever asks for it does."
        }
        FixedFact::NextGame(NextGame::ChallengerBegins) => "Whoever asks for the next game begins it.",
        FixedFact::NextGame(NextGame::AsChosen) => "Who begins the next game is for the players to choose.",
    }
}

fn say_board(board: &Board) -> String {
    let squares = match (board.squares_in_play, board.shade) {
        (SquaresInPlay::All, _) => "all of its squares",
        (SquaresInPlay::EverySecond, Shade::Dark) => "the dark squares",
        (SquaresInPlay::EverySecond, Shade::Light) => "the light squares",
    };
    format!("The board has {} columns and {} rows and is played on {squares}.", board.width, board.height)
}

fn say_start(start: &Start) -> String {
    let rows = match (start.rows_of_men, start.empty_rows_behind) {
        (1, 0) => return "Each side fills its first row with men.".to_owned(),
        (rows, 0) => return format!("Each side fills its first {rows} rows with men."),
        (1, _) => "1 row".to_owned(),
        (rows, _) => format!("{rows} rows"),
    };
    match start.empty_rows_behind {
        1 => format!("Each side fills {rows} with men, the row behind them empty."),
        behind => format!("Each side fills {rows} with men, {behind} rows behind them empty."),
    }
}

fn say_notation(notation: &Notation) -> String {
    let squares = match notation.squares {
        SquareNotation::Numeric => "Squares are numbered",
        SquareNotation::Algebraic => "Squares are named by letter and row as in chess",
    };
    let separator = notation.capture.character();
    format!("{squares}; a move is written with -, a capture with {separator} between them.")
}

fn far(reach: Reach) -> &'static str {
    match reach {
        Reach::OneSquare => "one square",
        Reach::NextPlayingSquare => "to the next playing square",
        Reach::AnyNumber => "any number of free squares",
    }
}

/// "diagonally forward or backward, straight forward or sideways".
fn ways(ways: &[RelativeDirection]) -> String {
    let has = |way| ways.contains(&way);
    let mut words = Vec::new();
    match (has(RelativeDirection::DiagonallyForward), has(RelativeDirection::DiagonallyBackward)) {
        (true, true) => words.push("diagonally forward or backward"),
        (true, false) => words.push("diagonally forward"),
        (false, true) => words.push("diagonally backward"),
        (false, false) => {}
    }
    match (has(RelativeDirection::StraightForward), has(RelativeDirection::StraightBackward)) {
        (true, true) => words.push("straight forward or backward"),
        (true, false) => words.push("straight forward"),
        (false, true) => words.push("straight backward"),
        (false, false) => {}
    }
    if has(RelativeDirection::Sideways) {
        words.push("sideways");
    }
    if words.is_empty() {
        return "in no direction".to_owned();
    }
    Language::English.either(&words.into_iter().map(str::to_owned).collect::<Vec<_>>())
}

fn reason(priority: Priority) -> &'static str {
    match priority {
        Priority::MostPieces => "the one that takes most pieces",
        Priority::GreatestValue => {
            "the one of greatest value, where a king is worth a little less than two men"
        }
        Priority::WithAKing => "one made with a king",
        Priority::MostKings => "the one that takes most kings",
        Priority::KingsEarliest => "the one that takes a king soonest",
    }
}

fn draw(rule: &DrawRule) -> String {
    let draw = match rule.effect {
        Effect::Automatic => "The game is a draw",
        Effect::OnClaim => "A player may claim a draw",
    };
    format!("{draw} {} ({}).", draw_when(&rule.when), rule.source)
}

/// "17 of 25 moves without a capture or a new king".
pub(super) fn progress(when: &DrawWhen, made: u32, needed: u32) -> String {
    let counted = |count: &Count| match count.per {
        Per::EachPlayer => format!("{made} of {needed} moves"),
        Per::BothTogether => format!("{made} of {needed} turns"),
    };
    match when {
        DrawWhen::Repetition { .. } => {
            let times = match made {
                0 | 1 => "once".to_owned(),
                2 => "twice".to_owned(),
                more => format!("{more} times"),
            };
            format!("this position has occurred {times} ({needed} needed)")
        }
        DrawWhen::QuietMoves(count) => format!("{}{}", counted(count), without(count)),
        DrawWhen::Material { forces, .. } if made == 0 => {
            format!("0 of {needed} moves with {}", forces_in_words(forces))
        }
        DrawWhen::Material { forces, count: None } => format!("the board holds {}", forces_in_words(forces)),
        DrawWhen::Material { forces, count: Some(count) } => {
            format!("{} with {}", counted(count), forces_in_words(forces))
        }
    }
}

/// " without a capture or a new king"; nothing where nothing starts the count anew.
fn without(count: &Count) -> String {
    let resets: Vec<String> = count.reset_by.iter().map(|&event| reset(event).to_owned()).collect();
    if resets.is_empty() { String::new() } else { format!(" without {}", Language::English.either(&resets)) }
}

/// "after 25 moves of each player without a capture or a new king".
pub(super) fn draw_when(when: &DrawWhen) -> String {
    match when {
        DrawWhen::Repetition { times } => {
            format!("when the same position with the same side to move has occurred {times} times")
        }
        DrawWhen::QuietMoves(count) => format!("after {}{}", moves(count), without(count)),
        DrawWhen::Material { forces, count: None } => {
            format!("as soon as the board holds {}", forces_in_words(forces))
        }
        DrawWhen::Material { forces, count: Some(count) } => {
            format!("after {} with {}", moves(count), forces_in_words(forces))
        }
    }
}

fn moves(count: &Count) -> String {
    match count.per {
        Per::EachPlayer => format!("{} moves of each player", count.moves),
        Per::BothTogether => format!("{} moves of both players together", count.moves),
    }
}

fn reset(reset: Reset) -> &'static str {
    match reset {
        Reset::Capture => "a capture",
        Reset::Crowning => "a new king",
        Reset::ManMove => "a move of a man",
    }
}

fn forces_in_words(forces: &Forces) -> String {
    match forces {
        Forces::Against { strong, weak, main_road } => {
            let road = match main_road {
                MainRoad::Any => "",
                MainRoad::HeldByTheWeaker => " that holds the longest diagonal",
            };
            format!("{} against {}{road}", force(strong), force(weak))
        }
        Forces::KingsOnBothSides { least, most } => {
            format!("kings on both sides and {least} to {most} pieces in all")
        }
    }
}

fn force(force: &Force) -> String {
    if *force == Force::LONE_KING {
        return "a single king".to_owned();
    }
    let pieces = match (force.least_pieces, force.most_pieces) {
        (1, 1) => "one piece".to_owned(),
        (least, most) if least == most => format!("{least} pieces"),
        (least, most) if least + 1 == most => format!("{least} or {most} pieces"),
        (least, most) => format!("{least} to {most} pieces"),
    };
    match force.least_kings {
        0 => pieces,
        kings if kings == force.most_pieces => format!("{kings} kings"),
        1 => format!("{pieces} (at least one king)"),
        kings => format!("{pieces} (at least {kings} kings)"),
    }
}
