//! Server processes.

use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tokio::time::sleep;

use crate::error::Error;
use crate::temp_folder::TempFolder;

/// Time between two checks of a condition.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// Maximum time for a server to start or to stop. Long, since a busy machine is slow.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);
/// Number of lines of the log in an error.
const LOG_TAIL: usize = 8;

/// A running server. It is stopped when this is dropped.
///
/// This uses a process of the standard library: tokio's belong to the runtime in which they were started, and a server that
/// tests share outlives the runtime of the first test.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    /// The signal that stops it at once.
    stop_signal: Signal,
    /// The file that tells the cleanup script of the folder which process to stop.
    pid_file: PathBuf,
}

impl Process {
    /// Starts a program in a folder, with its output in the file `log` there.
    pub(crate) fn start(
        command: &mut Command,
        folder: &TempFolder,
        stop_signal: Signal,
    ) -> Result<Self, Error> {
        let name = command.get_program().to_string_lossy().into_owned();
        let log = open_log(folder)?;
        let child = command
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(log.try_clone().map_err(Error::context("the log"))?)
            .stderr(log)
            .process_group(0)
            .spawn()
            .map_err(Error::context(&name))?;
        let process = Self { child, stop_signal, pid_file: folder.join("pid") };
        fs::write(&process.pid_file, process.pid().to_string()).map_err(Error::at(&process.pid_file))?;
        Ok(process)
    }

    /// Returns the process id.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, signal: Signal) -> Result<(), Error> {
        send(self.pid(), signal)
    }

    /// Returns whether the process has ended.
    pub(crate) fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Waits until a condition holds. Fails if the process ends before.
    pub(crate) async fn wait_until(
        &mut self,
        folder: &TempFolder,
        mut condition: impl AsyncFnMut() -> bool,
    ) -> Result<(), Error> {
        let deadline = Instant::now() + TIMEOUT;
        while !condition().await {
            let has_ended = self.has_ended();
            if has_ended || Instant::now() > deadline {
                let problem =
                    if has_ended { "ended".to_owned() } else { format!("is not ready after {TIMEOUT:?}") };
                return Err(Error(format!("the server {problem}; its log ends with:\n{}", log_tail(folder))));
            }
            sleep(POLL_INTERVAL).await;
        }
        Ok(())
    }

    /// Sends a signal that stops the process, and waits for its end.
    pub(crate) async fn stop(mut self, signal: Signal, folder: &TempFolder) -> Result<(), Error> {
        self.signal(signal)?;
        let deadline = Instant::now() + TIMEOUT;
        while !self.has_ended() {
            if Instant::now() > deadline {
                return Err(Error(format!(
                    "the server does not stop; its log ends with:\n{}",
                    log_tail(folder)
                )));
            }
            sleep(POLL_INTERVAL).await;
        }
        Ok(())
    }

    /// Kills the process and its children, as when the machine loses power.
    pub(crate) async fn kill(self, folder: &TempFolder) -> Result<(), Error> {
        // A stopped process starts no more children.
        self.signal(Signal::STOP)?;
        let children = children(self.pid());
        for child in &children {
            // It may have ended meanwhile.
            let _ = send(*child, Signal::KILL);
        }
        self.stop(Signal::KILL, folder).await?;
        let deadline = Instant::now() + TIMEOUT;
        while children.iter().any(|child| is_alive(*child)) {
            if Instant::now() > deadline {
                return Err(Error("a killed process does not end".to_owned()));
            }
            sleep(POLL_INTERVAL).await;
        }
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.has_ended() {
            let _ = self.signal(self.stop_signal);
        }
        let deadline = Instant::now() + Duration::from_secs(10);
        while !self.has_ended() && Instant::now() < deadline {
            thread::sleep(POLL_INTERVAL);
        }
        // These do nothing if the process has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
        // The system may reuse the process id.
        let _ = fs::remove_file(&self.pid_file);
    }
}

/// Opens the log of a server for appending.
fn open_log(folder: &TempFolder) -> Result<File, Error> {
    let path = folder.join("log");
    File::options().create(true).append(true).open(&path).map_err(Error::at(&path))
}

/// Returns the last lines of the log of a server.
pub(crate) fn log_tail(folder: &TempFolder) -> String {
    let text = fs::read(folder.join("log")).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(LOG_TAIL)..].join("\n")
}

fn send(pid: u32, signal: Signal) -> Result<(), Error> {
    let id = i32::try_from(pid).ok().and_then(Pid::from_raw);
    let id = id.ok_or_else(|| Error(format!("{pid} is not a process id")))?;
    kill_process(id, signal).map_err(|error| Error(format!("process {pid}: {error}")))
}

/// Returns the process ids of the children of a process.
pub(crate) fn children(pid: u32) -> Vec<u32> {
    let text = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    text.split_whitespace().filter_map(|id| id.parse().ok()).collect()
}

/// Returns whether a process exists and is not a zombie.
fn is_alive(pid: u32) -> bool {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The name of the program is in parentheses and may contain any character.
    text.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
}
