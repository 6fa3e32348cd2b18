//! Restarts the nodes of a site one after the other under load, and verifies that no command fails.

use std::fmt;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::Error;
use crate::cluster::Cluster;
use crate::workload::{Verification, Workload, WorkloadConfig};

/// Maximum time for the workload to make its moves between two restarts. Long, since a busy machine is slow.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The result of a rolling restart.
#[derive(Clone, Copy, Debug)]
pub struct RollingReport {
    /// The number of restarts.
    pub restarts: usize,
    /// The games that were verified. Verification fails if a command has failed.
    pub verification: Verification,
    /// The longest time that a command waited for its acknowledgement, in milliseconds.
    pub max_latency: u64,
}

impl fmt::Display for RollingReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verification { games, acknowledged, seen, .. } = self.verification;
        writeln!(
            f,
            "{} restarts; {games} games finished, no flag fell; {acknowledged} moves acknowledged, none refused; {seen} events \
             seen; longest wait for an acknowledgement {} ms",
            self.restarts, self.max_latency
        )
    }
}

/// Restarts each of three nodes `rounds` times while `games` games are played at once.
pub async fn run(program: &Path, games: usize, rounds: usize, seed: u64) -> Result<RollingReport, Error> {
    let mut cluster = Cluster::start(program, 3, 0).await?;
    // No retries: a refused command is a failure.
    let config = WorkloadConfig {
        clock: (60_000, 3_000),
        clock_tolerance: 50,
        ..WorkloadConfig::new([cluster.origin()])
    };
    let workload = Workload::start(&config, games, seed);
    workload.wait_for_moves(games as u64, TIMEOUT).await?;
    let mut restarts = 0;
    for _ in 0..rounds {
        for node in &mut cluster.nodes {
            node.stop().await?;
            node.start().await?;
            node.wait_until_ready().await?;
            restarts += 1;
            if workload.has_failed() {
                break;
            }
            workload.wait_for_moves(games as u64, TIMEOUT).await?;
        }
    }
    let verification = workload.verify().await?;
    Ok(RollingReport { restarts, verification, max_latency: config.max_latency.load(Ordering::Relaxed) })
}
