//! Backs up a site under load, and verifies that the backup has every event that was acknowledged before it began.

use std::path::Path;
use std::time::Duration;

use tokio::process::Command;

use crate::Error;
use crate::player::unix_millis;
use crate::server::ServerCommand;
use crate::workload::{BackupVerification, Workload, WorkloadConfig};

/// Maximum time for the workload to make its moves. Long, since a busy machine is slow.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Backs up a site while `games` games are played at once, restores the backup into `restored`, and verifies it.
pub async fn run(
    program: &Path,
    site: &Path,
    restored: &Path,
    games: usize,
) -> Result<BackupVerification, Error> {
    let folder = tempfile::tempdir()?;
    let server = ServerCommand::new(program, site).spawn().await?;
    let workload = Workload::start(&WorkloadConfig::new([server.origin.clone()]), games, 3);
    let moves = games as u64 * 50;
    workload.wait_for_moves(moves, TIMEOUT).await?;
    let (started_at, file) = (unix_millis(), folder.path().join("backup.db"));
    // The games go on meanwhile.
    run_db(program, "backup", &[site, &file]).await?;
    workload.wait_for_moves(moves, TIMEOUT).await?;
    run_db(program, "restore", &[&file, restored]).await?;
    run_db(program, "verify", &[restored]).await?;
    let copy = ServerCommand::new(program, restored).spawn().await?;
    workload.verify_backup(&copy.origin, started_at).await
}

/// Runs a command of `crownhead db`, and returns its output.
pub(crate) async fn run_db(program: &Path, command: &str, databases: &[&Path]) -> Result<String, Error> {
    let output = Command::new(program).args(["db", command]).args(databases).output().await;
    let output = output.map_err(|error| Error(format!("{}: {error}", program.display())))?;
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(stdout);
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    Err(Error(format!("crownhead db {command} ended with {:?}: {stdout}{stderr}", output.status.code())))
}
