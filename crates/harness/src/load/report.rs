//! The report of a load test.

use std::fmt;

use super::Plan;
use super::limits::{BATCH, Limits};
use super::players::Latencies;
use super::usage::Usage;

/// The results of a load test.
#[derive(Default)]
pub struct Report {
    pub(super) plan: Option<Plan>,
    pub(super) limits: Limits,
    pub(super) results: Vec<LoadResult>,
    /// Memory of a site in KiB: after its start, with idle spectators, and of another site after the games.
    pub(super) memory: [u64; 3],
    /// Number of games in the memory of the latter.
    pub(super) cached_games: u64,
}

/// The result of one site.
pub(super) struct LoadResult {
    pub(super) name: &'static str,
    pub(super) seconds: f64,
    pub(super) commits: u64,
    pub(super) usage: Usage,
    pub(super) full: Latencies,
    pub(super) half: Latencies,
    pub(super) half_seconds: f64,
}

impl LoadResult {
    /// Returns the moves per second.
    fn rate(&self) -> f64 {
        self.full.acknowledgement.len() as f64 / self.seconds
    }

    /// Returns the moves per second of processor time.
    fn moves_per_core(&self) -> f64 {
        self.full.acknowledgement.len() as f64 / self.usage.cpu_seconds().max(0.001)
    }
}

fn percentiles(latencies: &[f64]) -> String {
    let [p50, p99] = [0.5, 0.99].map(|part| Latencies::percentile(latencies, part));
    format!("p50 {p50:.1} ms, p99 {p99:.1} ms")
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limits { sqlite, postgres, nats, echoes } = self.limits;
        let (games, spectators) = self.plan.map_or((0, 0), |plan| (plan.games, plan.spectators));
        writeln!(f, "machine: {echoes:.0} WebSocket echoes per second")?;
        for (name, commits) in [("SQLite", sqlite), ("PostgreSQL", postgres)] {
            if commits.single > 0.0 {
                writeln!(
                    f,
                    "{name}: {:.0} commits of one row per second, {:.0} rows per second in commits of {BATCH}",
                    commits.single, commits.batched
                )?;
            }
        }
        if nats.0 > 0.0 {
            writeln!(f, "NATS: {:.0} messages per second, {:.0} µs each", nats.0, nats.1)?;
        }
        for result in &self.results {
            let (rate, commits) = (result.rate(), result.commits as f64 / result.seconds);
            writeln!(f, "{}: {games} games at once, for {:.1} s", result.name, result.seconds)?;
            writeln!(f, "  {rate:.0} acknowledged, durable moves per second")?;
            writeln!(f, "  latency to the acknowledgement: {}", percentiles(&result.full.acknowledgement))?;
            writeln!(f, "  latency to the opponent: {}", percentiles(&result.full.delivery))?;
            writeln!(
                f,
                "  {commits:.0} commits per second, {:.1} moves per commit; a move costs {:.1} echoes",
                rate / commits.max(1.0),
                echoes / rate.max(1.0)
            )?;
            writeln!(
                f,
                "  {:.1} s of processor time of all servers: {:.0} moves per second of one core",
                result.usage.cpu_seconds(),
                result.moves_per_core()
            )?;
            let Usage { nodes, postgres, nats, wal, databases } = result.usage;
            let moves = result.full.acknowledgement.len().max(1) as f64;
            if postgres > 0.0 {
                let [nodes, postgres, nats] = [nodes, postgres, nats].map(|seconds| 1e6 * seconds / moves);
                writeln!(
                    f,
                    "  per move: {nodes:.0} µs of nodes, {postgres:.0} µs of PostgreSQL, {nats:.0} µs of NATS; {:.0} bytes of \
                     PostgreSQL's write-ahead log, {:.0} bytes of its databases",
                    wal / moves,
                    databases / moves
                )?;
            }
            let half = result.half.acknowledgement.len() as f64 / result.half_seconds;
            writeln!(
                f,
                "  at half load, {half:.0} moves per second: to the acknowledgement {}, to the opponent {}",
                percentiles(&result.half.acknowledgement),
                percentiles(&result.half.delivery)
            )?;
        }
        if let [first, others @ ..] = self.results.as_slice() {
            for other in others {
                writeln!(
                    f,
                    "{} compared with {}: {:.0} % of the moves per second, {:.0} % of the moves per second of one core",
                    other.name,
                    first.name,
                    100.0 * other.rate() / first.rate(),
                    100.0 * other.moves_per_core() / first.moves_per_core()
                )?;
            }
        }
        let [start, watched, games] = self.memory.map(|kibibytes| kibibytes as f64 / 1024.0);
        if spectators > 0 {
            let each = (watched - start) * 1024.0 / spectators as f64;
            writeln!(
                f,
                "memory of the site on SQLite: {start:.0} MiB after the start, {watched:.0} MiB with {spectators} idle \
                 spectators ({each:.1} KiB each), {games:.0} MiB after the games with {} cached games ({:.0} KiB each)",
                self.cached_games,
                (games - start) * 1024.0 / self.cached_games.max(1) as f64
            )?;
        }
        Ok(())
    }
}
