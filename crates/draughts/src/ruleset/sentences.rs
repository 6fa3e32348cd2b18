//! A rule set in words, made from the data: what is shown is what is played.

use super::{
    Agreement, Corner, Count, Crowning, DrawRule, DrawWhen, Duty, Effect, Enforcement, Finish, Force, Forces,
    Goal, Landing, MainRoad, NextGame, Per, Priority, Range, Removal, Reset, RuleSet, Shade, SquareNames,
    SquaresInPlay, Targets, TurnBack,
};
use crate::direction::{Way, Ways};

/// One sentence about a rule set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    /// What it is about.
    pub topic: &'static str,
    /// The field that says so.
    pub field: &'static str,
    /// The sentence.
    pub text: String,
}

impl RuleSet {
    /// The rule set in words, in the order in which one explains a game.
    #[must_use]
    pub fn sentences(&self) -> Vec<Sentence> {
        let mut say = Say(Vec::new());
        self.say_board(&mut say);
        self.say_men(&mut say);
        self.say_kings(&mut say);
        self.say_captures(&mut say);
        self.say_end(&mut say);
        self.say_writing(&mut say);
        say.0
    }

    fn say_board(&self, say: &mut Say) {
        let board = &self.board;
        let squares = match board.squares_in_play {
            SquaresInPlay::All => "all of its squares".to_owned(),
            SquaresInPlay::EverySecond => {
                let shade = if board.shade == Shade::Dark { "dark" } else { "light" };
                format!("the {shade} squares")
            }
        };
        let (width, height) = (board.width, board.height);
        let text = format!("The board has {width} columns and {height} rows and is played on {squares}.");
        say.that("Board", "board", text);
        if board.squares_in_play == SquaresInPlay::EverySecond {
            let corner = match board.lower_left_corner {
                Corner::Played => "The corner at White's left hand is a playing square.",
                Corner::Empty => "The corner at White's left hand is not a playing square.",
            };
            say.that("Board", "board.lower_left_corner", corner.into());
        }
        let start = &self.start;
        let rows = if start.rows_of_men == 1 { "row" } else { "rows" };
        let text = match start.empty_rows_behind {
            0 => format!("Each side fills its first {} {rows} with men.", start.rows_of_men),
            1 => format!("Each side fills {} {rows} with men, the row behind them empty.", start.rows_of_men),
            n => {
                format!("Each side fills {} {rows} with men, {n} rows behind them empty.", start.rows_of_men)
            }
        };
        say.that("Board", "start", text.replace("first 1 row", "first row"));
        say.that("Board", "start.first_move", format!("{} makes the first move.", start.first_move));
    }

    fn say_men(&self, say: &mut Say) {
        let men = &self.men;
        say.that("Men", "men.moves", format!("A man moves {} {}.", self.step(&men.moves), ways(&men.moves)));
        let targets = match men.takes {
            Targets::MenAndKings => "",
            Targets::MenOnly => "; it may take men only, never a king",
        };
        let captures = if men.captures.is_empty() {
            "A man never captures.".to_owned()
        } else {
            let ways = ways(&men.captures);
            format!("A man captures by jumping a neighbour {ways} onto the free square behind{targets}.")
        };
        say.that("Men", "men.captures", captures);
        say.that("Men", "men", "A man whose move ends on the far row becomes a king.".into());
        if men.captures.is_empty() {
            return;
        }
        let crowning = match men.crowning {
            Crowning::AtTheEndOfTheMove => {
                "A man that reaches the far row in a capture and can capture on must do so, and stays a man."
            }
            Crowning::InPassingAndTheMoveEnds => {
                "A man that reaches the far row in a capture becomes a king, and the move ends there."
            }
            Crowning::InPassingAndItGoesOn => {
                "A man that reaches the far row in a capture becomes a king at once and goes on as one."
            }
        };
        say.that("Men", "men.crowning", crowning.into());
    }

