//! Playing a recorded game through, by rules that are given or guessed.

use std::fmt;

use draughts::notation::{Fen, ParseMoveError};
use draughts::ruleset::SquareNames;
use draughts::{FenError, Language, Move, Position, Rules, SetupError, SetupFault, WhyNot};

use crate::conduct;
use crate::meaning::Meaning;
use crate::oddity::{Forgiven, Oddity, Place};
use crate::reading::{Reading, likely, readings_of, unknown_rules};
use crate::record::{Line, Node, Record};

/// How many moves are played again, in all, when a move that may mean several turns out to mean another.
const MOST_PLAYED_AGAIN: usize = 20_000;
/// With fewer moves it may be chance that squares seen otherwise make a legal game.
const LEAST_MOVES_OF_ANOTHER_VIEW: usize = 8;

/// A recorded game played through.
#[derive(Clone, Debug)]
pub struct Replay {
    /// How it was read.
    pub reading: Reading,
    /// What the FEN says, where the game does not begin at the start.
    pub fen: Option<Fen>,
    /// The position where it begins.
    pub start: Position,
    /// The moves that are legal, up to the end or to the failure.
    pub moves: Vec<Played>,
    /// The position after them.
    pub end: Position,
    /// Why it could not be played to its end.
    pub failure: Option<Failure>,
    /// What was forgiven.
    pub forgiven: Vec<Forgiven>,
}

/// A move of a recorded game.
#[derive(Clone, Debug)]
pub struct Played {
    /// The move.
    pub played: Move,
    /// Its place among the moves of the record; of one written hop by hop, the first hop's.
    pub node: usize,
}

/// Why a recorded game could not be played to its end.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Where in the file.
    pub place: Place,
    /// The number of the move among the moves of the record, from 0.
    pub node: usize,
    /// What is written there.
    pub text: String,
    /// What is wrong with it.
    pub reason: FailureReason,
}

/// What is wrong with a recorded game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum FailureReason {
    /// Its set-up is no position.
    SetUp(FenError),
    /// A move cannot be read.
    Unreadable(ParseMoveError),
    /// A move is not legal.
    NotLegal(WhyNot),
    /// Nothing tells by which rules the game is played.
    NoRules,
}

impl FailureReason {
    /// The reason in words, with the rule it breaks.
    #[must_use]
    pub fn tell(&self, reading: &Reading, language: Language) -> String {
        match self {
            Self::SetUp(error) => error.to_string(),
            Self::Unreadable(error) => error.to_string(),
            Self::NotLegal(why) => why.in_full_by(&reading.rules, &reading.naming, language),
            Self::NoRules => "nothing tells by which rules the game is played; name them".to_owned(),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let excerpt: String = self.text.chars().take(60).collect();
        write!(f, "{}: {excerpt:?}", self.place)
    }
}

/// Plays a recorded game through. Rules that are not given are found in its tags, or else guessed: the likeliest
/// by which the whole game is legal.
#[must_use]
pub fn replay(record: &Record, given: Option<&Rules>) -> Replay {
    Replayer::new(given.cloned()).replay(record)
}

/// Plays games through one after the other; of games without a tag, it tries first what fitted the last one.
#[derive(Default)]
pub struct Replayer {
    given: Option<Rules>,
    /// The readings of rule sets, laid out once.
    known: Vec<(Vec<&'static str>, Vec<Reading>)>,
    last: Option<Reading>,
}

impl Replayer {
    /// By these rules, or by those that are found.
    #[must_use]
    pub fn new(given: Option<Rules>) -> Self {
        let known = given.iter().map(|rules| (Vec::new(), Reading::of(rules))).collect();
        Self { given, known, last: None }
    }

