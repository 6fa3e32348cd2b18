//! A server as a process of its own.

use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tokio::time::sleep;

use crate::folder::Folder;
use crate::trouble::Trouble;

/// So often it is looked whether something has come about.
pub(crate) const LOOK: Duration = Duration::from_millis(5);
/// For so long a server may take to start or to stop: a busy machine is slow.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A running server. It is ended when this is dropped.
///
/// This is a process of the standard library, not of tokio: those belong to the runtime in which they were started, and a
/// server that tests share outlives the runtime of the first.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    /// What ends it at once.
    end: Signal,
    /// The file that tells the keeper of the folder which process is to end with it.
    note: PathBuf,
}

impl Process {
    /// Starts a program that works in this folder, and tells what it does to the log there.
    pub(crate) fn start(command: &mut Command, folder: &Folder, end: Signal) -> Result<Self, Trouble> {
        let name = command.get_program().to_string_lossy().into_owned();
        let log = log(folder)?;
        let child = command
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(log.try_clone().map_err(Trouble::with("the log"))?)
            .stderr(log)
            .process_group(0)
            .spawn()
            .map_err(Trouble::with(&name))?;
        let process = Self { child, end, note: folder.join("pid") };
        fs::write(&process.note, process.id().to_string()).map_err(Trouble::at(&process.note))?;
        Ok(process)
    }

    /// Its number.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, signal: Signal) -> Result<(), Trouble> {
        send(self.id(), signal)
    }

    /// Has it ended?
    pub(crate) fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Waits until something holds of the running server; it is trouble if the server ends before.
    pub(crate) async fn until(
        &mut self,
        folder: &Folder,
        mut holds: impl AsyncFnMut() -> bool,
    ) -> Result<(), Trouble> {
        let deadline = Instant::now() + PATIENCE;
        while !holds().await {
            let ended = self.has_ended();
            if ended || Instant::now() > deadline {
                let what = if ended { "ended" } else { "is not ready after a minute" };
                return Err(Trouble(format!("the server {what}; its last words:\n{}", last_words(folder))));
            }
            sleep(LOOK).await;
        }
        Ok(())
    }

    /// Sends it a signal that ends it, and waits for its end.
    pub(crate) async fn end(mut self, signal: Signal, folder: &Folder) -> Result<(), Trouble> {
        self.signal(signal)?;
        let deadline = Instant::now() + PATIENCE;
        while !self.has_ended() {
            if Instant::now() > deadline {
                return Err(Trouble(format!("the server does not stop:\n{}", last_words(folder))));
            }
            sleep(LOOK).await;
        }
        Ok(())
    }

    /// Kills it with all its children, as when a machine loses its power: nobody is told, nothing is tidied up.
    pub(crate) async fn kill(self, folder: &Folder) -> Result<(), Trouble> {
        // Once it is halted it has no more children.
        self.signal(Signal::STOP)?;
        let children = children(self.id());
        for child in &children {
            // It may have ended meanwhile.
            let _ = send(*child, Signal::KILL);
        }
        self.end(Signal::KILL, folder).await?;
        let deadline = Instant::now() + PATIENCE;
        while children.iter().any(|child| is_alive(*child)) {
            if Instant::now() > deadline {
                return Err(Trouble("a killed process does not end".to_owned()));
            }
            sleep(LOOK).await;
        }
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.has_ended() {
            let _ = self.signal(self.end);
        }
        let deadline = Instant::now() + Duration::from_secs(10);
        while !self.has_ended() && Instant::now() < deadline {
            thread::sleep(LOOK);
        }
        // These do nothing to one that has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
        // Its number may soon be another's.
        let _ = fs::remove_file(&self.note);
    }
}

/// Opens the file to which a server in this folder writes its messages.
fn log(folder: &Folder) -> Result<File, Trouble> {
    let path = folder.join("log");
    File::options().create(true).append(true).open(&path).map_err(Trouble::at(&path))
}

/// Returns the last lines of that file.
pub(crate) fn last_words(folder: &Folder) -> String {
    let text = fs::read(folder.join("log")).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(8)..].join("\n")
}

fn send(process: u32, signal: Signal) -> Result<(), Trouble> {
    let id = i32::try_from(process).ok().and_then(Pid::from_raw);
    let id = id.ok_or_else(|| Trouble(format!("{process} is not a process")))?;
    kill_process(id, signal).map_err(|error| Trouble(format!("process {process}: {error}")))
}

/// The children of a process.
pub(crate) fn children(process: u32) -> Vec<u32> {
    let text = fs::read_to_string(format!("/proc/{process}/task/{process}/children")).unwrap_or_default();
    text.split_whitespace().filter_map(|id| id.parse().ok()).collect()
}

/// Is it there, and not only its name?
pub(crate) fn is_alive(process: u32) -> bool {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name stands in brackets and may contain anything.
    text.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
}
