//! Kills a site again and again under load, and verifies that nothing acknowledged is lost.

use std::path::Path;
use std::time::Duration;

use tokio::time::sleep;

use crate::Error;
use crate::player::unix_millis;
use crate::rng::Rng;
use crate::server::ServerCommand;
use crate::workload::{Verification, Workload, WorkloadConfig};

/// The result of a crash test.
#[derive(Clone, Copy, Debug)]
pub struct CrashReport {
    /// The number of times that the site was killed.
    pub kills: usize,
    /// The total time for which the site was down, in milliseconds.
    pub outage: i64,
    /// The games that were verified.
    pub verification: Verification,
}

/// Kills a site `kills` times while `games` games are played at once, and verifies all games.
pub async fn run(program: &Path, kills: usize, games: usize, seed: u64) -> Result<CrashReport, Error> {
    let folder = tempfile::tempdir()?;
    let mut command = ServerCommand::new(program, &folder.path().join("crash.db"));
    let mut server = command.spawn().await?;
    let origin = server.origin.clone();
    // The clients reconnect to the same address.
    command.listen = origin.trim_start_matches("http://").to_owned();
    let workload = Workload::start(&WorkloadConfig::new([origin]), games, seed);
    let (mut rng, mut outage) = (Rng::new(seed), 0);
    for _ in 0..kills {
        sleep(Duration::from_millis(50 + rng.below(400) as u64)).await;
        let killed_at = unix_millis();
        server.kill().await?;
        server = command.spawn().await?;
        outage += unix_millis() - killed_at;
    }
    sleep(Duration::from_millis(300)).await;
    let verification = workload.verify().await?;
    drop(server);
    Ok(CrashReport { kills, outage, verification })
}
