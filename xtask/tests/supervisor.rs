//! Nothing is left when `xtask` is killed: no process that listens, no temporary folder.

#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, io, thread};

/// Set for the processes that are killed.
const VICTIM: &str = "CROWNHEAD_VICTIM";
/// A bound on failing, not a measure.
const PATIENCE: Duration = Duration::from_secs(60);

/// Listens, makes a temporary folder, prints both, and waits. The first victim starts a second one in a group of its own.
/// Without the variable it does nothing.
#[test]
fn a_victim() -> io::Result<()> {
    let Ok(role) = env::var(VICTIM) else { return Ok(()) };
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let folder = tempfile::tempdir()?;
    println!("\nat {} {}", listener.local_addr()?, folder.path().display());
    let _second = (role == "first").then(|| victim(env::current_exe()?).process_group(0).spawn());
    loop {
        thread::park();
    }
}

/// Returns a command that runs the victim, without its role.
fn victim(program: PathBuf) -> Command {
    let mut command = Command::new(program);
    command.args(["--exact", "a_victim", "--nocapture"]).env(VICTIM, "second");
    command
}

/// Starts both victims below a keeper; returns where they listen and their folders.
fn start() -> io::Result<(Child, Vec<(SocketAddr, PathBuf)>)> {
    let mut xtask = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("kept")
        .arg(env::current_exe()?)
        .args(["--exact", "a_victim", "--nocapture"])
        .env(VICTIM, "first")
        // These tests may run below a keeper themselves.
        .env_remove("CROWNHEAD_KEEPER")
        .stdout(Stdio::piped())
        .spawn()?;
    let out = xtask.stdout.take().ok_or_else(|| io::Error::other("there is no output"))?;
    let places = BufReader::new(out).lines().map_while(Result::ok).filter_map(|line| {
        let (address, folder) = line.strip_prefix("at ")?.split_once(' ')?;
        Some((address.parse().ok()?, PathBuf::from(folder)))
    });
    Ok((xtask, places.take(2).collect()))
}

fn listens((address, _): &(SocketAddr, PathBuf)) -> bool {
    TcpStream::connect(address).is_ok()
}

#[test]
fn nothing_is_left_after_sigkill() -> io::Result<()> {
    let (mut xtask, places) = start()?;
    assert_eq!(places.len(), 2, "{places:?}");
    assert!(places.iter().all(|place| listens(place) && place.1.is_dir()), "{places:?}");
    // All temporary folders are in one.
    let parents: Vec<PathBuf> =
        places.iter().filter_map(|(_, folder)| Some(folder.parent()?.to_owned())).collect();
    assert!(parents[0] == parents[1] && parents[0] != env::temp_dir(), "{parents:?}");
    assert!(parents[0].as_os_str().len() < 60, "room for the names of sockets: {parents:?}");
    xtask.kill()?;
    xtask.wait()?;
    let deadline = Instant::now() + PATIENCE;
    while places.iter().any(listens) || parents[0].exists() {
        assert!(Instant::now() < deadline, "left: {places:?}");
        thread::yield_now();
    }
    Ok(())
}

#[test]
fn the_exit_code_is_that_of_the_command() -> io::Result<()> {
    for (arguments, expected) in [(&["kept", "true"][..], 0), (&["kept", "false"], 1), (&["garbage"], 1)] {
        let xtask = Command::new(env!("CARGO_BIN_EXE_xtask"))
            .args(arguments)
            .env_remove("CROWNHEAD_KEEPER")
            .output()?;
        assert_eq!(xtask.status.code(), Some(expected), "{arguments:?}");
    }
    Ok(())
}
