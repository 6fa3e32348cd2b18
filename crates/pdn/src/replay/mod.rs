//! Replays records by rules that are given, tagged or guessed.

mod run;

use draughts::notation::Fen;
use draughts::ruleset::SquareNotation;
use draughts::{Move, Position, Rules};

use crate::failure::{Failure, FailureReason};
use crate::leniency::{Leniency, LeniencyKind};
use crate::reading::{Reading, likely_rule_sets, readings_of, unknown_rules};
use crate::record::Record;
pub(crate) use run::replay_line;
use run::{Detail, ReplayRun, Spend};

/// The minimum number of moves for which alternative square names are tried. Shorter games can be legal by coincidence.
const MIN_MOVES_FOR_ALTERNATIVE_NAMES: usize = 8;

/// The result of replaying a record.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Replay {
    /// The rules and square names of the replay.
    pub reading: Reading,
    /// The FEN of the start position; `None` for the initial position.
    pub fen: Option<Fen>,
    /// The start position.
    pub start: Position,
    /// The legal moves up to the end or the failure.
    pub moves: Vec<ReplayedMove>,
    /// The position after the moves.
    pub end: Position,
    /// The failure, if the game is not legal to its end.
    pub failure: Option<Failure>,
    /// The leniencies of the moves.
    pub leniencies: Vec<Leniency>,
}

/// A move of a replay.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReplayedMove {
    /// The move.
    pub played: Move,
    /// The index of the move in the main line of the record; of the first jump for a capture written jump by jump.
    pub node: usize,
}

/// Replays a record. Without given rules, uses those of its tags, or guesses: the likeliest rule set by which the whole
/// game is legal.
#[must_use]
pub fn replay(record: &Record, given: Option<&Rules>) -> Replay {
    Replayer::new(given.cloned()).replay(record)
}

/// Replays records one after the other. For a record without a tag, it tries the rules of the previous game first.
#[derive(Default)]
pub struct Replayer {
    given: Option<Rules>,
    /// The readings by list of rule set ids.
    cache: Vec<(Vec<&'static str>, Vec<Reading>)>,
    /// The reading of the last game that was replayed to its end.
    last: Option<Reading>,
}

impl Replayer {
    /// Creates a replayer with given rules, or that finds the rules of each record.
    #[must_use]
    pub fn new(given: Option<Rules>) -> Self {
        let cache = given.iter().map(|rules| (Vec::new(), Reading::all(rules))).collect();
        Self { given, cache, last: None }
    }

    /// Replays a record.
    #[must_use]
    pub fn replay(&mut self, record: &Record) -> Replay {
        self.replay_metered(record, None)
    }

    /// Replays a record until `spend` returns false; the result is then that of a shorter record. `spend` is called for
    /// each position before a move of it is found, with the work of generating the captures, in the steps of
    /// [`CaptureWork`](draughts::CaptureWork).
    #[must_use]
    pub fn replay_within(&mut self, record: &Record, spend: &dyn Fn(u32) -> bool) -> Replay {
        self.replay_metered(record, Some(spend))
    }

    fn replay_metered(&mut self, record: &Record, spend: Option<&Spend<'_>>) -> Replay {
        let has_letters = has_letters(record);
        let mut best: Option<Replay> = None;
        // Reasons take time: they are determined only for the likeliest reading and for the result.
        let mut is_full = false;
        for (i, reading) in self.readings(record, has_letters).into_iter().enumerate() {
            let is_alternative = reading.has_alternative_names;
            let detail = if i == 0 { Detail::Full } else { Detail::LegalityOnly };
            let replay = ReplayRun::new(record, reading, detail, spend).run();
            let is_complete = replay.failure.is_none();
            // Alternative names count only if the whole game is legal, except letters, for which all are equally
            // likely.
            let is_longer =
                |best: &Replay| (!is_alternative || has_letters) && replay.moves.len() > best.moves.len();
            if is_complete || best.as_ref().is_none_or(is_longer) {
                best = Some(replay);
                is_full = detail == Detail::Full;
            }
            let is_stopped = spend.is_some_and(|spend| !spend(0));
            if is_complete || is_stopped {
                break;
            }
        }
        let mut replay = match best {
            Some(best) if is_full => best,
            Some(best) => ReplayRun::new(record, best.reading, Detail::Full, spend).run(),
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

    /// Returns the possible readings of a record, the likeliest first.
    fn readings(&mut self, record: &Record, has_letters: bool) -> Vec<Reading> {
        let ids = if self.given.is_some() { Vec::new() } else { likely_rule_sets(record) };
        let cached = self.cache.iter().position(|(cached, _)| *cached == ids);
        let cached = cached.unwrap_or_else(|| {
            self.cache.push((ids.clone(), readings_of(&ids)));
            self.cache.len() - 1
        });
        let all = &self.cache[cached].1;
        // With few moves or a setup, alternative names can fit by coincidence.
        let moves = record.line.moves.len();
        let has_enough_moves = moves >= MIN_MOVES_FOR_ALTERNATIVE_NAMES || has_letters && moves > 0;
        let tries_alternatives = has_enough_moves && record.tag("FEN").is_none();
        // Games of a file usually have the same rules.
        let is_guess = ids.len() > 1;
        let fits = |last: &&Reading| is_guess && all.iter().any(|reading| reading.rules == last.rules);
        let readings = self.last.iter().filter(fits).chain(all);
        let notation = if has_letters { SquareNotation::Algebraic } else { SquareNotation::Numeric };
        readings
            .filter(|reading| tries_alternatives || !reading.has_alternative_names)
            // Reasons name the squares as the file does.
            .map(|reading| Reading { square_names: reading.square_names.with(notation), ..reading.clone() })
            .collect()
    }
}

/// Returns whether the squares are named with letters.
fn has_letters(record: &Record) -> bool {
    record.line.moves.iter().any(|node| node.text.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Returns the replay of a record without a possible reading.
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
        reading: Reading::standard(&rules),
        fen: None,
        end: start.clone(),
        start,
        moves: Vec::new(),
        failure,
        leniencies: Vec::new(),
    }
}
