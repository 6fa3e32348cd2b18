//! NATS with JetStream.

use std::net::SocketAddr;
use std::process::Command;
use std::time::Duration;

use rustix::process::Signal;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::folder::Folder;
use crate::port;
use crate::process::Process;
use crate::program;
use crate::trouble::Trouble;

/// For so long a greeting is waited for, each time it is asked for.
const GREETING: Duration = Duration::from_secs(1);

/// A NATS server on a port of its own. It is ended, and its folder removed, when this is dropped.
#[derive(Debug)]
pub struct Nats {
    // Dropped first: a server must not find its folder gone.
    process: Option<Process>,
    folder: Folder,
    address: SocketAddr,
}

impl Nats {
    /// A server that has stored nothing yet.
    pub async fn start() -> Result<Self, Trouble> {
        let mut nats = Self { process: None, folder: Folder::new("nats", "TERM")?, address: port::nowhere() };
        port::claim(async |address| {
            nats.address = address;
            nats.start_again().await
        })
        .await?;
        Ok(nats)
    }

    /// Starts it after it was stopped or killed, on the same port and with all that was stored. One that runs goes on.
    pub async fn start_again(&mut self) -> Result<(), Trouble> {
        if self.process.as_mut().is_some_and(|process| !process.has_ended()) {
            return Ok(());
        }
        self.process = None;
        // Its name tells it from a stranger on the same port.
        let name = self.folder.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut command = Command::new(program::find("nats-server", "nats-server")?);
        command
            .args(["--addr", "127.0.0.1", "--port", &self.address.port().to_string()])
            .args(["--name", &name, "--jetstream", "--store_dir"])
            .arg(self.folder.join("store"));
        let mut process = Process::start(&mut command, &self.folder, Signal::TERM)?;
        let (address, mark) = (self.address, format!("\"server_name\":\"{name}\""));
        process.until(&self.folder, async || greets(address, &mark).await).await?;
        self.process = Some(process);
        Ok(())
    }

    /// Stops it as an administrator would.
    pub async fn stop(&mut self) -> Result<(), Trouble> {
        match self.process.take() {
            Some(process) => process.end(Signal::TERM, &self.folder).await,
            None => Ok(()),
        }
    }

    /// Kills it, as when the machine fails.
    pub async fn kill(&mut self) -> Result<(), Trouble> {
        match self.process.take() {
            Some(process) => process.kill(&self.folder).await,
            None => Ok(()),
        }
    }

    /// Its process, while it runs.
    #[must_use]
    pub fn process(&self) -> Option<u32> {
        self.process.as_ref().map(Process::id)
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// How it is called, such as `nats://127.0.0.1:18000`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("nats://{}", self.address)
    }
}

/// Does the server with this mark greet whoever comes?
async fn greets(address: SocketAddr, mark: &str) -> bool {
    let greeting = async {
        let stream = TcpStream::connect(address).await.ok()?;
        BufReader::new(stream).lines().next_line().await.ok()?
    };
    let greeting = timeout(GREETING, greeting).await.ok().flatten();
    greeting.is_some_and(|line| line.starts_with("INFO ") && line.contains(mark))
}
