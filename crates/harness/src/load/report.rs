//! What was measured, as it is told.

use std::fmt;

use super::Plan;
use super::cost::Spent;
use super::play::Times;
use super::raw::{Commits, ROWS};

/// What was measured.
#[derive(Default)]
pub struct Report {
    pub(super) plan: Option<Plan>,
    pub(super) limits: Limits,
    pub(super) carried: Vec<Carried>,
    /// Memory of a site in KiB: at its start, with idle spectators, and of another after the games.
    pub(super) memory: [u64; 3],
    /// How many tables the last one has in its memory.
    pub(super) tables: u64,
}

/// What the machine could do.
#[derive(Clone, Copy, Default)]
pub(super) struct Limits {
    pub(super) sqlite: Commits,
    pub(super) postgres: Commits,
    /// Messages a second, and microseconds for one.
    pub(super) nats: (f64, f64),
    pub(super) echoes: f64,
}

/// What a site has carried.
pub(super) struct Carried {
    pub(super) name: &'static str,
    pub(super) seconds: f64,
    pub(super) commits: u64,
    pub(super) spent: Spent,
    pub(super) full: Times,
    pub(super) half: Times,
    pub(super) half_seconds: f64,
}

impl Carried {
    fn rate(&self) -> f64 {
        self.full.acknowledged.len() as f64 / self.seconds
    }

    /// Moves for a second of one core.
    fn per_core(&self) -> f64 {
        self.full.acknowledged.len() as f64 / self.spent.seconds().max(0.001)
    }
}

fn told(times: &[f64]) -> String {
    let [half, most] = [0.5, 0.99].map(|part| Times::percentile(times, part));
    format!("p50 {half:.1} ms, p99 {most:.1} ms")
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limits { sqlite, postgres, nats, echoes } = self.limits;
        let (games, spectators) = self.plan.map_or((0, 0), |plan| (plan.games, plan.spectators));
        writeln!(f, "the machine: {echoes:.0} WebSocket echoes a second")?;
        for (name, commits) in [("SQLite", sqlite), ("PostgreSQL", postgres)] {
            if commits.single > 0.0 {
                writeln!(
                    f,
                    "{name}: {:.0} commits of one row a second, {:.0} rows in commits of {ROWS}",
                    commits.single, commits.rows
                )?;
            }
        }
        if nats.0 > 0.0 {
            writeln!(f, "NATS: {:.0} messages a second, {:.0} µs for one", nats.0, nats.1)?;
        }
        for carried in &self.carried {
            let (rate, commits) = (carried.rate(), carried.commits as f64 / carried.seconds);
            writeln!(f, "{}: {games} games at once, for {:.1} s", carried.name, carried.seconds)?;
            writeln!(f, "  {rate:.0} acknowledged, durable moves a second")?;
            writeln!(f, "  from sending to the acknowledgement: {}", told(&carried.full.acknowledged))?;
            writeln!(f, "  from sending to the opponent's screen: {}", told(&carried.full.on_screen))?;
            writeln!(
                f,
                "  {commits:.0} commits a second, {:.1} moves in each; a move costs as much as {:.1} echoes",
                rate / commits.max(1.0),
                echoes / rate.max(1.0)
            )?;
            writeln!(
                f,
                "  {:.1} s on the processor for all that serves: {:.0} moves for a second of one core",
                carried.spent.seconds(),
                carried.per_core()
            )?;
            let Spent { nodes, postgres, nats, log, databases } = carried.spent;
            let moves = carried.full.acknowledged.len().max(1) as f64;
            if postgres > 0.0 {
                let [nodes, postgres, nats] = [nodes, postgres, nats].map(|seconds| 1e6 * seconds / moves);
                writeln!(
                    f,
                    "  of a move: {nodes:.0} µs at nodes, {postgres:.0} µs at PostgreSQL, {nats:.0} µs at NATS; {:.0} bytes of \
                     PostgreSQL's log, {:.0} bytes in its tables",
                    log / moves,
                    databases / moves
                )?;
            }
            let half = carried.half.acknowledged.len() as f64 / carried.half_seconds;
            writeln!(
                f,
                "  at half load, {half:.0} moves a second: to the acknowledgement {}, to the opponent's screen {}",
                told(&carried.half.acknowledged),
                told(&carried.half.on_screen)
            )?;
        }
        if let [first, others @ ..] = self.carried.as_slice() {
            for other in others {
                writeln!(
                    f,
                    "{} against {}: {:.0} % of the moves, {:.0} % for a second of one core",
                    other.name,
                    first.name,
                    100.0 * other.rate() / first.rate(),
                    100.0 * other.per_core() / first.per_core()
                )?;
            }
        }
        let [start, watched, games] = self.memory.map(|kibibytes| kibibytes as f64 / 1024.0);
        if spectators > 0 {
            let each = (watched - start) * 1024.0 / spectators as f64;
            writeln!(
                f,
                "memory of the site on SQLite: {start:.0} MiB at the start, {watched:.0} MiB in all with {spectators} idle \
                 spectators ({each:.1} KiB each), {games:.0} MiB after the games with {} tables ({:.0} KiB each)",
                self.tables,
                (games - start) * 1024.0 / self.tables.max(1) as f64
            )?;
        }
        Ok(())
    }
}
