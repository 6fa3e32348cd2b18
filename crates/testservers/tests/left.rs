//! What is left when a process with servers is killed: nothing.

use std::env;
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use testservers::{Nats, Nginx, Postgres, Trouble};
use tokio::io::{AsyncBufReadExt, BufReader};

/// Set for the process that is killed.
const MARK: &str = "CROWNHEAD_VICTIM";

/// Starts one of each, tells where they are, and waits to be killed. By itself it does nothing.
#[tokio::test]
async fn a_process_with_servers() -> Result<(), Trouble> {
    if env::var_os(MARK).is_none() {
        return Ok(());
    }
    let postgres = Postgres::shared().await?;
    let (nats, nginx) = (Nats::start().await?, Nginx::start(&[postgres.address()]).await?);
    println!("\nat {} {} {}", postgres.address(), nats.address(), nginx.address());
    std::future::pending().await
}

#[tokio::test]
async fn servers_and_their_folders_are_gone_when_the_process_is_killed() -> Result<(), Trouble> {
    let folder = tempfile::tempdir()?;
    // PostgreSQL may run as another user.
    let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.path(), open)?;
    let mut victim = Command::new(env::current_exe()?);
    victim
        .args(["--exact", "a_process_with_servers", "--nocapture"])
        .env(MARK, "1")
        .env("TMPDIR", folder.path());
    let mut victim = tokio::process::Command::from(victim);
    let mut victim = victim.stdout(Stdio::piped()).kill_on_drop(true).spawn()?;
    let out = victim.stdout.take().ok_or_else(|| Trouble("it says nothing".to_owned()))?;
    let mut lines = BufReader::new(out).lines();
    let addresses: Vec<SocketAddr> = loop {
        let line = lines.next_line().await?.ok_or_else(|| Trouble("it ended".to_owned()))?;
        if let Some(addresses) = line.strip_prefix("at ") {
            break addresses.split(' ').filter_map(|address| address.parse().ok()).collect();
        }
    };
    // One for each; and the programs themselves, where they had to be copied.
    let is_copy = |path: &&PathBuf| path.to_string_lossy().contains("crownhead-servers-");
    let folders = inside(folder.path());
    let copies = folders.iter().filter(is_copy).count();
    assert_eq!((addresses.len(), folders.len() - copies), (3, 3), "{folders:?}");
    assert!(copies <= 1, "{folders:?}");
    assert!(addresses.iter().all(|address| TcpStream::connect(address).is_ok()));
    victim.kill().await?;
    let deadline = Instant::now() + Duration::from_secs(60);
    let is_left = || {
        !inside(folder.path()).is_empty()
            || addresses.iter().any(|address| TcpStream::connect(address).is_ok())
    };
    while is_left() {
        assert!(Instant::now() < deadline, "left: {addresses:?} {:?}", inside(folder.path()));
        tokio::task::yield_now().await;
    }
    Ok(())
}

/// What is in a folder.
fn inside(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}
