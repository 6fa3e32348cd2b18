//! Nothing is left when a process with servers is killed.

use std::env;
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use testservers::{Error, Nats, Nginx, Postgres};
use tokio::io::{AsyncBufReadExt, BufReader};

/// The environment variable of the process that is killed.
const VICTIM: &str = "CROWNHEAD_VICTIM";

/// Starts one server of each kind, prints their addresses, and waits to be killed. Does nothing in a normal test run.
#[tokio::test]
async fn victim_starts_servers() -> Result<(), Error> {
    if env::var_os(VICTIM).is_none() {
        return Ok(());
    }
    let postgres = Postgres::shared().await?;
    let (nats, nginx) = (Nats::start().await?, Nginx::start(&[postgres.address()]).await?);
    println!("\naddresses {} {} {}", postgres.address(), nats.address(), nginx.address());
    std::future::pending().await
}

#[tokio::test]
async fn killing_a_process_stops_its_servers_and_removes_their_folders() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    // PostgreSQL may run as another user.
    let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.path(), open)?;
    let mut victim = Command::new(env::current_exe()?);
    victim
        .args(["--exact", "victim_starts_servers", "--nocapture"])
        .env(VICTIM, "1")
        .env("TMPDIR", folder.path());
    let mut victim = tokio::process::Command::from(victim);
    let mut victim = victim.stdout(Stdio::piped()).kill_on_drop(true).spawn()?;
    let out = victim.stdout.take().ok_or_else(|| Error("the victim has no output".to_owned()))?;
    let mut lines = BufReader::new(out).lines();
    let addresses: Vec<SocketAddr> = loop {
        let line = lines.next_line().await?.ok_or_else(|| Error("the victim ended".to_owned()))?;
        if let Some(addresses) = line.strip_prefix("addresses ") {
            break addresses.split(' ').filter_map(|address| address.parse().ok()).collect();
        }
    };
    // One folder for each server, and one for the packages if they had to be copied.
    let is_copy = |path: &&PathBuf| path.to_string_lossy().contains("crownhead-servers-");
    let folders = entries(folder.path());
    let copies = folders.iter().filter(is_copy).count();
    assert_eq!((addresses.len(), folders.len() - copies), (3, 3), "{folders:?}");
    assert!(copies <= 1, "{folders:?}");
    assert!(addresses.iter().all(|address| TcpStream::connect(address).is_ok()));
    victim.kill().await?;
    let deadline = Instant::now() + Duration::from_secs(60);
    let is_left = || {
        !entries(folder.path()).is_empty()
            || addresses.iter().any(|address| TcpStream::connect(address).is_ok())
    };
    while is_left() {
        assert!(Instant::now() < deadline, "left: {addresses:?} {:?}", entries(folder.path()));
        tokio::task::yield_now().await;
    }
    Ok(())
}

/// Returns the paths of the entries of a folder.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}
