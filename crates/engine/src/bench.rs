//! The signature of the engine: the nodes of fixed searches. It changes when the search changes, and only then.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use draughts::{Game, Rules};

use crate::engine::{Engine, Options};
use crate::limits::Limits;

/// A position of the benchmark.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BenchPosition {
    /// The id of the rule set.
    pub rules: &'static str,
    /// The FEN; `None`: the start.
    pub fen: Option<&'static str>,
    /// The depth, in plies.
    pub depth: u32,
}

impl BenchPosition {
    /// Returns the game; always `Some`, as a test tries all positions.
    fn game(&self) -> Option<Game> {
        let rules = Rules::named(self.rules).ok()?;
        match self.fen {
            None => Some(Game::new(&rules)),
            Some(fen) => Game::from_fen(&rules, fen).ok(),
        }
    }
}

/// The result of the benchmark in one position.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Bench {
    /// The position.
    pub position: BenchPosition,
    /// The nodes searched.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

const fn start(rules: &'static str, depth: u32) -> BenchPosition {
    BenchPosition { rules, fen: None, depth }
}

const fn middle(rules: &'static str, fen: &'static str, depth: u32) -> BenchPosition {
    BenchPosition { rules, fen: Some(fen), depth }
}

const MIDDLE_GAME: &str =
    "W:W26,27,28,32,33,35,36,37,38,39,42,43,45,48:B6,8,9,12,13,14,16,17,18,19,20,23,24,25";

const POSITIONS: [BenchPosition; 16] = [
    start("international", 15),
    middle("international", MIDDLE_GAME, 15),
    middle("international", "W:W27,28,32,37,38,33,34:B12,13,18,19,24,16,9", 17),
    middle("international", "B:W22,31,45,K47:B6,14,25,K3", 13),
    start("english", 17),
    middle("english", "W:W18,21,23,25,27,30:B5,7,11,12,14,16", 19),
    start("russian", 13),
    middle("russian", "W:Wc3,e3,g3,d2,f2,h2,b4:Bb6,d6,f6,h6,c7,e7,g5", 15),
    start("brazilian", 13),
    start("italian", 15),
    start("turkish", 9),
    start("frisian", 9),
    start("checkers-revenge", 13),
    start("dame-8x8", 13),
    start("antidraughts", 13),
    start("canadian", 9),
];

/// Searches every position of the benchmark and returns the sum of nodes. Calls `on_result` for each. Uses one thread and a
/// fresh table for each, so that the nodes are always the same.
pub fn bench(mut on_result: impl FnMut(&Bench)) -> u64 {
    let stop = AtomicBool::new(false);
    let mut total = 0;
    for position in POSITIONS {
        let Some(game) = position.game() else { continue };
        let Ok(engine) = Engine::new(Options { mebibytes: 16, ..Options::default() }) else { continue };
        let report = engine.search(&game, Limits::depth(position.depth), &stop, |_| {});
        total += report.nodes;
        on_result(&Bench { position, nodes: report.nodes, time: report.time });
    }
    total
}

/// The time to a depth with one thread and with several.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Speedup {
    /// The position.
    pub position: BenchPosition,
    /// How long one thread took.
    pub alone: Duration,
    /// How long all took together.
    pub together: Duration,
}

impl Speedup {
    /// Returns how many times faster several threads were.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        self.alone.as_secs_f64() / self.together.as_secs_f64().max(1e-9)
    }
}

/// Ten positions that keep one thread busy for some seconds.
const LONG: [BenchPosition; 10] = [
    start("international", 22),
    middle("international", MIDDLE_GAME, 22),
    middle("international", "B:W22,31,45,K47:B6,14,25,K3", 21),
    start("english", 22),
    start("russian", 23),
    start("brazilian", 22),
    start("spanish", 21),
    start("pool", 22),
    start("czech", 21),
    start("canadian", 19),
];

/// Searches ten positions with one thread and with several, and returns the median speed-up. Calls `on_result` for each.
pub fn speedup(threads: usize, mut on_result: impl FnMut(&Speedup)) -> f64 {
    let time = |position: &BenchPosition, threads| {
        let game = position.game()?;
        let engine = Engine::new(Options { mebibytes: 64, threads }).ok()?;
        let limits = Limits::depth(position.depth);
        Some(engine.search(&game, limits, &AtomicBool::new(false), |_| {}).time)
    };
    let mut ratios = Vec::new();
    for position in &LONG {
        // Several threads are never twice the same: the middle one of three tries counts.
        let mut tries: Vec<Duration> = (0..3).filter_map(|_| time(position, threads)).collect();
        tries.sort();
        if let (Some(alone), Some(&together)) = (time(position, 1), tries.get(1)) {
            let speedup = Speedup { position: *position, alone, together };
            on_result(&speedup);
            ratios.push(speedup.ratio());
        }
    }
    ratios.sort_by(f64::total_cmp);
    match ratios.as_slice() {
        [] => 0.0,
        all => (all[(all.len() - 1) / 2] + all[all.len() / 2]) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_of_the_benchmark_can_be_played() {
        for position in POSITIONS.into_iter().chain(LONG) {
            let game = position.game().expect("a position of a rule set");
            assert!(!game.legal_moves().is_empty(), "{position:?}");
        }
    }
}
