//! The resources that the site and its servers use: CPU time, memory, and the writes of PostgreSQL.

use std::collections::HashSet;
use std::fs;
use std::ops::Sub;

use testservers::{Nats, Postgres};

use crate::Error;

/// Clock ticks per second in `/proc` (`USER_HZ`), which is 100 on every Linux.
const TICKS: f64 = 100.0;

/// The processes that serve a site.
#[derive(Default)]
pub(super) struct Processes<'a> {
    pub(super) nodes: Vec<u32>,
    pub(super) postgres: Option<&'a Postgres>,
    pub(super) nats: Option<&'a Nats>,
}

/// The resources used up to one time, or between two times.
#[derive(Clone, Copy)]
pub(super) struct Usage {
    /// CPU time of the nodes, in seconds.
    pub(super) nodes: f64,
    /// CPU time of PostgreSQL, in seconds.
    pub(super) postgres: f64,
    /// CPU time of NATS, in seconds.
    pub(super) nats: f64,
    /// Bytes of the write-ahead log of PostgreSQL.
    pub(super) wal: f64,
    /// Bytes of the databases of PostgreSQL.
    pub(super) databases: f64,
}

impl Usage {
    /// Returns the CPU time of all processes, in seconds.
    pub(super) fn cpu_seconds(self) -> f64 {
        self.nodes + self.postgres + self.nats
    }
}

impl Sub for Usage {
    type Output = Self;

    fn sub(self, before: Self) -> Self {
        Self {
            nodes: self.nodes - before.nodes,
            postgres: self.postgres - before.postgres,
            nats: self.nats - before.nats,
            wal: self.wal - before.wal,
            databases: self.databases - before.databases,
        }
    }
}

impl Processes<'_> {
    /// Returns the resources used so far.
    pub(super) async fn usage(&self) -> Result<Usage, Error> {
        let seconds_of = |pid: Option<u32>| cpu_seconds(pid.as_slice());
        Ok(Usage {
            nodes: cpu_seconds(&self.nodes),
            postgres: seconds_of(self.postgres.and_then(Postgres::pid)),
            nats: seconds_of(self.nats.and_then(Nats::pid)),
            wal: self.query("select pg_current_wal_insert_lsn() - '0/0'::pg_lsn").await?,
            databases: self.query("select sum(pg_database_size(oid)) from pg_database").await?,
        })
    }

    /// Returns a number from PostgreSQL; 0 if the site does not use it.
    async fn query(&self, sql: &str) -> Result<f64, Error> {
        let Some(postgres) = self.postgres else { return Ok(0.0) };
        let result = postgres.query("postgres", sql).await?;
        result.trim().parse().map_err(|_| Error(format!("{sql}: {result:?} is not a number")))
    }
}

/// Returns the CPU time of processes and their direct children, in seconds.
fn cpu_seconds(pids: &[u32]) -> f64 {
    let pids: HashSet<u32> = pids.iter().copied().collect();
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let all = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    all.filter_map(|pid| {
        let (parent, own, children) = read_stat(pid)?;
        let is_listed = pids.contains(&pid);
        // The time of children that have ended is counted by their parent.
        (is_listed || pids.contains(&parent)).then_some(own + if is_listed { children } else { 0.0 })
    })
    .sum()
}

/// Returns the parent of a process, its CPU time, and that of its children that have ended, in seconds.
fn read_stat(pid: u32) -> Option<(u32, f64, f64)> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the program is in parentheses and may contain spaces. The first field after it is the state.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let seconds = |index: usize| fields.get(index)?.parse::<f64>().ok().map(|ticks| ticks / TICKS);
    // ppid, utime + stime, cutime + cstime (see proc(5)).
    Some((fields.get(1)?.parse().ok()?, seconds(11)? + seconds(12)?, seconds(13)? + seconds(14)?))
}

/// Returns the resident memory of a process in KiB.
pub(super) fn resident_kib(pid: Option<u32>) -> u64 {
    let Some(pid) = pid else { return 0 };
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
