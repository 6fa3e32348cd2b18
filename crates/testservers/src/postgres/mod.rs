//! PostgreSQL servers and replicas.

mod client;

use std::fs::{self, Permissions};
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::str;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use rustix::process::Signal;
use tokio::sync::OnceCell;
use tokio::time::sleep;

use crate::error::Error;
use crate::port;
use crate::process::{POLL_INTERVAL, TIMEOUT, log_tail};
use crate::program;
use crate::server::Server;
use crate::user::User;

/// Settings of every server: local connections only, enough of them for the pools of several nodes, and replicas that
/// reconnect soon. All other settings have their defaults.
const SETTINGS: [&str; 3] =
    ["listen_addresses=127.0.0.1", "max_connections=300", "wal_retrieve_retry_interval=100ms"];
/// Settings of a server without durability.
const NO_FSYNC: [&str; 3] = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/// A PostgreSQL server on its own port. It is stopped, and its folder removed, when this is dropped.
#[derive(Debug)]
pub struct Postgres {
    server: Server,
    user: User,
    fsync: bool,
    /// Number of databases created so far.
    databases: AtomicU32,
}

impl Postgres {
    /// Starts a server with an empty cluster and the durability of production: acknowledged commits survive a crash.
    pub async fn start() -> Result<Self, Error> {
        Self::init(true).await
    }

    /// Starts a faster server without durability, for tests that do not kill it.
    pub async fn start_without_fsync() -> Result<Self, Error> {
        Self::init(false).await
    }

    /// Returns the server without durability that all tests of this process share; each test creates its own
    /// [database](Self::create_database). The server stops with the process.
    pub async fn shared() -> Result<&'static Self, Error> {
        static SHARED: OnceCell<Postgres> = OnceCell::const_new();
        SHARED.get_or_try_init(Self::start_without_fsync).await
    }

    async fn init(fsync: bool) -> Result<Self, Error> {
        let mut postgres = Self::create_folders(fsync)?;
        let mut initdb = program::postgres_command("initdb")?;
        initdb
            .args(["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C"])
            // The empty cluster need not survive a crash.
            .args(["--no-sync", "--no-instructions", "--pgdata"])
            .arg(postgres.data());
        client::run(initdb, postgres.user, postgres.server.folder.path()).await?;
        postgres.start_on_free_port().await?;
        Ok(postgres)
    }

    /// Starts a read-only replica of this server. It reconnects when this server is stopped and started again.
    pub async fn replica(&self) -> Result<Self, Error> {
        let mut replica = Self::create_folders(self.fsync)?;
        let mut copy = program::postgres_command("pg_basebackup")?;
        copy.args(["--write-recovery-conf", "--checkpoint=fast", "--wal-method=stream", "--no-sync"])
            .args(["--dbname", &self.url("postgres"), "--pgdata"])
            .arg(replica.data());
        client::run(copy, replica.user, replica.server.folder.path()).await?;
        replica.start_on_free_port().await?;
        Ok(replica)
    }

    fn create_folders(fsync: bool) -> Result<Self, Error> {
        let (server, user) = (Server::new("postgres", Signal::QUIT)?, User::for_postgres()?);
        let data = server.folder.join("data");
        user.create_folder(&data)?;
        user.create_folder(&server.folder.join("socket"))?;
        // PostgreSQL refuses a data folder that others can read.
        fs::set_permissions(&data, Permissions::from_mode(0o700)).map_err(Error::at(&data))?;
        Ok(Self { server, user, fsync, databases: AtomicU32::new(0) })
    }

    async fn start_on_free_port(&mut self) -> Result<(), Error> {
        port::with_free_port(async |address| {
            self.server.address = address;
            self.start_again().await
        })
        .await
    }

    /// Starts the server after it was stopped or killed, on the same port and with its data. Does nothing if it is running.
    pub async fn start_again(&mut self) -> Result<(), Error> {
        if self.server.is_running() {
            return Ok(());
        }
        let mut command = program::postgres_command("postgres")?;
        command.arg("-D").arg(self.data());
        let mut set = |setting: &str| {
            command.args(["-c", setting]);
        };
        SETTINGS.into_iter().for_each(&mut set);
        if !self.fsync {
            NO_FSYNC.into_iter().for_each(&mut set);
        }
        set(&format!("port={}", self.server.address.port()));
        set(&format!("unix_socket_directories={}", self.server.folder.join("socket").display()));
        self.user.apply_to(&mut command);
        let pid_file = self.data().join("postmaster.pid");
        self.server.start(&mut command, async |pid| is_ready(&pid_file, pid)).await
    }

    /// Stops the server by a fast shutdown: it closes all connections and writes its data.
    pub async fn stop(&mut self) -> Result<(), Error> {
        self.server.stop(Signal::INT).await
    }

    /// Kills the server and its child processes, as when the machine fails.
    pub async fn kill(&mut self) -> Result<(), Error> {
        self.server.kill().await
    }

    /// Returns the process id while the server runs.
    #[must_use]
    pub fn pid(&self) -> Option<u32> {
        self.server.pid()
    }

    /// Returns the address on which the server listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.server.address
    }

    /// Returns the URL of a database, such as `postgres://postgres@127.0.0.1:18000/games`.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        self.url_through(self.server.address, database)
    }

    /// Returns the URL of a database at another address, for example of a [relay](crate::Relay).
    #[must_use]
    pub fn url_through(&self, address: SocketAddr, database: &str) -> String {
        format!("postgres://postgres@{address}/{database}")
    }

    /// Creates an empty database with a unique name, and returns its URL.
    pub async fn create_database(&self) -> Result<String, Error> {
        let name = format!("fresh_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.query("postgres", &format!("create database {name} template template0")).await?;
        Ok(self.url(&name))
    }

    /// Runs SQL in a database. Returns the rows, one per line, with `|` between columns.
    pub async fn query(&self, database: &str, sql: &str) -> Result<String, Error> {
        client::psql(&self.url(database), sql, self.user, self.server.folder.path()).await
    }

    /// Waits until this replica has replayed all that the primary has written so far.
    pub async fn catch_up(&self, primary: &Self) -> Result<(), Error> {
        // The current end of the log may be inside a page, where replay never stops; the end of a message is not.
        let position = primary.query("postgres", "select pg_logical_emit_message(false, 'mark', '')").await?;
        let reached = format!("select pg_last_wal_replay_lsn() >= '{position}'");
        let deadline = Instant::now() + TIMEOUT;
        while self.query("postgres", &reached).await? != "t" {
            if Instant::now() > deadline {
                return Err(Error(format!(
                    "the replica does not catch up; its log ends with:\n{}",
                    log_tail(&self.server.folder)
                )));
            }
            sleep(POLL_INTERVAL).await;
        }
        Ok(())
    }

    fn data(&self) -> PathBuf {
        self.server.folder.join("data")
    }
}

/// Returns whether the server accepts connections. The first line of `postmaster.pid` is its process id, the eighth its
/// status.
fn is_ready(pid_file: &Path, pid: u32) -> bool {
    let text = fs::read(pid_file).unwrap_or_default();
    let lines: Vec<&str> = str::from_utf8(&text).unwrap_or_default().lines().map(str::trim).collect();
    lines.first() == Some(&pid.to_string().as_str()) && lines.get(7) == Some(&"ready")
}