    /// Plays a recorded game through.
    #[must_use]
    pub fn replay(&mut self, record: &Record) -> Replay {
        let lettered = is_lettered(record);
        let mut best: Option<Replay> = None;
        // Reasons take time; they are looked for in the likeliest reading, and in the one that is kept.
        let mut told = false;
        for (i, reading) in self.readings(record, lettered).into_iter().enumerate() {
            let other_view = reading.is_other_view;
            let telling = if i == 0 { Telling::Everything } else { Telling::Nothing };
            let replay = Replaying::new(record, reading, telling).run();
            let complete = replay.failure.is_none();
            // Another view counts only if the whole game is legal by it; of letters, each view is as good.
            let further = |best: &Replay| (!other_view || lettered) && replay.moves.len() > best.moves.len();
            if complete || best.as_ref().is_none_or(further) {
                best = Some(replay);
                told = telling == Telling::Everything;
            }
            if complete {
                break;
            }
        }
        let mut replay = match best {
            Some(best) if told => best,
            Some(best) => Replaying::new(record, best.reading, Telling::Everything).run(),
            None => without_rules(record),
        };
        if let Some(name) = unknown_rules(record).filter(|_| self.given.is_none()) {
            replay.forgiven.push(Forgiven { place: record.place, oddity: Oddity::UnknownRules(name) });
        }
        if replay.failure.is_none() && !replay.moves.is_empty() {
            self.last = Some(replay.reading.clone());
        }
        replay
    }

