//! What it costs to serve: time on the processor, memory, and what PostgreSQL writes.

use std::collections::HashSet;
use std::fs;
use std::ops::Sub;

use testservers::{Nats, Postgres};

/// So many ticks have a second: Linux has told programs so for ever, whatever the kernel does.
const TICKS: f64 = 100.0;

/// All that serves.
#[derive(Default)]
pub(super) struct Serving<'a> {
    pub(super) nodes: Vec<u32>,
    pub(super) postgres: Option<&'a Postgres>,
    pub(super) nats: Option<&'a Nats>,
}

/// What it has spent.
#[derive(Clone, Copy)]
pub(super) struct Spent {
    /// Seconds on the processor.
    pub(super) nodes: f64,
    pub(super) postgres: f64,
    pub(super) nats: f64,
    /// Bytes of the write-ahead log of PostgreSQL, and of its databases.
    pub(super) log: f64,
    pub(super) databases: f64,
}

impl Spent {
    /// Seconds on the processor of all.
    pub(super) fn seconds(self) -> f64 {
        self.nodes + self.postgres + self.nats
    }
}

impl Sub for Spent {
    type Output = Self;

    fn sub(self, before: Self) -> Self {
        Self {
            nodes: self.nodes - before.nodes,
            postgres: self.postgres - before.postgres,
            nats: self.nats - before.nats,
            log: self.log - before.log,
            databases: self.databases - before.databases,
        }
    }
}

impl Serving<'_> {
    /// What was spent until now.
    pub(super) async fn spent(&self) -> Result<Spent, String> {
        let process = |process: Option<u32>| seconds(process.as_slice());
        Ok(Spent {
            nodes: seconds(&self.nodes),
            postgres: process(self.postgres.and_then(Postgres::pid)),
            nats: process(self.nats.and_then(Nats::pid)),
            log: self.ask("select pg_current_wal_insert_lsn() - '0/0'::pg_lsn").await?,
            databases: self.ask("select sum(pg_database_size(oid)) from pg_database").await?,
        })
    }

    /// Asks PostgreSQL for a number; 0 where there is none.
    async fn ask(&self, question: &str) -> Result<f64, String> {
        let Some(postgres) = self.postgres else { return Ok(0.0) };
        let answer = postgres.query("postgres", question).await.map_err(|error| error.to_string())?;
        answer.trim().parse().map_err(|_| format!("{question}: {answer:?}"))
    }
}

/// The seconds that processes have spent on the processor, with those of their children.
fn seconds(processes: &[u32]) -> f64 {
    let wanted: HashSet<u32> = processes.iter().copied().collect();
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    ids.filter_map(|id| {
        let (parent, own, children) = stat(id)?;
        let counted = wanted.contains(&id);
        // Children that have ended are told by their parent.
        (counted || wanted.contains(&parent)).then_some(own + if counted { children } else { 0.0 })
    })
    .sum()
}

/// The parent of a process, its seconds, and those of its children that have ended.
fn stat(id: u32) -> Option<(u32, f64, f64)> {
    let text = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name of the program is in brackets, and may have blanks.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |place: usize| fields.get(place)?.parse::<f64>().ok().map(|ticks| ticks / TICKS);
    Some((fields.get(1)?.parse().ok()?, ticks(11)? + ticks(12)?, ticks(13)? + ticks(14)?))
}

/// The memory of a process in KiB.
pub(super) fn memory(process: Option<u32>) -> u64 {
    let Some(id) = process else { return 0 };
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
