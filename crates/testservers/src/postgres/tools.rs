//! The small programs that come with PostgreSQL.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::program;
use crate::trouble::Trouble;
use crate::user::User;

/// Runs a program to its end, and tells what it said; it is trouble if it is not content.
pub(super) async fn complete(mut command: Command, user: User, folder: &Path) -> Result<String, Trouble> {
    let name = command.get_program().to_string_lossy().into_owned();
    user.runs(&mut command);
    command.current_dir(folder).stdin(Stdio::null()).env("LC_ALL", "C");
    let mut command = tokio::process::Command::from(command);
    let output = command.kill_on_drop(true).output().await.map_err(Trouble::with(&name))?;
    if !output.status.success() {
        let (out, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        return Err(Trouble(format!("{name}: {}\n{out}{error}", output.status)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}

/// A client that asks one thing.
pub(super) struct Client {
    url: String,
}

impl Client {
    /// Of a database.
    pub(super) fn of(url: String) -> Self {
        Self { url }
    }

    /// The answer, without any decoration.
    pub(super) async fn ask(&self, sql: &str, user: User, folder: &Path) -> Result<String, Trouble> {
        let mut psql = program::of_postgres("psql")?;
        psql.args(["--no-psqlrc", "--no-password", "--quiet", "--no-align", "--tuples-only"])
            .args(["--set", "ON_ERROR_STOP=1", "--dbname", &self.url, "--command", sql])
            .env("PGCONNECT_TIMEOUT", "10");
        complete(psql, user, folder).await
    }
}
