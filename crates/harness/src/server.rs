//! A site or a worker as a process.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::Error;

/// A running process. It is killed when this is dropped.
pub struct Server {
    child: Child,
    /// The origin of the site, such as `http://127.0.0.1:40961`; empty for a worker.
    pub origin: String,
}

/// The command that starts a process.
#[derive(Clone, Debug)]
pub struct ServerCommand {
    /// The path of `crownhead`.
    pub program: PathBuf,
    /// The SQLite file or the PostgreSQL URL.
    pub database: PathBuf,
    /// The address to listen on; port 0 is any free port.
    pub listen: String,
    /// Additional arguments.
    pub args: Vec<String>,
    /// The offset of its clock, such as `+2s`.
    pub clock_skew: Option<String>,
    /// A file with the offset of its clock, which may change while the process runs.
    pub clock_skew_file: Option<PathBuf>,
    subcommand: &'static str,
}

impl ServerCommand {
    /// Creates the command for a site on a free port, without rate limits.
    #[must_use]
    pub fn new(program: &Path, database: &Path) -> Self {
        Self {
            program: program.to_owned(),
            database: database.to_owned(),
            listen: "127.0.0.1:0".to_owned(),
            args: ["--rate-limits", "off", "--log", "error"].map(str::to_owned).to_vec(),
            clock_skew: None,
            clock_skew_file: None,
            subcommand: "serve",
        }
    }

    /// Changes the command to one for an engine worker.
    #[must_use]
    pub fn worker(mut self) -> Self {
        // Workers have no rate limits.
        self.args.retain(|argument| argument != "--rate-limits" && argument != "off");
        self.subcommand = "worker";
        self
    }

    /// Starts the process, and waits for its first line of output, which has the address.
    pub async fn spawn(&self) -> Result<Server, Error> {
        let with_path = |error: std::io::Error| Error(format!("{}: {error}", self.program.display()));
        let mut command = Command::new(&self.program);
        if self.clock_skew.is_some() || self.clock_skew_file.is_some() {
            // Only the wall clock is wrong, as on real machines. The program `faketime` would be a process between this one
            // and the server.
            let library = testservers::faketime_library()?;
            command.env("LD_PRELOAD", library).env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
            command.envs(self.clock_skew.iter().map(|skew| ("FAKETIME", skew)));
            let file = self.clock_skew_file.iter();
            command
                .envs(file.map(|file| ("FAKETIME_TIMESTAMP_FILE", file)))
                .env("FAKETIME_CACHE_DURATION", "1");
        }
        command.arg(self.subcommand);
        if self.subcommand == "serve" {
            command.args(["--listen", &self.listen]);
        }
        let mut child = command
            .arg("--database")
            .arg(&self.database)
            .args(&self.args)
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(with_path)?;
        let out = child.stdout.take().ok_or_else(|| Error::new("the server has no standard output"))?;
        let mut lines = BufReader::new(out).lines();
        let line = lines.next_line().await.map_err(with_path)?.unwrap_or_default();
        let origin = line.split_whitespace().find(|word| word.starts_with("http://"));
        let origin = origin.map(|origin| origin.trim_end_matches(';').to_owned());
        // A worker has no address.
        let origin = if self.subcommand == "serve" { origin } else { origin.or(Some(String::new())) };
        let origin = origin.filter(|_| !line.is_empty());
        let origin = origin.ok_or_else(|| Error(format!("the server does not start: {line:?}")))?;
        // Further output must not fill the pipe.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Ok(Server { child, origin })
    }
}

impl Server {
    /// Kills the process.
    pub async fn kill(mut self) -> Result<(), Error> {
        Ok(self.child.kill().await?)
    }

    /// Sends SIGTERM to the process.
    pub fn terminate(&self) -> Result<(), Error> {
        let pid = self.pid().unwrap_or_default().to_string();
        match std::process::Command::new("kill").args(["-TERM", &pid]).status() {
            Ok(status) if status.success() => Ok(()),
            other => Err(Error(format!("cannot send SIGTERM to process {pid}: {other:?}"))),
        }
    }

    /// Returns the process id while the process runs.
    #[must_use]
    pub fn pid(&self) -> Option<u32> {
        self.child.id()
    }

    /// Waits for the end of the process, and returns its exit code.
    pub async fn wait(mut self) -> Option<i32> {
        self.child.wait().await.ok().and_then(|status| status.code())
    }
}
