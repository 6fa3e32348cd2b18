//! Leaves nothing behind of a command, even when it is killed: no process, no temporary file.
//!
//! Three processes take part. The one that was started does nothing but hold a pipe to the second, the keeper. The keeper
//! makes a folder, starts `xtask` again with the same arguments and with `TMPDIR` set to the folder, and adopts the orphans
//! among its descendants, so that none can leave its tree. When the command ends or the pipe closes, it ends all of them
//! and removes the folder. On systems other than Linux there is no keeper.

use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use std::{env, fs, io, thread};

use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, wait};
use tempfile::TempDir;

/// Tells a process its role; not set for the one that was started.
const ROLE: &str = "CROWNHEAD_KEEPER";
const KEEPER: &str = "keeper";
const KEPT: &str = "kept";
/// Time for servers in groups of their own to stop, before they are killed.
const GRACE: Duration = Duration::from_secs(30);
/// How often the keeper looks for processes that are left.
const INTERVAL: Duration = Duration::from_millis(20);
/// The longest path of a folder for temporary files, in bytes: the names of sockets in it have room for about 100 in all.
const LONGEST: usize = 32;

/// Commands that start nothing that could outlive them.
const BRIEF: [&str; 4] = ["tidy", "layers", "api", "pages"];

/// Runs the command of this process below a keeper and returns its exit code. `None` if it is below one already, or needs
/// none.
pub(crate) fn run(arguments: &[&str]) -> Option<Result<ExitCode, String>> {
    if arguments.first().is_none_or(|command| BRIEF.contains(command)) {
        return None;
    }
    match env::var(ROLE).ok().as_deref() {
        Some(KEPT) => None,
        Some(KEEPER) => Some(keep()),
        _ => Some(hold()),
    }
}

/// The first process: starts the keeper and waits for it.
fn hold() -> Result<ExitCode, String> {
    // It does not bear the name of this process, and is in a group of its own: neither an interrupt at the terminal nor
    // `killall xtask` ends it.
    let mut keeper = this_program()?
        .arg0(KEEPER)
        .env(ROLE, KEEPER)
        .stdin(Stdio::piped())
        .process_group(0)
        .spawn()
        .map_err(|error| format!("the keeper cannot be started: {error}"))?;
    // `wait` closes what is not taken. The system closes it when this process ends in any way.
    let _pipe = keeper.stdin.take();
    let status = keeper.wait().map_err(|error| format!("the keeper: {error}"))?;
    Ok(exit_code(status.code()))
}

/// The keeper.
fn keep() -> Result<ExitCode, String> {
    let problem = |error: io::Error| format!("the keeper: {error}");
    fs::write("/proc/self/comm", KEEPER).map_err(problem)?;
    set_child_subreaper(Some(getpid())).map_err(|error| problem(error.into()))?;
    let folder = temporary_folder().map_err(problem)?;
    let command = this_program()?
        .env(ROLE, KEPT)
        .env("TMPDIR", folder.path())
        .stdin(Stdio::null())
        .spawn()
        .map_err(problem)?;
    let (sender, receiver) = mpsc::channel();
    let abandoned = sender.clone();
    thread::spawn(move || {
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        let _ = abandoned.send(None);
    });
    // Ends when there is no descendant any more: until then each is a child of this process, or will be.
    let waiter = thread::spawn(move || {
        while let Ok(found) = wait(WaitOptions::empty()) {
            if let Some((id, status)) = found
                && id.as_raw_nonzero().get().cast_unsigned() == command.id()
            {
                let _ = sender.send(status.exit_status());
            }
        }
    });
    let code = receiver.recv().ok().flatten();
    let deadline = Instant::now() + GRACE;
    while !waiter.is_finished() {
        end_descendants(Instant::now() > deadline);
        thread::sleep(INTERVAL);
    }
    folder.close().map_err(problem)?;
    Ok(exit_code(code))
}

/// Kills the processes of the keeper's group, which are those that tests and scripts start as they please. Asks the others
/// to end; if it is late, kills them.
fn end_descendants(is_late: bool) {
    let keeper = getpid();
    for Descendant { id, parent, group } in processes() {
        let signal = match (group == keeper, parent == keeper) {
            (true, _) if id != keeper => Signal::KILL,
            (false, true) if is_late => Signal::KILL,
            (false, true) => Signal::TERM,
            _ => continue,
        };
        // It may have ended meanwhile.
        let _ = kill_process(id, signal);
    }
}

struct Descendant {
    id: Pid,
    parent: Pid,
    group: Pid,
}

/// Lists the processes of the system that are not zombies.
fn processes() -> Vec<Descendant> {
    let pid = |text: &str| Pid::from_raw(text.parse().ok()?);
    let read = |entry: fs::DirEntry| {
        let id = pid(entry.file_name().to_str()?)?;
        let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
        // The name is in brackets and may contain anything; state, parent and group follow.
        let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').take(3).collect();
        let [state, parent, group] = fields[..] else { return None };
        (state != "Z").then_some(Descendant { id, parent: pid(parent)?, group: pid(group)? })
    };
    fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(read).collect()
}

fn temporary_folder() -> io::Result<TempDir> {
    let usual = env::temp_dir();
    let parent = if usual.as_os_str().len() > LONGEST { PathBuf::from("/tmp") } else { usual };
    let folder = tempfile::Builder::new().prefix("crownhead-").tempdir_in(parent)?;
    // PostgreSQL runs as another user where the tests run as root.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))?;
    Ok(folder)
}

/// Returns a command that runs this program again with the same arguments.
fn this_program() -> Result<Command, String> {
    let program = env::current_exe().map_err(|error| format!("the path of xtask: {error}"))?;
    let mut command = Command::new(program);
    command.args(env::args_os().skip(1));
    Ok(command)
}

/// Returns the code to end with; a process that a signal ended has none.
fn exit_code(code: Option<i32>) -> ExitCode {
    code.and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from)
}
