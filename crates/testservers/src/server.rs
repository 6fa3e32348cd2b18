//! A server: its process, its folder and its address.

use std::net::SocketAddr;
use std::process::Command;

use rustix::process::Signal;

use crate::folder::Folder;
use crate::port;
use crate::process::Process;
use crate::trouble::Trouble;

/// A server in a folder of its own. It is ended, and the folder removed, when this is dropped.
#[derive(Debug)]
pub(crate) struct Server {
    // Dropped first: a server must not find its folder gone.
    pub(crate) process: Option<Process>,
    pub(crate) folder: Folder,
    /// Where it listens; port 0 before the first start.
    pub(crate) address: SocketAddr,
    /// The signal that ends it at once.
    end: Signal,
}

impl Server {
    /// Makes the folder; nothing is started yet.
    pub(crate) fn new(what: &str, end: Signal) -> Result<Self, Trouble> {
        Ok(Self { process: None, folder: Folder::new(what, end)?, address: port::nowhere(), end })
    }

    /// Starts the program, and waits until `is_ready`, which is given the id of the process.
    pub(crate) async fn start(
        &mut self,
        command: &mut Command,
        mut is_ready: impl AsyncFnMut(u32) -> bool,
    ) -> Result<(), Trouble> {
        self.process = None;
        let mut process = Process::start(command, &self.folder, self.end)?;
        let id = process.id();
        process.until(&self.folder, async || is_ready(id).await).await?;
        self.process = Some(process);
        Ok(())
    }

    /// Whether it was started, and has not ended by itself.
    pub(crate) fn is_running(&mut self) -> bool {
        self.process.as_mut().is_some_and(|process| !process.has_ended())
    }

    /// Stops it with a signal, and waits for its end.
    pub(crate) async fn stop(&mut self, signal: Signal) -> Result<(), Trouble> {
        match self.process.take() {
            Some(process) => process.end(signal, &self.folder).await,
            None => Ok(()),
        }
    }

    /// Kills it with all its children.
    pub(crate) async fn kill(&mut self) -> Result<(), Trouble> {
        match self.process.take() {
            Some(process) => process.kill(&self.folder).await,
            None => Ok(()),
        }
    }

    /// Returns the id of the process, while it runs.
    pub(crate) fn id(&self) -> Option<u32> {
        self.process.as_ref().map(Process::id)
    }
}
