//! A backup that is made while games are played has every event that was acknowledged before it began.

use std::path::Path;
use std::time::Duration;

use tokio::process::Command;

use crate::client::Unanswered;
use crate::player::now;
use crate::server::Start;
use crate::witness::{Kept, Setting, Witnesses};

/// A busy machine is slow. It is a bound on failing, not a measure.
const PATIENCE: Duration = Duration::from_secs(120);

/// Lets so many games be played at a site, backs it up meanwhile, restores that elsewhere, and proves that what was
/// acknowledged before is there.
pub async fn backup(program: &Path, site: &Path, restored: &Path, games: usize) -> Result<Kept, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let told = |error: Unanswered| error.to_string();
    let server = Start::new(program, site).start().await.map_err(told)?;
    let witnesses = Witnesses::begin(&Setting::new([server.origin.clone()]), games, 3);
    let moves = games as u64 * 50;
    witnesses.go_on(moves, PATIENCE).await?;
    let (begun, file) = (now(), folder.path().join("backup.db"));
    // The witnesses go on by themselves.
    db(program, "backup", &[site, &file]).await?;
    witnesses.go_on(moves, PATIENCE).await?;
    db(program, "restore", &[&file, restored]).await?;
    db(program, "verify", &[restored]).await?;
    let copy = Start::new(program, restored).start().await.map_err(told)?;
    witnesses.prove_backup(&copy.origin, begun).await
}

/// Runs a command of `crownhead db`; gives what it says.
pub async fn db(program: &Path, command: &str, databases: &[&Path]) -> Result<String, String> {
    let run = Command::new(program).args(["db", command]).args(databases).output().await;
    let run = run.map_err(|error| format!("{}: {error}", program.display()))?;
    let said = String::from_utf8_lossy(&run.stdout).into_owned();
    if run.status.success() {
        return Ok(said);
    }
    let complaint = String::from_utf8_lossy(&run.stderr);
    Err(format!("crownhead db {command} ended with {:?}: {said}{complaint}", run.status.code()))
}
