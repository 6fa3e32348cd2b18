//! The benchmark. Its signature, the number of nodes of fixed searches, changes only if the search changes.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use draughts::{Game, Rules};

use crate::engine::{Engine, Options};
use crate::limits::Limits;
use crate::network::NetworkChoice;
use crate::transposition_table::TableTooLarge;

/// A position of the benchmark.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BenchPosition {
    /// The id of the rule set.
    pub rules: &'static str,
    /// The position as FEN; `None` for the initial position.
    pub fen: Option<&'static str>,
    /// The depth, in plies.
    pub depth: u32,
}

impl BenchPosition {
    /// Returns the position as a game.
    ///
    /// # Panics
    /// Never: a test reads all positions.
    fn game(&self) -> Game {
        let rules = Rules::named(self.rules).unwrap_or_else(|error| panic!("{}: {error}", self.rules));
        let read = |fen| Game::from_fen(&rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        self.fen.map_or_else(|| Game::new(&rules), read)
    }
}

/// The result of the benchmark for one position.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BenchResult {
    /// The position.
    pub position: BenchPosition,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The duration of the search.
    pub time: Duration,
}

const fn start(rules: &'static str, depth: u32) -> BenchPosition {
    BenchPosition { rules, fen: None, depth }
}

const fn position(rules: &'static str, fen: &'static str, depth: u32) -> BenchPosition {
    BenchPosition { rules, fen: Some(fen), depth }
}

const MIDDLE_GAME: &str =
    "W:W26,27,28,32,33,35,36,37,38,39,42,43,45,48:B6,8,9,12,13,14,16,17,18,19,20,23,24,25";

const POSITIONS: [BenchPosition; 16] = [
    start("international", 15),
    position("international", MIDDLE_GAME, 15),
    position("international", "W:W27,28,32,37,38,33,34:B12,13,18,19,24,16,9", 17),
    position("international", "B:W22,31,45,K47:B6,14,25,K3", 13),
    start("english", 17),
    position("english", "W:W18,21,23,25,27,30:B5,7,11,12,14,16", 19),
    start("russian", 13),
    position("russian", "W:Wc3,e3,g3,d2,f2,h2,b4:Bb6,d6,f6,h6,c7,e7,g5", 15),
    start("brazilian", 13),
    start("italian", 15),
    start("turkish", 9),
    start("frisian", 9),
    start("checkers-revenge", 13),
    start("dame-8x8", 13),
    start("antidraughts", 13),
    start("canadian", 9),
];

/// Searches every position of the benchmark with a choice of networks, and returns the total number of nodes. With the
/// embedded networks, it is the signature of the search. Calls `on_result` after each position. Each search has one thread
/// and a new table, so the number is reproducible. Fails if a table does not fit into memory.
pub fn bench(network: &NetworkChoice, mut on_result: impl FnMut(&BenchResult)) -> Result<u64, TableTooLarge> {
    let mut total = 0;
    for position in POSITIONS {
        let result = search(position, network)?;
        total += result.nodes;
        on_result(&result);
    }
    Ok(total)
}

/// A position of the benchmark, searched with a network and with the hand-made evaluation.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BenchComparison {
    /// The result with the network.
    pub network: BenchResult,
    /// The result with the hand-made evaluation.
    pub hand_made: BenchResult,
}

/// Searches the positions of the benchmark that have a network of this choice, with it and with the hand-made evaluation
/// in turn, so that other load on the machine slows both. Calls `on_result` after each position. Fails if a table does
/// not fit into memory.
pub fn compare(
    network: &NetworkChoice,
    mut on_result: impl FnMut(&BenchComparison),
) -> Result<(), TableTooLarge> {
    for position in POSITIONS {
        if network.scale(position.game().rules().rule_set()).is_some() {
            let hand_made = search(position, &NetworkChoice::None)?;
            on_result(&BenchComparison { network: search(position, network)?, hand_made });
        }
    }
    Ok(())
}

fn search(position: BenchPosition, network: &NetworkChoice) -> Result<BenchResult, TableTooLarge> {
    let options = Options { mebibytes: 16, ..Options::default() };
    let engine = Engine::new(options)?.with_network(network.clone());
    let limits = Limits::depth(position.depth);
    let report = engine.search(&position.game(), limits, &AtomicBool::new(false), |_| {});
    Ok(BenchResult { position, nodes: report.nodes, time: report.time })
}

/// The times to a depth with one thread and with several threads.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Speedup {
    /// The position.
    pub position: BenchPosition,
    /// The time with one thread.
    pub one_thread: Duration,
    /// The median time with all threads.
    pub all_threads: Duration,
}

impl Speedup {
    /// Returns the speed-up: the time with one thread divided by the time with all threads.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        self.one_thread.as_secs_f64() / self.all_threads.as_secs_f64().max(1e-9)
    }
}

/// Positions that take one thread some seconds.
const SPEEDUP_POSITIONS: [BenchPosition; 10] = [
    start("international", 22),
    position("international", MIDDLE_GAME, 22),
    position("international", "B:W22,31,45,K47:B6,14,25,K3", 21),
    start("english", 22),
    start("russian", 23),
    start("brazilian", 22),
    start("spanish", 21),
    start("pool", 22),
    start("czech", 21),
    start("canadian", 19),
];

/// Searches ten positions with one thread and with `threads` threads, and returns the median speed-up. Calls
/// `on_result` after each position. Fails if a table does not fit into memory.
pub fn speedup(threads: usize, mut on_result: impl FnMut(&Speedup)) -> Result<f64, TableTooLarge> {
    let time = |position: &BenchPosition, threads| {
        let engine = Engine::new(Options { mebibytes: 64, threads })?;
        let limits = Limits::depth(position.depth);
        Ok(engine.search(&position.game(), limits, &AtomicBool::new(false), |_| {}).time)
    };
    let mut ratios = Vec::new();
    for position in &SPEEDUP_POSITIONS {
        // A search with several threads is not reproducible: take the median of three runs.
        let mut times = [time(position, threads)?, time(position, threads)?, time(position, threads)?];
        times.sort();
        let speedup = Speedup { position: *position, one_thread: time(position, 1)?, all_threads: times[1] };
        on_result(&speedup);
        ratios.push(speedup.ratio());
    }
    ratios.sort_by(f64::total_cmp);
    Ok((ratios[(ratios.len() - 1) / 2] + ratios[ratios.len() / 2]) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_of_the_benchmark_is_playable() {
        for position in POSITIONS.into_iter().chain(SPEEDUP_POSITIONS) {
            assert!(!position.game().legal_moves().is_empty(), "{position:?}");
        }
    }
}
