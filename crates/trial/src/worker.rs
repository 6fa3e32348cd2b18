//! A worker as a process of its own, started for a trial.

use std::path::Path;
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::client::Unanswered;

/// A running worker. It is killed when this is dropped.
pub struct Worker {
    child: Child,
}

impl Worker {
    /// Starts one that thinks about one thing at a time, and waits for its first line, which says that it is ready.
    pub async fn start(program: &Path, database: &str, bus: &str) -> Result<Self, Unanswered> {
        let unanswered = |error: std::io::Error| Unanswered(format!("{}: {error}", program.display()));
        let mut child = Command::new(program)
            .args(["worker", "--database", database, "--bus", bus, "--threads", "1", "--log", "error"])
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(unanswered)?;
        let out = child.stdout.take().ok_or_else(|| Unanswered("the worker says nothing".to_owned()))?;
        let line = BufReader::new(out).lines().next_line().await.map_err(unanswered)?.unwrap_or_default();
        if !line.starts_with("Crownhead thinks") {
            return Err(Unanswered(format!("the worker does not start: {line:?}")));
        }
        Ok(Self { child })
    }

    /// Kills it: nothing is tidied up.
    pub async fn kill(mut self) -> Result<(), Unanswered> {
        self.child.kill().await.map_err(|error| Unanswered(error.to_string()))
    }

    /// Its process.
    #[must_use]
    pub fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Waits until it has ended, and says with which code.
    pub async fn ended(mut self) -> Option<i32> {
        self.child.wait().await.ok().and_then(|status| status.code())
    }
}
