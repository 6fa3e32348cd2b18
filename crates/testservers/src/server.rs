//! A server: its process, its folder and its address.

use std::net::SocketAddr;
use std::process::Command;

use rustix::process::Signal;

use crate::error::Error;
use crate::port;
use crate::process::Process;
use crate::temp_folder::TempFolder;

/// A server in its own folder. It is stopped, and the folder removed, when this is dropped.
#[derive(Debug)]
pub(crate) struct Server {
    // Dropped before the folder, in which the server works.
    pub(crate) process: Option<Process>,
    pub(crate) folder: TempFolder,
    /// The address on which it listens; port 0 before the first start.
    pub(crate) address: SocketAddr,
    /// The signal that stops it at once.
    stop_signal: Signal,
}

impl Server {
    /// Creates the folder; starts nothing.
    pub(crate) fn new(name: &str, stop_signal: Signal) -> Result<Self, Error> {
        let folder = TempFolder::new(name, stop_signal)?;
        Ok(Self { process: None, folder, address: port::unassigned(), stop_signal })
    }

    /// Starts the program, and waits until `is_ready`, which is given the process id, returns true.
    pub(crate) async fn start(
        &mut self,
        command: &mut Command,
        mut is_ready: impl AsyncFnMut(u32) -> bool,
    ) -> Result<(), Error> {
        self.process = None;
        let mut process = Process::start(command, &self.folder, self.stop_signal)?;
        let pid = process.pid();
        process.wait_until(&self.folder, async || is_ready(pid).await).await?;
        self.process = Some(process);
        Ok(())
    }

    /// Returns whether the server was started and has not ended.
    pub(crate) fn is_running(&mut self) -> bool {
        self.process.as_mut().is_some_and(|process| !process.has_ended())
    }

    /// Stops the server with a signal, and waits for its end.
    pub(crate) async fn stop(&mut self, signal: Signal) -> Result<(), Error> {
        match self.process.take() {
            Some(process) => process.stop(signal, &self.folder).await,
            None => Ok(()),
        }
    }

    /// Kills the server and its children.
    pub(crate) async fn kill(&mut self) -> Result<(), Error> {
        match self.process.take() {
            Some(process) => process.kill(&self.folder).await,
            None => Ok(()),
        }
    }

    /// Returns the process id while the server runs.
    pub(crate) fn pid(&self) -> Option<u32> {
        self.process.as_ref().map(Process::pid)
    }
}
