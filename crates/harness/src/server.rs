//! A site as a process of its own, started for a trial.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::client::Unanswered;

/// A running site. It is killed when this is dropped.
pub struct Server {
    child: Child,
    /// How it is called, such as `http://127.0.0.1:40961`.
    pub origin: String,
}

/// How to start it.
#[derive(Clone, Debug)]
pub struct Start {
    /// The program.
    pub program: PathBuf,
    /// The file with everything in it.
    pub database: PathBuf,
    /// Where it listens; port 0 is any that is free.
    pub listen: String,
    /// Other arguments.
    pub args: Vec<String>,
    /// How far its clock is wrong, such as `+2s`.
    pub skew: Option<String>,
    /// Is it one that serves, or a worker?
    command: &'static str,
}

impl Start {
    /// The usual: on a free port, without limits.
    #[must_use]
    pub fn new(program: &Path, database: &Path) -> Self {
        Self {
            program: program.to_owned(),
            database: database.to_owned(),
            listen: "127.0.0.1:0".to_owned(),
            args: ["--rate-limits", "off", "--log", "error"].map(str::to_owned).to_vec(),
            skew: None,
            command: "serve",
        }
    }

    /// The same as a worker, which thinks for the computer.
    #[must_use]
    pub fn worker(mut self) -> Self {
        // It has no visitors whom it could limit.
        self.args.retain(|argument| argument != "--rate-limits" && argument != "off");
        self.command = "worker";
        self
    }

    /// Starts it, and waits for its first line, which tells the address.
    pub async fn start(&self) -> Result<Server, Unanswered> {
        let unanswered = |error: std::io::Error| Unanswered(format!("{}: {error}", self.program.display()));
        let mut command = Command::new(&self.program);
        if let Some(skew) = &self.skew {
            // Only the clock on the wall is wrong: nobody sets the steady one. The program `faketime` would stand between us
            // and the process.
            let library =
                testservers::faketime_library().map_err(|trouble| Unanswered(trouble.to_string()))?;
            command.env("LD_PRELOAD", library).env("FAKETIME", skew).env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        }
        command.arg(self.command);
        if self.command == "serve" {
            command.args(["--listen", &self.listen]);
        }
        let mut child = command
            .arg("--database")
            .arg(&self.database)
            .args(&self.args)
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(unanswered)?;
        let out = child.stdout.take().ok_or_else(|| Unanswered("the site says nothing".to_owned()))?;
        let mut lines = BufReader::new(out).lines();
        let line = lines.next_line().await.map_err(unanswered)?.unwrap_or_default();
        let origin = line.split_whitespace().find(|word| word.starts_with("http://"));
        let origin = origin.map(|origin| origin.trim_end_matches(';').to_owned());
        // A worker has no address.
        let origin = if self.command == "serve" { origin } else { origin.or(Some(String::new())) };
        let origin = origin.filter(|_| !line.is_empty());
        let origin = origin.ok_or_else(|| Unanswered(format!("the site does not start: {line:?}")))?;
        // Whatever else it says must not fill the pipe.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Ok(Server { child, origin })
    }
}

impl Server {
    /// Kills it: nothing is tidied up.
    pub async fn kill(mut self) -> Result<(), Unanswered> {
        self.child.kill().await.map_err(|error| Unanswered(error.to_string()))
    }

    /// Tells it to stop.
    pub fn terminate(&self) -> Result<(), Unanswered> {
        let id = self.id().unwrap_or_default().to_string();
        let told = std::process::Command::new("kill").args(["-TERM", &id]).status();
        match told {
            Ok(status) if status.success() => Ok(()),
            other => Err(Unanswered(format!("the process {id} cannot be told to stop: {other:?}"))),
        }
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
