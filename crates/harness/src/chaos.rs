//! Injects faults into a cluster under load, one at a time, and verifies that nothing acknowledged is lost or duplicated,
//! that all clients see the same events, and that all games finish.

use std::fmt;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::sleep;

use crate::Error;
use crate::cluster::Cluster;
use crate::rng::Rng;
use crate::workload::{Verification, Workload, WorkloadConfig};

/// Maximum time after a fault until the games go on. Long, since a busy machine is slow.
const RECOVERY_TIMEOUT: Duration = Duration::from_secs(60);

/// A fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A node is killed, and started again.
    KillNode,
    /// A worker is killed, and started again.
    KillWorker,
    /// PostgreSQL is stopped and started again.
    RestartPostgres,
    /// PostgreSQL is killed, and started again.
    KillPostgres,
    /// NATS is down for a while.
    StopNats,
    /// One node cannot connect to NATS for a while.
    CutFromNats,
    /// One node cannot connect to PostgreSQL for a while; its connections are refused.
    CutFromPostgres,
    /// One node gets no replies from PostgreSQL for a while.
    StallPostgres,
    /// The clock of a node is 2 s fast, then 2 s slow.
    SkewClock,
}

impl Fault {
    /// All faults.
    pub const ALL: [Self; 9] = [
        Self::KillNode,
        Self::KillWorker,
        Self::RestartPostgres,
        Self::KillPostgres,
        Self::StopNats,
        Self::CutFromNats,
        Self::CutFromPostgres,
        Self::StallPostgres,
        Self::SkewClock,
    ];
}

/// The parameters of a chaos test.
#[derive(Clone, Copy, Debug)]
pub struct ChaosConfig {
    /// Number of games at once between people; a tenth as many are played against the computer.
    pub games: usize,
    /// Number of times that each fault is injected, in random order.
    pub rounds: usize,
    /// Duration of a fault.
    pub outage: Duration,
    /// The seed of the moves and of the order of the faults.
    pub seed: u64,
}

/// The result of a chaos test.
#[derive(Clone, Debug)]
pub struct ChaosReport {
    /// The faults in order, each with the milliseconds after its end until there were as many moves as games.
    pub faults: Vec<(Fault, u128)>,
    /// The games that were verified.
    pub verification: Verification,
    /// The longest time that a command waited for its acknowledgement, in milliseconds.
    pub max_latency: u64,
}

impl fmt::Display for ChaosReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verification { games, acknowledged, seen, compensated } = self.verification;
        for (fault, recovery) in &self.faults {
            writeln!(f, "{fault:?}: one move per game within {recovery} ms after it")?;
        }
        writeln!(
            f,
            "{} faults; {games} games, all finished; {acknowledged} acknowledged moves and {seen} seen events, all present \
             once and in order, and seen by every client; all clocks correct, {compensated} of them compensated for outages; \
             longest wait for an acknowledgement {} ms",
            self.faults.len(),
            self.max_latency
        )
    }
}

/// Injects all faults into three nodes and a worker under load, and verifies all games.
pub async fn run(program: &Path, config: ChaosConfig) -> Result<ChaosReport, Error> {
    let mut cluster = Cluster::start(program, 3, 1).await?;
    let workload_config = WorkloadConfig {
        // Long enough to find another node, and short enough that an outage without compensation would lose games.
        clock: (60_000, 3_000),
        // Nodes agree on the time to within the latency of the database.
        clock_tolerance: 50,
        computer_games: config.games.div_ceil(10),
        retries_when_unavailable: true,
        ..WorkloadConfig::new([cluster.origin()])
    };
    let workload = Workload::start(&workload_config, config.games, config.seed);
    workload.wait_for_moves(config.games as u64, RECOVERY_TIMEOUT).await?;
    let (mut rng, mut faults) = (Rng::new(config.seed), Vec::new());
    for _ in 0..config.rounds {
        for fault in shuffled_faults(&mut rng) {
            eprintln!("{fault:?}");
            inject(&mut cluster, fault, config.outage, &mut rng).await?;
            if workload.has_failed() {
                break;
            }
            let recovery = workload.wait_for_moves(config.games as u64, RECOVERY_TIMEOUT).await;
            faults.push((fault, recovery.map_err(|error| Error(format!("after {fault:?}: {error}")))?));
        }
    }
    let verification = workload.verify().await;
    let verification = verification.map_err(|error| Error(format!("after {faults:?}: {error}")))?;
    Ok(ChaosReport { faults, verification, max_latency: workload_config.max_latency.load(Ordering::Relaxed) })
}

fn shuffled_faults(rng: &mut Rng) -> [Fault; 9] {
    let mut faults = Fault::ALL;
    for last in (1..faults.len()).rev() {
        faults.swap(last, rng.below(last + 1));
    }
    faults
}

/// Injects a fault, waits, and removes it.
async fn inject(cluster: &mut Cluster, fault: Fault, outage: Duration, rng: &mut Rng) -> Result<(), Error> {
    let number = rng.below(cluster.nodes.len());
    let Cluster { nodes, workers, nats, postgres, .. } = cluster;
    let node = &mut nodes[number];
    match fault {
        Fault::KillNode => {
            node.kill().await?;
            sleep(outage / 10).await;
            node.start().await?;
        }
        Fault::KillWorker => {
            for worker in workers {
                worker.kill().await?;
                worker.start().await?;
            }
        }
        Fault::RestartPostgres => {
            postgres.stop().await?;
            postgres.start_again().await?;
        }
        Fault::KillPostgres => {
            postgres.kill().await?;
            sleep(outage / 10).await;
            postgres.start_again().await?;
        }
        Fault::StopNats => {
            nats.stop().await?;
            sleep(outage).await;
            nats.start_again().await?;
        }
        Fault::CutFromNats => {
            node.to_nats.cut().await;
            sleep(outage).await;
            node.to_nats.restore().await?;
        }
        Fault::CutFromPostgres => {
            node.to_postgres.cut().await;
            sleep(outage).await;
            node.to_postgres.restore().await?;
        }
        Fault::StallPostgres => {
            node.to_postgres.stall().await?;
            sleep(outage).await;
            node.to_postgres.restore().await?;
        }
        Fault::SkewClock => {
            for skew in [Some("+2s"), Some("-2s"), None] {
                node.stop().await?;
                node.set_clock_skew(skew);
                node.start().await?;
                sleep(outage / 10).await;
            }
        }
    }
    Ok(())
}
