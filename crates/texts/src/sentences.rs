//! A rule set in sentences, made from the data: what is shown is what is played.

use draughts::ruleset::{
    Agreement, Board, Claims, Corner, Crowning, DrawRule, DrawWhen, Duty, Effect, Enforcement, Finish, Goal,
    KingMark, Landing, NextGame, Notation, Priority, Range, Removal, RuleSet, Shade, SquareNotation,
    SquaresInPlay, Start, Targets, TurnBack,
};
use draughts::{DirectionSet, Kind, RelativeDirection};

use crate::draw_proofs::{forces, moves};
use crate::language::Language;
use crate::render::{Render, number, side};
use crate::sources::note;
use crate::texts::Texts;

/// One sentence about a rule set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    /// The topic under which it stands.
    pub topic: Topic,
    /// The field of the rule set that it words.
    pub field: &'static str,
    /// The sentence.
    pub text: String,
}

/// The topics of sentences.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// The board and the starting position.
    Board,
    /// Men.
    Men,
    /// Kings.
    Kings,
    /// Captures.
    Captures,
    /// The end of the game.
    End,
    /// The choices of the players.
    Conduct,
    /// How moves are written.
    Notation,
}

impl Render for Topic {
    fn render(&self, language: Language) -> String {
        Texts::of(language).get(match self {
            Self::Board => "topic-board",
            Self::Men => "topic-men",
            Self::Kings => "topic-kings",
            Self::Captures => "topic-captures",
            Self::End => "topic-end",
            Self::Conduct => "topic-conduct",
            Self::Notation => "topic-notation",
        })
    }
}

/// Returns the sentences of a rule set, in the order in which a game is explained.
pub(crate) fn sentences(set: &RuleSet, language: Language) -> Vec<Sentence> {
    let mut list = List { texts: Texts::of(language), language, sentences: Vec::new() };
    list.add_board(set);
    list.add_men(set);
    list.add_kings(set);
    list.add_captures(set);
    list.add_end(set);
    list.get(Topic::Conduct, "conduct.enforcement", enforcement(set.conduct.enforcement));
    list.get(Topic::Conduct, "conduct.next_game", next_game(set.conduct.next_game));
    list.add(Topic::Notation, "notation", notation(&set.notation, list.texts));
    list.sentences
}

struct List {
    texts: &'static Texts,
    language: Language,
    sentences: Vec<Sentence>,
}

impl List {
    fn add(&mut self, topic: Topic, field: &'static str, text: String) {
        self.sentences.push(Sentence { topic, field, text });
    }

    /// Adds a message without arguments.
    fn get(&mut self, topic: Topic, field: &'static str, message: &str) {
        self.add(topic, field, self.texts.get(message));
    }

    fn add_board(&mut self, set: &RuleSet) {
        self.add(Topic::Board, "board", board(&set.board, self.texts));
        if set.board.leaves_shade_to_players() {
            let other = match set.board.shade.other() {
                Shade::Light => "rule-other-shade-light",
                Shade::Dark => "rule-other-shade-dark",
            };
            self.get(Topic::Board, "board.shade_choice", other);
        }
        if set.board.squares_in_play == SquaresInPlay::EverySecond {
            let corner = match set.board.lower_left_corner {
                Corner::Played => "rule-corner-played",
                Corner::Empty => "rule-corner-empty",
            };
            self.get(Topic::Board, "board.lower_left_corner", corner);
        }
        self.add(Topic::Board, "start", start(set.start, self.texts));
        let first = self.texts.render("rule-first-move", [("side", side(set.start.first_move))]);
        self.add(Topic::Board, "start.first_move", first);
    }

    fn add_men(&mut self, set: &RuleSet) {
        let steps = steps(set, Kind::Man, self.language);
        let moves = self.texts.render("rule-man-moves", [("steps", steps.into())]);
        self.add(Topic::Men, "men.moves", moves);
        let ways = directions(&set.men.captures, self.texts, self.language);
        let captures = match (&*set.men.captures, set.men.takes) {
            ([], _) => self.texts.get("rule-man-never-captures"),
            (_, Targets::MenAndKings) => self.texts.render("rule-man-captures", [("ways", ways.into())]),
            (_, Targets::MenOnly) => self.texts.render("rule-man-captures-men-only", [("ways", ways.into())]),
        };
        self.add(Topic::Men, "men.captures", captures);
        self.get(Topic::Men, "men", "rule-man-becomes-king");
        if !set.men.captures.is_empty() {
            let crowning = match set.men.crowning {
                Crowning::AtTheEndOfTheMove => "rule-crowning-at-the-end",
                Crowning::InPassingAndTheMoveEnds => "rule-crowning-ends-the-move",
                Crowning::InPassingAndItGoesOn => "rule-crowning-goes-on",
            };
            self.get(Topic::Men, "men.crowning", crowning);
        }
    }

