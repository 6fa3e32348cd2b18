//! The client programs of PostgreSQL.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::error::Error;
use crate::program;
use crate::user::User;

/// Runs a program to its end and returns its output. Fails if its exit code is not 0.
pub(super) async fn run(mut command: Command, user: User, folder: &Path) -> Result<String, Error> {
    let name = command.get_program().to_string_lossy().into_owned();
    user.apply_to(&mut command);
    command.current_dir(folder).stdin(Stdio::null()).env("LC_ALL", "C");
    let mut command = tokio::process::Command::from(command);
    let output = command.kill_on_drop(true).output().await.map_err(Error::context(&name))?;
    if !output.status.success() {
        let (out, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        return Err(Error(format!("{name}: {}\n{out}{error}", output.status)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}

/// Runs SQL with psql and returns the rows, without headers and alignment.
pub(super) async fn psql(url: &str, sql: &str, user: User, folder: &Path) -> Result<String, Error> {
    let mut psql = program::postgres_command("psql")?;
    psql.args(["--no-psqlrc", "--no-password", "--quiet", "--no-align", "--tuples-only"])
        .args(["--set", "ON_ERROR_STOP=1", "--dbname", url, "--command", sql])
        .env("PGCONNECT_TIMEOUT", "10");
    run(psql, user, folder).await
}