    /// The ways to read this game, the likeliest first.
    fn readings(&mut self, record: &Record, lettered: bool) -> Vec<Reading> {
        let likely = if self.given.is_some() { Vec::new() } else { likely(record) };
        let place = self.known.iter().position(|(known, _)| *known == likely);
        let place = place.unwrap_or_else(|| {
            self.known.push((likely.clone(), readings_of(&likely)));
            self.known.len() - 1
        });
        let all = &self.known[place].1;
        // With few moves or few pieces nothing would show that another view is the right one.
        let moves = record.line.moves.len();
        let many = moves >= LEAST_MOVES_OF_ANOTHER_VIEW || lettered && moves > 0;
        let other_views = many && record.tag("FEN").is_none();
        // What the last game was like this one may be like, unless it cannot be.
        let guessed = likely.len() > 1;
        let fits = |last: &&Reading| guessed && all.iter().any(|reading| reading.rules == last.rules);
        let readings = self.last.iter().filter(fits).chain(all);
        let called = if lettered { SquareNames::Algebraic } else { SquareNames::Numeric };
        readings
            .filter(|reading| other_views || !reading.is_other_view)
            // Reasons call the squares as the file does.
            .map(|reading| Reading { naming: reading.naming.with(called), ..reading.clone() })
            .collect()
    }
}

/// Are the squares called by letters?
fn is_lettered(record: &Record) -> bool {
    record.line.moves.iter().any(|node| node.text.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// A game of which nothing is known: it has no moves, or none that any board has.
fn without_rules(record: &Record) -> Replay {
    let rules = Rules::from(&draughts::variant::INTERNATIONAL);
    let start = Position::initial(&rules);
    let failure = record.line.moves.first().map(|node| Failure {
        place: node.place,
        node: 0,
        text: node.text.clone(),
        reason: FailureReason::NoRules,
    });
    Replay {
        reading: Reading::usual(&rules),
        fen: None,
        end: start.clone(),
        start,
        moves: Vec::new(),
        failure,
        forgiven: Vec::new(),
    }
}

/// How much is told of a game beside its moves.
#[derive(Clone, Copy, PartialEq)]
enum Telling {
    /// Whether it is legal, and no more.
    Nothing,
    /// Why it fails, and what was forgiven.
    Everything,
}

/// A game being played through.
struct Replaying<'r> {
    record: &'r Record,
    reading: Reading,
    telling: Telling,
    forgiven: Vec<Forgiven>,
}

/// A move that may mean several, to which one can go back.
struct Fork {
    /// How many moves were played before it.
    played: usize,
    /// Where it stands in the record, and how many moves of the record it takes.
    node: usize,
    nodes: usize,
    position: Position,
    /// What else it may mean.
    others: Vec<Move>,
}

impl<'r> Replaying<'r> {
    fn new(record: &'r Record, reading: Reading, telling: Telling) -> Self {
        Self { record, reading, telling, forgiven: Vec::new() }
    }

    fn run(mut self) -> Replay {
        let (fen, start) = match self.start() {
            Ok(start) => start,
            Err(error) => return self.fail_at_the_start(error),
        };
        if self.reading.is_other_view {
            self.forgiven.push(Forgiven { place: self.record.place, oddity: Oddity::OtherView });
        }
        let (moves, end, failure) = self.play(&self.record.line.moves, start.clone());
        if self.telling == Telling::Everything {
            self.tell_oddities(&start, &moves);
            self.check_variations(&self.record.line, &start);
        }
        self.forgiven.sort_by_key(|forgiven| forgiven.place);
        Replay { reading: self.reading, fen, start, moves, end, failure, forgiven: self.forgiven }
    }

    /// A man on the row where it becomes a king has become one; says whether nothing else is wrong.
    fn crown(&mut self, fen: &mut Fen, error: &SetupError) -> bool {
        for &fault in &error.faults {
            let SetupFault::ManOnCrownRow(side, square) = fault else { return false };
            fen.setup.men[side].remove(square);
            fen.setup.kings[side].insert(square);
            let oddity = Oddity::ManOnCrownRow(self.reading.naming.name(square));
            self.forgiven.push(Forgiven { place: self.record.place, oddity });
        }
        true
    }

    fn start(&mut self) -> Result<(Option<Fen>, Position), FenError> {
        let rules = self.reading.rules.clone();
        let Some(text) = self.record.tag("FEN").filter(|fen| !fen.trim().is_empty()) else {
            return Ok((None, Position::initial(&rules)));
        };
        let mut fen = Fen::parse(&self.with_side(text), &self.reading.naming).map_err(FenError::Parse)?;
        let position = match Position::of_fen(&rules, &fen) {
            Err(FenError::Setup { error, .. }) if self.crown(&mut fen, &error) => {
                Position::of_fen(&rules, &fen)
            }
            other => other,
        }?;
        Ok((Some(fen), position))
    }

    /// A question mark stands for a side to move that is not known: the side is taken that begins.
    fn with_side(&mut self, fen: &str) -> String {
        match fen.trim_start().strip_prefix("?:") {
            None => fen.to_owned(),
            Some(lists) => {
                self.forgiven.push(Forgiven { place: self.record.place, oddity: Oddity::UnknownSide });
                format!("{}:{lists}", self.reading.rules.rule_set().start.first_move.letter())
            }
        }
    }

    fn fail_at_the_start(self, error: FenError) -> Replay {
        let start = Position::initial(&self.reading.rules);
        let failure = Failure {
            place: self.record.place,
            node: 0,
            text: self.record.tag("FEN").unwrap_or("").chars().take(200).collect(),
            reason: FailureReason::SetUp(error),
        };
        Replay {
            reading: self.reading,
            fen: None,
            end: start.clone(),
            start,
            moves: Vec::new(),
            failure: Some(failure),
            forgiven: Vec::new(),
        }
    }

    /// Plays moves one after the other. Where one may mean several captures, each is tried until the rest is legal.
    fn play(&self, nodes: &[Node], start: Position) -> (Vec<Played>, Position, Option<Failure>) {
        let mut position = start;
        let mut moves: Vec<Played> = Vec::new();
        let mut forks: Vec<Fork> = Vec::new();
        // Of several failures the one that comes latest is the true one.
        let mut furthest: Option<(Vec<Played>, Position, Failure)> = None;
        let (mut at, mut played_again) = (0, 0);
        while at < nodes.len() {
            let (node, nodes_taken, played) = match self.meaning(&nodes[at..], &position) {
                Ok(Meaning { moves: mut meant, nodes, .. }) => {
                    let first = meant.remove(0);
                    if !meant.is_empty() {
                        let (played, position) = (moves.len(), position.clone());
                        forks.push(Fork { played, node: at, nodes, position, others: meant });
                    }
                    (at, nodes, first)
                }
                Err(reason) => {
                    if furthest.as_ref().is_none_or(|(_, _, known)| at > known.node) {
                        let (place, text) = (nodes[at].place, nodes[at].text.clone());
                        let failure = Failure { place, node: at, text, reason };
                        furthest = Some((moves.clone(), position.clone(), failure));
                    }
                    let Some(fork) = forks.last_mut().filter(|_| played_again < MOST_PLAYED_AGAIN) else {
                        break;
                    };
                    let other = fork.others.remove(0);
                    moves.truncate(fork.played);
                    position = fork.position.clone();
                    let again = (fork.node, fork.nodes, other);
                    if fork.others.is_empty() {
                        forks.pop();
                    }
                    again
                }
            };
            let taken = &nodes[node..node + nodes_taken];
            position = conduct::after(&position, &played, taken, &self.reading.naming);
            moves.push(Played { played, node });
            at = node + nodes_taken;
            played_again += usize::from(furthest.is_some());
        }
        match furthest {
            Some((moves, position, failure)) if at < nodes.len() => (moves, position, Some(failure)),
            _ => (moves, position, None),
        }
    }

    /// What the first of these written moves may mean, or why it means nothing.
    fn meaning(&self, nodes: &[Node], position: &Position) -> Result<Meaning, FailureReason> {
        let naming = &self.reading.naming;
        match self.telling {
            Telling::Nothing => Meaning::find(nodes, position, naming).ok_or(FailureReason::NoRules),
            Telling::Everything => Meaning::of(nodes, position, naming),
        }
    }

    /// Says what was odd about the moves that were played in the end.
    fn tell_oddities(&mut self, start: &Position, moves: &[Played]) {
        let nodes = &self.record.line.moves;
        let mut position = start.clone();
        for played in moves {
            let node = &nodes[played.node];
            if let Ok(meaning) = self.meaning(&nodes[played.node..], &position) {
                let place = node.place;
                self.forgiven.extend(meaning.oddities.into_iter().map(|oddity| Forgiven { place, oddity }));
            }
            position = self.after(&position, played, nodes);
        }
    }

    /// The position after a move of a list.
    fn after(&self, position: &Position, played: &Played, nodes: &[Node]) -> Position {
        conduct::after(position, &played.played, &nodes[played.node..=played.node], &self.reading.naming)
    }

    /// Variations are forgiven what they contain, but it is told.
    fn check_variations(&mut self, line: &Line, start: &Position) {
        let mut found = Vec::new();
        self.variations(line, start, &mut found);
        self.forgiven.extend(found);
    }

    fn variations(&self, line: &Line, start: &Position, found: &mut Vec<Forgiven>) {
        if line.moves.iter().all(|node| node.variations.is_empty()) {
            return;
        }
        let (moves, _, _) = self.play(&line.moves, start.clone());
        let mut position = start.clone();
        for played in &moves {
            for variation in &line.moves[played.node].variations {
                if let (_, _, Some(failure)) = self.play(&variation.moves, position.clone()) {
                    let oddity = Oddity::OddVariation(failure.text);
                    found.push(Forgiven { place: failure.place, oddity });
                }
                self.variations(variation, &position, found);
            }
            position = self.after(&position, played, &line.moves);
        }
    }
}

/// Plays a line through from a position: its moves, and why it could not be played to its end.
pub(crate) fn play_line(
    reading: &Reading,
    line: &Line,
    position: &Position,
) -> (Vec<Played>, Option<Failure>) {
    let record = Record::default();
    let (moves, _, failure) =
        Replaying::new(&record, reading.clone(), Telling::Nothing).play(&line.moves, position.clone());
    (moves, failure)
}
