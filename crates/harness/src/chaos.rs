//! Several nodes under games while everything around them fails, one thing at a time: nothing acknowledged is lost or
//! doubled, everybody sees the same, and all games end as they should.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use tokio::time::sleep;

use crate::client::Unanswered;
use crate::cluster::Cluster;
use crate::player::Lot;
use crate::witness::{Proof, Setting, Witnesses};

/// After a fault is mended the site serves again within this. A bound on failing, not a measure.
const PATIENCE: Duration = Duration::from_secs(60);

/// What can happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A node is killed, and started again.
    KillNode,
    /// A worker is killed, and started again.
    KillWorker,
    /// PostgreSQL is stopped and started.
    RestartPostgres,
    /// PostgreSQL dies and is started.
    KillPostgres,
    /// NATS is away for a while.
    StopNats,
    /// A node does not reach NATS for a while, and the others do.
    CutFromNats,
    /// A node does not reach PostgreSQL for a while, and the others do; it is refused.
    CutFromPostgres,
    /// The same, but nobody says so: what it sends is swallowed.
    StallPostgres,
    /// The clock of a node is wrong.
    SkewClock,
}

impl Fault {
    /// All of them.
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

/// How it goes.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many games are played at once by people; a tenth as many more are played against the computer.
    pub games: usize,
    /// How often everything happens, in an order by lot.
    pub rounds: usize,
    /// How long something is away.
    pub away: Duration,
    /// The same seed, the same order.
    pub seed: u64,
}

/// What happened, and what was found afterwards.
#[derive(Clone, Debug)]
pub struct Chaos {
    /// What happened, in order, and how many milliseconds after its mending the games went on.
    pub faults: Vec<(Fault, u128)>,
    /// What was found.
    pub proof: Proof,
    /// The longest time that a command waited for its acknowledgement, in milliseconds.
    pub longest: u64,
}

impl fmt::Display for Chaos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Proof { games, acknowledged, seen, made_up } = self.proof;
        for (fault, back) in &self.faults {
            writeln!(f, "{fault:?}: as many moves as there are games were made within {back} ms after it")?;
        }
        writeln!(
            f,
            "{} faults; {games} games, all ended; {acknowledged} acknowledged moves and {seen} seen events, all there once \
             and in order, and everybody saw all of them; every clock as the times say, {made_up} of them made up for outages; \
             the longest wait for an acknowledgement {} ms",
            self.faults.len(),
            self.longest
        )
    }
}

/// Lets all of it happen under games, and proves that nothing was lost; or says what was.
pub async fn chaos(program: &Path, plan: Plan) -> Result<Chaos, String> {
    let told = |error: Unanswered| error.to_string();
    let mut cluster = Cluster::start(program, 3, 1).await.map_err(told)?;
    let setting = Setting {
        // Long enough for who must find another node, and short enough that an outage would be felt.
        clock: (60_000, 3_000),
        // Nodes agree on the time within the time that a question to the store takes.
        slack: 50,
        computers: plan.games.div_ceil(10),
        patient: true,
        ..Setting::new([cluster.origin()])
    };
    let witnesses = Witnesses::begin(&setting, plan.games, plan.seed);
    witnesses.go_on(plan.games as u64, PATIENCE).await?;
    let (mut lot, mut faults) = (Lot::new(plan.seed), Vec::new());
    for _ in 0..plan.rounds {
        for fault in shuffled(&mut lot) {
            eprintln!("{fault:?}");
            happen(&mut cluster, fault, plan.away, &mut lot).await.map_err(told)?;
            if witnesses.is_troubled() {
                break;
            }
            let back = witnesses.go_on(plan.games as u64, PATIENCE).await;
            faults.push((fault, back.map_err(|error| format!("after {fault:?}: {error}"))?));
        }
    }
    let longest = setting.longest.clone();
    let proof = witnesses.prove().await.map_err(|error| format!("after {faults:?}: {error}"))?;
    Ok(Chaos { faults, proof, longest: longest.load(std::sync::atomic::Ordering::Relaxed) })
}

fn shuffled(lot: &mut Lot) -> [Fault; 9] {
    let mut faults = Fault::ALL;
    for last in (1..faults.len()).rev() {
        faults.swap(last, lot.below(last + 1));
    }
    faults
}

/// Something happens, lasts, and is mended.
async fn happen(
    cluster: &mut Cluster,
    fault: Fault,
    away: Duration,
    lot: &mut Lot,
) -> Result<(), Unanswered> {
    let number = lot.below(cluster.nodes.len());
    let Cluster { nodes, workers, nats, postgres, .. } = cluster;
    let node = &mut nodes[number];
    match fault {
        Fault::KillNode => {
            node.kill().await?;
            sleep(away / 10).await;
            node.start_again().await?;
        }
        Fault::KillWorker => {
            for worker in workers {
                worker.kill().await?;
                worker.start_again().await?;
            }
        }
        Fault::RestartPostgres => {
            postgres.stop().await?;
            postgres.start_again().await?;
        }
        Fault::KillPostgres => {
            postgres.kill().await?;
            sleep(away / 10).await;
            postgres.start_again().await?;
        }
        Fault::StopNats => {
            nats.stop().await?;
            sleep(away).await;
            nats.start_again().await?;
        }
        Fault::CutFromNats => {
            node.to_nats.cut().await;
            sleep(away).await;
            node.to_nats.restore().await?;
        }
        Fault::CutFromPostgres => {
            node.to_postgres.cut().await;
            sleep(away).await;
            node.to_postgres.restore().await?;
        }
        Fault::StallPostgres => {
            node.to_postgres.stall().await?;
            sleep(away).await;
            node.to_postgres.restore().await?;
        }
        Fault::SkewClock => {
            for skew in [Some("+2s"), Some("-2s"), None] {
                node.stop().await?;
                node.skew(skew);
                node.start_again().await?;
                sleep(away / 10).await;
            }
        }
    }
    Ok(())
}