    fn say_kings(&self, say: &mut Say) {
        let kings = &self.kings;
        let far = match kings.range {
            Range::Short => self.step(&kings.moves),
            Range::Flying => "any number of free squares",
        };
        say.that("Kings", "kings.moves", format!("A king moves {far} {}.", ways(&kings.moves)));
        let captures = match kings.range {
            _ if kings.captures.is_empty() => "A king never captures.".to_owned(),
            Range::Short => format!("A king captures a neighbour {}.", ways(&kings.captures)),
            Range::Flying => format!("A king captures from any distance {}.", ways(&kings.captures)),
        };
        say.that("Kings", "kings.captures", captures);
        let landing = match (kings.range, kings.landing) {
            _ if kings.captures.is_empty() => "",
            (Range::Short, _) | (_, Landing::DirectlyBehind) => {
                "It lands on the square directly behind the captured piece."
            }
            (_, Landing::AnySquareBehind) => "It lands on any free square behind the captured piece.",
            (_, Landing::DirectlyBehindALastKing) => {
                "It lands on any free square behind the captured piece, but directly behind if the last \
                 piece captured is a king."
            }
            (_, Landing::DirectlyBehindALastKingOfSeveral) => {
                "It lands on any free square behind the captured piece, but directly behind if the last of \
                 several pieces captured is a king."
            }
        };
        if !landing.is_empty() {
            say.that("Kings", "kings.landing", landing.into());
        }
        if let Some(limit) = kings.repeat_limit {
            let text = format!(
                "While a side has men, one king may move at most {limit} times in a row without capturing."
            );
            say.that("Kings", "kings.repeat_limit", text);
        }
    }

    fn say_captures(&self, say: &mut Say) {
        let capture = &self.capture;
        let duty = match capture.duty {
            Duty::MustCapture => "Who can capture must capture.",
            Duty::MayCapture => "Who can capture may capture or make another move.",
        };
        say.that("Captures", "capture.duty", duty.into());
        let priority = if capture.priority.is_empty() {
            "Of several captures one may make any.".to_owned()
        } else {
            let reasons: Vec<&str> = capture.priority.iter().copied().map(reason).collect();
            format!("Of several captures one must make {}.", reasons.join("; among those, "))
        };
        say.that("Captures", "capture.priority", priority);
        let finish = match capture.finish {
            Finish::MustBeFinished => "A capture goes on for as long as the piece can jump.",
            Finish::MayBeStopped => "A capture may be stopped after any jump.",
        };
        say.that("Captures", "capture.finish", finish.into());
        let removal = match capture.removal {
            Removal::AtTheEndOfTheMove => {
                "Captured pieces leave the board when the move is over; until then they block, and none is \
                 jumped twice."
            }
            Removal::AfterEachJump => "Each captured piece leaves the board as soon as it is jumped.",
        };
        say.that("Captures", "capture.removal", removal.into());
        if capture.removal == Removal::AfterEachJump {
            let turn = match capture.turn_back {
                TurnBack::Allowed => "Between two jumps a king may turn straight back.",
                TurnBack::Forbidden => "Between two jumps no piece may turn straight back.",
            };
            say.that("Captures", "capture.turn_back", turn.into());
        }
    }

    fn say_end(&self, say: &mut Say) {
        let goal = match self.goal {
            Goal::NoMovesLoses => "Who cannot move, having no piece left or only blocked ones, loses.",
            Goal::NoMovesWins => "Who cannot move, having no piece left or only blocked ones, wins.",
            Goal::FirstKingWins => "Who first makes a king wins; who cannot move loses.",
        };
        say.that("End", "goal", goal.into());
        let agreement = match self.draws.agreement {
            Agreement::Allowed => "The players may agree on a draw.",
            Agreement::NotAllowed => "The players may not agree on a draw.",
        };
        say.that("End", "draws.agreement", agreement.into());
        for rule in self.draws.rules.iter() {
            say.that("End", "draws.rules", draw(rule));
        }
        let enforcement = match self.conduct.enforcement {
            Enforcement::Strict => "Only legal moves can be played.",
            Enforcement::RedoOnDemand => {
                "A turn that fails to capture, or captures too few, stands unless the opponent demands, \
                 before answering, that it be redone."
            }
            Enforcement::Huffing => {
                "If a player fails to capture, the opponent may take the piece that should have captured \
                 off the board, and then moves."
            }
        };
        say.that("Conduct", "conduct.enforcement", enforcement.into());
        let next = match self.conduct.next_game {
            NextGame::Alternate => "The players take turns to begin.",
            NextGame::WinnerBegins => {
                "The winner begins the next game; after a draw, whoever asks for it does."
            }
            NextGame::ChallengerBegins => "Whoever asks for the next game begins it.",
            NextGame::AsChosen => "Who begins the next game is for the players to choose.",
        };
        say.that("Conduct", "conduct.next_game", next.into());
    }

