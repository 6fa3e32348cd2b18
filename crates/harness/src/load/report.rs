//! The report of a load test.

use std::fmt;

use super::LoadConfig;
use super::baseline::{BATCH, MachineBaseline, NatsBaseline};
use super::browsers::{Cost, Costs};
use super::players::Latencies;
use super::usage::Usage;

/// The results of a load test.
#[derive(Default)]
pub struct Report {
    pub(super) config: Option<LoadConfig>,
    pub(super) baseline: MachineBaseline,
    pub(super) results: Vec<LoadResult>,
    /// Costs of moves on SQLite, by the way in which viewers connect.
    pub(super) browsers: Costs,
    /// Memory of a site after its start, without connections.
    pub(super) memory_idle_kib: u64,
    /// Memory of the same site with idle spectators.
    pub(super) memory_spectators_kib: u64,
    /// Memory of another site, on which the games of the load test were played.
    pub(super) memory_after_games_kib: u64,
    /// Number of games in the cache of that site.
    pub(super) cached_games: u64,
}

/// The result of one site.
pub(super) struct LoadResult {
    pub(super) name: &'static str,
    /// Duration of the measurement at full load.
    pub(super) seconds: f64,
    /// Number of commits at full load.
    pub(super) commits: u64,
    /// Resources used at full load.
    pub(super) usage: Usage,
    /// Latencies at full load.
    pub(super) full: Latencies,
    /// Latencies at half load.
    pub(super) half: Latencies,
    /// Duration of the measurement at half load.
    pub(super) half_seconds: f64,
}

impl LoadResult {
    /// Returns the moves per second at full load.
    fn rate(&self) -> f64 {
        self.full.acknowledgement.len() as f64 / self.seconds
    }

    /// Returns the moves per CPU-second: per second of CPU time of all servers together.
    fn moves_per_cpu_second(&self) -> f64 {
        self.full.acknowledgement.len() as f64 / self.usage.cpu_seconds().max(0.001)
    }
}

/// Returns the median and the 99th percentile as text.
fn percentiles(latencies: &[f64]) -> String {
    let [p50, p99] = [0.5, 0.99].map(|part| Latencies::percentile(latencies, part));
    format!("p50 {p50:.1} ms, p99 {p99:.1} ms")
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MachineBaseline { sqlite, postgres, nats, echoes } = self.baseline;
        let (games, spectators) = self.config.map_or((0, 0), |config| (config.games, config.spectators));
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
        if nats.messages > 0.0 {
            let NatsBaseline { messages, latency } = nats;
            writeln!(f, "NATS: {messages:.0} messages per second, latency of one message {latency:.0} µs")?;
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
                "  {:.1} CPU-seconds of all servers, {:.0} moves per CPU-second",
                result.usage.cpu_seconds(),
                result.moves_per_cpu_second()
            )?;
            let Usage { nodes, postgres, nats, wal, databases } = result.usage;
            let moves = result.full.acknowledgement.len().max(1) as f64;
            if postgres > 0.0 {
                let [nodes, postgres, nats] = [nodes, postgres, nats].map(|seconds| 1e6 * seconds / moves);
                writeln!(
                    f,
                    "  CPU time per move: nodes {nodes:.0} µs, PostgreSQL {postgres:.0} µs, NATS {nats:.0} µs\n  \
                     disk space per move: write-ahead log of PostgreSQL {:.0} bytes, its databases {:.0} bytes",
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
                    "{} compared with {}: {:.0} % of the moves per second, {:.0} % of the moves per CPU-second",
                    other.name,
                    first.name,
                    100.0 * other.rate() / first.rate(),
                    100.0 * other.moves_per_cpu_second() / first.moves_per_cpu_second()
                )?;
            }
        }
        for (conditions, Cost { rate, microseconds, bytes, delivery_p99 }) in &self.browsers {
            writeln!(
                f,
                "{conditions}: {microseconds:.0} µs of CPU time per move, {bytes:.0} bytes per move and viewer, {rate:.0} \
                 moves per second, latency to the opponent p99 {delivery_p99:.1} ms"
            )?;
        }
        let memory = [self.memory_idle_kib, self.memory_spectators_kib, self.memory_after_games_kib];
        let [start, watched, games] = memory.map(|kib| kib as f64 / 1024.0);
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
