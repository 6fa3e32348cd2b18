//! The nodes of a site are restarted one after the other under games: nobody's command fails.

use std::fmt;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::client::Unanswered;
use crate::cluster::Cluster;
use crate::witness::{Proof, Setting, Witnesses};

/// Between two restarts the games go on. A bound on failing, not a measure.
const PATIENCE: Duration = Duration::from_secs(60);

/// What was found.
#[derive(Clone, Copy, Debug)]
pub struct Rolled {
    /// How many restarts there were.
    pub restarts: usize,
    /// What was found afterwards. Had a command failed, there would be none.
    pub proof: Proof,
    /// The longest time that a command waited for its acknowledgement, in milliseconds.
    pub longest: u64,
}

impl fmt::Display for Rolled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Proof { games, acknowledged, seen, .. } = self.proof;
        writeln!(
            f,
            "{} restarts; {games} games, all ended, no flag fell; {acknowledged} moves acknowledged, none refused, {seen} events \
             seen; the longest wait for an acknowledgement {} ms",
            self.restarts, self.longest
        )
    }
}

/// Restarts each node so many times under so many games.
pub async fn rolling(program: &Path, games: usize, rounds: usize, seed: u64) -> Result<Rolled, String> {
    let told = |error: Unanswered| error.to_string();
    let mut cluster = Cluster::start(program, 3, 0).await.map_err(told)?;
    // Nobody is patient here: a command that is refused is a failure.
    let setting = Setting { clock: (60_000, 3_000), slack: 50, ..Setting::new([cluster.origin()]) };
    let witnesses = Witnesses::begin(&setting, games, seed);
    witnesses.go_on(games as u64, PATIENCE).await?;
    let mut restarts = 0;
    for _ in 0..rounds {
        for node in &mut cluster.nodes {
            node.stop().await.map_err(told)?;
            node.start_again().await.map_err(told)?;
            node.ready().await.map_err(told)?;
            restarts += 1;
            if witnesses.is_troubled() {
                break;
            }
            witnesses.go_on(games as u64, PATIENCE).await?;
        }
    }
    let longest = setting.longest.load(Ordering::Relaxed);
    let proof = witnesses.prove().await?;
    Ok(Rolled { restarts, proof, longest: longest.max(setting.longest.load(Ordering::Relaxed)) })
}