    fn say_writing(&self, say: &mut Say) {
        let separator = self.notation.capture.character();
        let squares = match self.notation.squares {
            SquareNames::Numeric => "Squares are numbered",
            SquareNames::Algebraic => "Squares are named by letter and row as in chess",
        };
        let text = format!("{squares}; a move is written with -, a capture with {separator} between them.");
        say.that("Notation", "notation", text);
    }
}

impl RuleSet {
    /// How far a short step goes. Where every second square is played on, a straight one skips a square.
    fn step(&self, ways: &[Way]) -> &'static str {
        let skips = self.board.squares_in_play == SquaresInPlay::EverySecond && Ways::of(ways).any_straight();
        if skips { "to the next playing square" } else { "one square" }
    }
}

struct Say(Vec<Sentence>);

impl Say {
    fn that(&mut self, topic: &'static str, field: &'static str, text: String) {
        self.0.push(Sentence { topic, field, text });
    }
}

/// "diagonally forward or backward, straight forward or sideways".
fn ways(ways: &[Way]) -> String {
    let has = |way| ways.contains(&way);
    let mut words = Vec::new();
    match (has(Way::DiagonallyForward), has(Way::DiagonallyBackward)) {
        (true, true) => words.push("diagonally forward or backward"),
        (true, false) => words.push("diagonally forward"),
        (false, true) => words.push("diagonally backward"),
        (false, false) => {}
    }
    match (has(Way::StraightForward), has(Way::StraightBackward)) {
        (true, true) => words.push("straight forward or backward"),
        (true, false) => words.push("straight forward"),
        (false, true) => words.push("straight backward"),
        (false, false) => {}
    }
    if has(Way::Sideways) {
        words.push("sideways");
    }
    match words.as_slice() {
        [] => "in no direction".to_owned(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
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
    let when = match &rule.when {
        DrawWhen::Repetition { times } => {
            format!("when the same position with the same side to move has occurred {times} times")
        }
        DrawWhen::QuietMoves(count) => {
            format!("after {} without {}", moves(count), list(&count.reset_by, reset, "or"))
        }
        DrawWhen::Material { forces, count: None } => {
            format!("as soon as the board holds {}", forces_in_words(forces))
        }
        DrawWhen::Material { forces, count: Some(count) } => {
            format!("after {} with {}", moves(count), forces_in_words(forces))
        }
    };
    let (draw, judged) = match rule.effect {
        Effect::Automatic => ("The game is a draw", ""),
        Effect::OnClaim => ("A player may claim a draw", ""),
        Effect::OnClaimJudged => (
            "A player may claim a draw",
            "; the claim goes with a draw offer, and an administrator judges it if it is declined",
        ),
    };
    format!("{draw} {when}{judged} ({}).", rule.source)
}

fn moves(count: &Count) -> String {
    match count.per {
        Per::EachPlayer => format!("{} moves of each player", count.moves),
        Per::BothTogether => format!("{} moves of both players together", count.moves),
    }
}

fn reset(reset: &Reset) -> &'static str {
    match reset {
        Reset::Capture => "a capture",
        Reset::Crowning => "a new king",
        Reset::ManMove => "a move of a man",
    }
}

fn list<T>(items: &[T], words: impl Fn(&T) -> &'static str, joint: &str) -> String {
    let words: Vec<&str> = items.iter().map(words).collect();
    match words.as_slice() {
        [] => "anything that starts the count anew".to_owned(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} {joint} {last}", most.join(", ")),
    }
}

fn forces_in_words(forces: &Forces) -> String {
    match forces {
        Forces::Against { strong, weak, main_road } => {
            let road = match main_road {
                MainRoad::Whoever => "",
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
