//! Cleans up after a command, even if it is killed: no process and no temporary file is left.
//!
//! There are three processes. The launcher, which the user starts, only holds a pipe to the supervisor. The supervisor
//! creates a folder, starts `xtask` again with the same arguments and with `TMPDIR` set to the folder, and adopts
//! orphaned descendants, so that none can leave its tree. When the command ends or the pipe closes, it ends all
//! descendants and removes the folder. Systems other than Linux have no supervisor.

use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use std::{env, fs, io, thread};

use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, wait};
use tempfile::TempDir;

/// The environment variable with the role of a process; the launcher has none.
const ROLE: &str = "CROWNHEAD_SUPERVISOR";
const SUPERVISOR: &str = "supervisor";
const SUPERVISED: &str = "supervised";
/// Time for servers in process groups of their own to stop, before they are killed.
const GRACE_PERIOD: Duration = Duration::from_secs(30);
/// The interval at which remaining processes are signalled.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The maximum length of the path for temporary folders, in bytes. Paths of sockets in it are limited to about 100
/// bytes.
const MAX_PATH_LENGTH: usize = 32;

/// Commands that start no process that could outlive them.
const UNSUPERVISED: [&str; 4] = ["tidy", "layers", "api", "pages"];

/// Runs the command of this process under a supervisor and returns its exit code. Returns `None` if this process is
/// supervised already, or if the command needs no supervisor.
pub(crate) fn run(arguments: &[&str]) -> Option<Result<ExitCode, String>> {
    if arguments.first().is_none_or(|command| UNSUPERVISED.contains(command)) {
        return None;
    }
    match env::var(ROLE).ok().as_deref() {
        Some(SUPERVISED) => None,
        Some(SUPERVISOR) => Some(supervise()),
        _ => Some(launch()),
    }
}

/// Starts the supervisor and waits for it.
fn launch() -> Result<ExitCode, String> {
    // With another name and a process group of its own, neither an interrupt at the terminal nor `killall xtask` ends
    // it.
    let mut supervisor = this_program()?
        .arg0(SUPERVISOR)
        .env(ROLE, SUPERVISOR)
        .stdin(Stdio::piped())
        .process_group(0)
        .spawn()
        .map_err(|error| format!("cannot start the supervisor: {error}"))?;
    // `wait` would close the pipe if it were not taken. The system closes it when this process ends in any way.
    let _pipe = supervisor.stdin.take();
    let status = supervisor.wait().map_err(|error| format!("supervisor: {error}"))?;
    Ok(exit_code(status.code()))
}

/// Runs the command, then ends its descendants and removes its folder.
fn supervise() -> Result<ExitCode, String> {
    let describe = |error: io::Error| format!("supervisor: {error}");
    fs::write("/proc/self/comm", SUPERVISOR).map_err(describe)?;
    set_child_subreaper(Some(getpid())).map_err(|error| describe(error.into()))?;
    let folder = create_temporary_folder().map_err(describe)?;
    let command = this_program()?
        .env(ROLE, SUPERVISED)
        .env("TMPDIR", folder.path())
        .stdin(Stdio::null())
        .spawn()
        .map_err(describe)?;
    let (sender, receiver) = mpsc::channel();
    let launcher_ended = sender.clone();
    thread::spawn(move || {
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        let _ = launcher_ended.send(None);
    });
    // Ends when no descendant is left: each is a child of this process, or becomes one.
    let waiter = thread::spawn(move || {
        while let Ok(ended) = wait(WaitOptions::empty()) {
            if let Some((id, status)) = ended
                && id.as_raw_nonzero().get().cast_unsigned() == command.id()
            {
                let _ = sender.send(status.exit_status());
            }
        }
    });
    let code = receiver.recv().ok().flatten();
    let deadline = Instant::now() + GRACE_PERIOD;
    while !waiter.is_finished() {
        end_descendants(Instant::now() > deadline);
        thread::sleep(POLL_INTERVAL);
    }
    folder.close().map_err(describe)?;
    Ok(exit_code(code))
}

/// Kills the processes in the supervisor's group: those of tests and scripts. Asks all others to end, or kills them
/// after the deadline.
fn end_descendants(is_after_deadline: bool) {
    let supervisor = getpid();
    for Process { id, parent, group } in processes() {
        let signal = match (group == supervisor, parent == supervisor) {
            (true, _) if id != supervisor => Signal::KILL,
            (false, true) if is_after_deadline => Signal::KILL,
            (false, true) => Signal::TERM,
            _ => continue,
        };
        // The process may have ended meanwhile.
        let _ = kill_process(id, signal);
    }
}

struct Process {
    id: Pid,
    parent: Pid,
    group: Pid,
}

/// Returns the processes of the system that are not zombies.
fn processes() -> Vec<Process> {
    let pid = |text: &str| Pid::from_raw(text.parse().ok()?);
    let read = |entry: fs::DirEntry| {
        let id = pid(entry.file_name().to_str()?)?;
        let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
        // The name is in brackets and may contain anything; state, parent and group follow.
        let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').take(3).collect();
        let [state, parent, group] = fields[..] else { return None };
        (state != "Z").then_some(Process { id, parent: pid(parent)?, group: pid(group)? })
    };
    fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(read).collect()
}

fn create_temporary_folder() -> io::Result<TempDir> {
    let default = env::temp_dir();
    let parent = if default.as_os_str().len() > MAX_PATH_LENGTH { PathBuf::from("/tmp") } else { default };
    let folder = tempfile::Builder::new().prefix("crownhead-").tempdir_in(parent)?;
    // PostgreSQL runs as another user if the tests run as root.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))?;
    Ok(folder)
}

/// Returns a command that runs this program again with the same arguments.
fn this_program() -> Result<Command, String> {
    let program = env::current_exe().map_err(|error| format!("cannot find the path of xtask: {error}"))?;
    let mut command = Command::new(program);
    command.args(env::args_os().skip(1));
    Ok(command)
}

/// Converts the exit code of a process; a process that a signal ended has none.
fn exit_code(code: Option<i32>) -> ExitCode {
    code.and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from)
}
