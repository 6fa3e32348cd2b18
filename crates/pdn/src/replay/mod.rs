//! Playing a recorded game through, by rules that are given or guessed.

mod replaying;

use draughts::notation::Fen;
use draughts::ruleset::SquareNotation;
use draughts::{Move, Position, Rules};

use crate::failure::{Failure, FailureReason};
use crate::leniency::{Leniency, LeniencyKind};
use crate::reading::{Reading, likely, readings_of, unknown_rules};
use crate::record::Record;
pub(crate) use replaying::play_line;
use replaying::{Replaying, Telling};

/// With fewer moves, other square names may make a legal game by accident.
const LEAST_MOVES_OF_ANOTHER_VIEW: usize = 8;

/// A recorded game played through.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Replay {
    /// The rules and the square names by which it was read.
    pub reading: Reading,
    /// The FEN, where the game does not begin at the start.
    pub fen: Option<Fen>,
    /// The position where it begins.
    pub start: Position,
    /// The moves that are legal, up to the end or to the failure.
    pub moves: Vec<Played>,
    /// The position after them.
    pub end: Position,
    /// Why it cannot be played to its end.
    pub failure: Option<Failure>,
    /// What was forgiven.
    pub leniencies: Vec<Leniency>,
}

/// A move of a recorded game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Played {
    /// The move.
    pub played: Move,
    /// Its place among the moves of the record; of one written hop by hop, the first hop's.
    pub node: usize,
}

/// Plays a recorded game through. Rules that are not given are taken from its tags, or guessed: the likeliest by which the
/// whole game is legal.
#[must_use]
pub fn replay(record: &Record, given: Option<&Rules>) -> Replay {
    Replayer::new(given.cloned()).replay(record)
}

/// Plays games through one after the other. For a game without a tag, it tries first the rules of the last one.
#[derive(Default)]
pub struct Replayer {
    given: Option<Rules>,
    /// The readings of rule sets, made once.
    known: Vec<(Vec<&'static str>, Vec<Reading>)>,
    last: Option<Reading>,
}

impl Replayer {
    /// Creates a replayer with these rules, or with those of each game.
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
            replay.leniencies.push(Leniency { place: record.place, kind: LeniencyKind::UnknownRules(name) });
        }
        if replay.failure.is_none() && !replay.moves.is_empty() {
            self.last = Some(replay.reading.clone());
        }
        replay
    }

    /// Returns the ways to read this game, likeliest first.
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
        let called = if lettered { SquareNotation::Algebraic } else { SquareNotation::Numeric };
        readings
            .filter(|reading| other_views || !reading.is_other_view)
            // Reasons call the squares as the file does.
            .map(|reading| Reading { naming: reading.naming.with(called), ..reading.clone() })
            .collect()
    }
}

/// Returns whether the squares are named by letters.
fn is_lettered(record: &Record) -> bool {
    record.line.moves.iter().any(|node| node.text.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Returns the replay of a game without rules: it has no moves, or none that any board has.
fn without_rules(record: &Record) -> Replay {
    let rules = Rules::from(draughts::variant::INTERNATIONAL);
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
        leniencies: Vec::new(),
    }
}
