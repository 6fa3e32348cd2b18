//! Nothing acknowledged is lost: a site is killed again and again while games are played, and then compared with what its
//! clients have on record.

use std::path::Path;
use std::time::Duration;

use tokio::time::sleep;

use crate::client::Unanswered;
use crate::player::{Lot, now};
use crate::server::Start;
use crate::witness::{Proof, Setting, Witnesses};

/// What became of the site.
#[derive(Clone, Copy, Debug)]
pub struct Crashed {
    /// How often it was killed.
    pub kills: usize,
    /// How long it was away, in milliseconds, in all.
    pub outage: i64,
    /// What was found afterwards.
    pub proof: Proof,
}

/// Kills a site so many times under so many games, and proves that nothing was lost; or says what was.
pub async fn crash(program: &Path, kills: usize, games: usize, seed: u64) -> Result<Crashed, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let told = |error: Unanswered| error.to_string();
    let mut start = Start::new(program, &folder.path().join("crash.db"));
    let mut server = Some(start.start().await.map_err(told)?);
    let origin = server.as_ref().map(|server| server.origin.clone()).unwrap_or_default();
    // The same address each time: the clients come back to it.
    start.listen = origin.trim_start_matches("http://").to_owned();
    let witnesses = Witnesses::begin(&Setting::new([origin]), games, seed);
    let (mut lot, mut outage) = (Lot::new(seed), 0);
    for _ in 0..kills {
        sleep(Duration::from_millis(50 + lot.below(400) as u64)).await;
        let begun = now();
        if let Some(server) = server.take() {
            server.kill().await.map_err(told)?;
        }
        server = Some(start.start().await.map_err(told)?);
        outage += now() - begun;
    }
    sleep(Duration::from_millis(300)).await;
    let proof = witnesses.prove().await?;
    drop(server);
    Ok(Crashed { kills, outage, proof })
}
