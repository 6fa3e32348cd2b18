//! A killed `xtask` leaves no listening process and no temporary folder.

#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, io, thread};

/// The environment variable with the role of a test server.
const ROLE: &str = "CROWNHEAD_TEST_SERVER";
/// The time after which a test fails.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Listens, creates a temporary folder, prints both, and waits. The first server starts a second one in a process group
/// of its own. Does nothing without the variable.
#[test]
fn test_server() -> io::Result<()> {
    let Ok(role) = env::var(ROLE) else { return Ok(()) };
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let folder = tempfile::tempdir()?;
    println!("\nat {} {}", listener.local_addr()?, folder.path().display());
    let _second = (role == "first").then(|| {
        Command::new(env::current_exe()?)
            .args(["--exact", "test_server", "--nocapture"])
            .env(ROLE, "second")
            .process_group(0)
            .spawn()
    });
    loop {
        thread::park();
    }
}

fn xtask(arguments: &[&str]) -> Command {
    let mut xtask = Command::new(env!("CARGO_BIN_EXE_xtask"));
    // These tests may run under a supervisor themselves.
    xtask.args(arguments).env_remove("CROWNHEAD_SUPERVISOR");
    xtask
}

/// Starts both servers under a supervisor; returns their addresses and folders.
fn start() -> io::Result<(Child, Vec<(SocketAddr, PathBuf)>)> {
    let mut xtask = xtask(&["supervise"])
        .arg(env::current_exe()?)
        .args(["--exact", "test_server", "--nocapture"])
        .env(ROLE, "first")
        .stdout(Stdio::piped())
        .spawn()?;
    let stdout = xtask.stdout.take().ok_or_else(|| io::Error::other("stdout is not captured"))?;
    let servers = BufReader::new(stdout).lines().map_while(Result::ok).filter_map(|line| {
        let (address, folder) = line.strip_prefix("at ")?.split_once(' ')?;
        Some((address.parse().ok()?, PathBuf::from(folder)))
    });
    Ok((xtask, servers.take(2).collect()))
}

fn is_listening((address, _): &(SocketAddr, PathBuf)) -> bool {
    TcpStream::connect(address).is_ok()
}

#[test]
fn nothing_is_left_after_sigkill() -> io::Result<()> {
    let (mut xtask, servers) = start()?;
    assert_eq!(servers.len(), 2, "{servers:?}");
    assert!(servers.iter().all(|server| is_listening(server) && server.1.is_dir()), "{servers:?}");
    // All temporary folders share a parent.
    let parents: Vec<PathBuf> =
        servers.iter().filter_map(|(_, folder)| Some(folder.parent()?.to_owned())).collect();
    assert!(parents[0] == parents[1] && parents[0] != env::temp_dir(), "{parents:?}");
    assert!(parents[0].as_os_str().len() < 60, "too long for paths of sockets: {parents:?}");
    xtask.kill()?;
    xtask.wait()?;
    let deadline = Instant::now() + TIMEOUT;
    while servers.iter().any(is_listening) || parents[0].exists() {
        assert!(Instant::now() < deadline, "left: {servers:?}");
        thread::yield_now();
    }
    Ok(())
}

#[test]
fn the_exit_code_is_that_of_the_command() -> io::Result<()> {
    for (arguments, expected) in
        [(&["supervise", "true"][..], 0), (&["supervise", "false"], 1), (&["unknown"], 1)]
    {
        assert_eq!(xtask(arguments).output()?.status.code(), Some(expected), "{arguments:?}");
    }
    Ok(())
}