    fn add_kings(&mut self, set: &RuleSet) {
        let kings = &set.kings;
        let mark = match set.notation.king_mark {
            KingMark::Crown => "rule-king-mark-crown",
            KingMark::LetterD => "rule-king-mark-letter-d",
            KingMark::TwoRings => "rule-king-mark-two-rings",
        };
        self.get(Topic::Kings, "notation.king_mark", mark);
        let steps = steps(set, Kind::King, self.language);
        let moves = self.texts.render("rule-king-moves", [("steps", steps.into())]);
        self.add(Topic::Kings, "kings.moves", moves);
        let ways = directions(&kings.captures, self.texts, self.language);
        let captures = match (&*kings.captures, kings.range) {
            ([], _) => self.texts.get("rule-king-never-captures"),
            (_, Range::Short) => self.texts.render("rule-king-captures-short", [("ways", ways.into())]),
            (_, Range::Flying) => self.texts.render("rule-king-captures-flying", [("ways", ways.into())]),
        };
        self.add(Topic::Kings, "kings.captures", captures);
        if !kings.captures.is_empty() {
            let landing = match (kings.range, kings.landing) {
                (Range::Short, _) | (Range::Flying, Landing::DirectlyBehind) => {
                    "rule-landing-directly-behind"
                }
                (Range::Flying, Landing::AnySquareBehind) => "rule-landing-any-square",
                (Range::Flying, Landing::DirectlyBehindALastKing) => "rule-landing-last-king",
                (Range::Flying, Landing::DirectlyBehindALastKingOfSeveral) => {
                    "rule-landing-last-king-of-several"
                }
            };
            self.get(Topic::Kings, "kings.landing", landing);
        }
        if let Some(limit) = kings.repeat_limit {
            let limit = self.texts.render("rule-repeat-limit", [("limit", number(limit))]);
            self.add(Topic::Kings, "kings.repeat_limit", limit);
        }
    }

    fn add_captures(&mut self, set: &RuleSet) {
        let capture = &set.capture;
        let duty = match capture.duty {
            Duty::MustCapture => "rule-must-capture",
            Duty::MayCapture => "rule-may-capture",
        };
        self.get(Topic::Captures, "capture.duty", duty);
        self.add(Topic::Captures, "capture.priority", priorities(&capture.priority, self.texts));
        let finish = match capture.finish {
            Finish::MustBeFinished => "rule-must-be-finished",
            Finish::MayBeStopped => "rule-may-be-stopped",
        };
        self.get(Topic::Captures, "capture.finish", finish);
        let removal = match capture.removal {
            Removal::AtTheEndOfTheMove => "rule-removal-at-the-end",
            Removal::AfterEachJump => "rule-removal-after-each-jump",
        };
        self.get(Topic::Captures, "capture.removal", removal);
        if capture.removal == Removal::AfterEachJump {
            let turn_back = match capture.turn_back {
                TurnBack::Allowed => "rule-turn-back-allowed",
                TurnBack::Forbidden => "rule-turn-back-forbidden",
            };
            self.get(Topic::Captures, "capture.turn_back", turn_back);
        }
    }

    fn add_end(&mut self, set: &RuleSet) {
        let goal = match set.goal {
            Goal::NoMovesLoses => "rule-no-moves-loses",
            Goal::NoMovesWins => "rule-no-moves-wins",
            Goal::FirstKingWins => "rule-first-king-wins",
        };
        self.get(Topic::End, "goal", goal);
        let agreement = match set.draws.agreement {
            Agreement::Allowed => "rule-agreement-allowed",
            Agreement::NotAllowed => "rule-agreement-not-allowed",
        };
        self.get(Topic::End, "draws.agreement", agreement);
        for rule in set.draws.rules.iter() {
            self.add(Topic::End, "draws.rules", draw(rule, self.texts, self.language));
        }
        if set.draws.rules.iter().any(|rule| rule.effect == Effect::OnClaim) {
            let claims = match set.draws.claims {
                Claims::Immediate => "rule-claims-immediate",
                Claims::OfferFirst => "rule-claims-offer-first",
            };
            self.get(Topic::End, "draws.claims", claims);
        }
    }
}

fn enforcement(enforcement: Enforcement) -> &'static str {
    match enforcement {
        Enforcement::Strict => "rule-enforcement-strict",
        Enforcement::RedoOnDemand => "rule-enforcement-redo",
        Enforcement::Huffing => "rule-enforcement-huffing",
    }
}

fn next_game(next: NextGame) -> &'static str {
    match next {
        NextGame::Alternate => "rule-next-game-alternate",
        NextGame::WinnerBegins => "rule-next-game-winner",
        NextGame::ChallengerBegins => "rule-next-game-challenger",
        NextGame::AsChosen => "rule-next-game-as-chosen",
    }
}

fn board(board: &Board, texts: &Texts) -> String {
    let message = match (board.squares_in_play, board.shade) {
        (SquaresInPlay::All, _) => "rule-board-all-squares",
        (SquaresInPlay::EverySecond, Shade::Dark) => "rule-board-dark-squares",
        (SquaresInPlay::EverySecond, Shade::Light) => "rule-board-light-squares",
    };
    texts.render(message, [("columns", number(board.width)), ("rows", number(board.height))])
}

fn start(start: Start, texts: &Texts) -> String {
    let rows = ("rows", number(start.rows_of_men));
    match start.empty_rows_behind {
        0 => texts.render("rule-start", [rows]),
        behind => texts.render("rule-start-behind", [rows, ("behind", number(behind))]),
    }
}

fn notation(notation: &Notation, texts: &Texts) -> String {
    let message = match notation.squares {
        SquareNotation::Numeric => "rule-notation-numeric",
        SquareNotation::Algebraic => "rule-notation-algebraic",
    };
    texts.render(message, [("sign", notation.capture.character().to_string().into())])
}

/// Returns how a piece moves: "one square diagonally forward".
pub(crate) fn steps(set: &RuleSet, kind: Kind, language: Language) -> String {
    let texts = Texts::of(language);
    let ways = match kind {
        Kind::Man => &set.men.moves,
        Kind::King => &set.kings.moves,
    };
    // Where every second square is played on, a straight step skips one.
    let skips =
        set.board.squares_in_play == SquaresInPlay::EverySecond && DirectionSet::of(ways).has_straight();
    let message = match (kind, set.kings.range) {
        (Kind::King, Range::Flying) => "steps-any",
        _ if skips => "steps-next-playing-square",
        _ => "steps-one",
    };
    texts.render(message, [("ways", directions(ways, texts, language).into())])
}

/// Returns directions: "diagonally forward or backward, straight forward or sideways".
fn directions(ways: &[RelativeDirection], texts: &Texts, language: Language) -> String {
    let has = |way| ways.contains(&way);
    let diagonal =
        match (has(RelativeDirection::DiagonallyForward), has(RelativeDirection::DiagonallyBackward)) {
            (true, true) => Some("ways-diagonal"),
            (true, false) => Some("ways-diagonal-forward"),
            (false, true) => Some("ways-diagonal-backward"),
            (false, false) => None,
        };
    let straight = match (has(RelativeDirection::StraightForward), has(RelativeDirection::StraightBackward)) {
        (true, true) => Some("ways-straight"),
        (true, false) => Some("ways-straight-forward"),
        (false, true) => Some("ways-straight-backward"),
        (false, false) => None,
    };
    let sideways = has(RelativeDirection::Sideways).then_some("ways-sideways");
    let words: Vec<String> =
        [diagonal, straight, sideways].into_iter().flatten().map(|message| texts.get(message)).collect();
    if words.is_empty() { texts.get("ways-none") } else { language.either(&words) }
}

fn priorities(priorities: &[Priority], texts: &Texts) -> String {
    let message = |priority: &Priority| match priority {
        Priority::MostPieces => "priority-most-pieces",
        Priority::GreatestValue => "priority-greatest-value",
        Priority::WithAKing => "priority-with-a-king",
        Priority::MostKings => "priority-most-kings",
        Priority::KingsEarliest => "priority-kings-earliest",
    };
    let mut reasons = priorities.iter().map(|priority| texts.get(message(priority)));
    let Some(first) = reasons.next() else { return texts.get("rule-priority-free") };
    let chain = reasons.fold(first, |before, next| {
        texts.render("priority-then", [("before", before.into()), ("next", next.into())])
    });
    texts.render("rule-priority", [("priority", chain.into())])
}

fn draw(rule: &DrawRule, texts: &Texts, language: Language) -> String {
    let note = ("note", note(&rule.source, language).into());
    let effect = match rule.effect {
        Effect::Automatic => "automatic",
        Effect::OnClaim => "claim",
    };
    let effect = ("effect", effect.into());
    match &rule.when {
        DrawWhen::Repetition { times } => {
            texts.render("rule-draw-repetition", [effect, ("times", number(*times)), note])
        }
        DrawWhen::QuietMoves(count) | DrawWhen::Material { count: Some(count), .. } => {
            let moves = moves(&rule.when, count, "dative", language);
            texts.render("rule-draw-moves", [effect, ("moves", moves.into()), note])
        }
        DrawWhen::Material { forces: material, count: None } => {
            let forces = forces(material, language);
            texts.render("rule-draw-material", [effect, ("forces", forces.into()), note])
        }
    }
}
