//! PostgreSQL: a server with many databases, and replicas that follow it.

mod tools;

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

use crate::port;
use crate::process::{LOOK, PATIENCE, last_words};
use crate::program;
use crate::server::Server;
use crate::trouble::Trouble;
use crate::user::User;
use tools::{Client, complete};

/// What holds for every server here: known to nobody but this machine, with room for the pools of several nodes, and soon back
/// at its primary if it is a replica. In all else it is as it comes.
const USUAL: [&str; 3] =
    ["listen_addresses=127.0.0.1", "max_connections=300", "wal_retrieve_retry_interval=100ms"];
/// A disk that forgets with the machine is good enough for tests that kill nothing.
const QUICK: [&str; 3] = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/// A PostgreSQL server on a port of its own. It is ended, and its folder removed, when this is dropped.
#[derive(Debug)]
pub struct Postgres {
    server: Server,
    user: User,
    quick: bool,
    databases: AtomicU32,
}

impl Postgres {
    /// A server with an empty cluster that writes to the disk as in production: what it has acknowledged is durable.
    pub async fn start() -> Result<Self, Trouble> {
        Self::made(false).await
    }

    /// A server that acknowledges sooner than the disk, for tests that do not kill it.
    pub async fn quick() -> Result<Self, Trouble> {
        Self::made(true).await
    }

    /// The quick server that all tests of this process share; each makes [a database](Self::create_database) of its own. It
    /// ends with the process.
    pub async fn shared() -> Result<&'static Self, Trouble> {
        static SHARED: OnceCell<Postgres> = OnceCell::const_new();
        SHARED.get_or_try_init(Self::quick).await
    }

    async fn made(quick: bool) -> Result<Self, Trouble> {
        let mut made = Self::prepared(quick)?;
        let mut initdb = program::of_postgres("initdb")?;
        initdb
            .args(["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C"])
            // The empty cluster need not survive the machine.
            .args(["--no-sync", "--no-instructions", "--pgdata"])
            .arg(made.data());
        complete(initdb, made.user, made.server.folder.path()).await?;
        made.begin().await?;
        Ok(made)
    }

    /// A server that follows this one, and answers who only reads. It goes on where it was when this one comes back.
    pub async fn replica(&self) -> Result<Self, Trouble> {
        let mut replica = Self::prepared(self.quick)?;
        let mut copy = program::of_postgres("pg_basebackup")?;
        copy.args(["--write-recovery-conf", "--checkpoint=fast", "--wal-method=stream", "--no-sync"])
            .args(["--dbname", &self.url("postgres"), "--pgdata"])
            .arg(replica.data());
        complete(copy, replica.user, replica.server.folder.path()).await?;
        replica.begin().await?;
        Ok(replica)
    }

    fn prepared(quick: bool) -> Result<Self, Trouble> {
        let (server, user) = (Server::new("postgres", Signal::QUIT)?, User::for_postgres()?);
        let folder = &server.folder;
        user.folder(&folder.join("data"))?;
        user.folder(&folder.join("socket"))?;
        // PostgreSQL insists on it.
        let private = Permissions::from_mode(0o700);
        fs::set_permissions(folder.join("data"), private).map_err(Trouble::at(&folder.join("data")))?;
        Ok(Self { server, user, quick, databases: AtomicU32::new(0) })
    }

    /// Starts for the first time.
    async fn begin(&mut self) -> Result<(), Trouble> {
        port::claim(async |address| {
            self.server.address = address;
            self.start_again().await
        })
        .await
    }

    /// Starts it after it was stopped or killed, on the same port and with all that was written. One that runs goes on.
    pub async fn start_again(&mut self) -> Result<(), Trouble> {
        if self.server.is_running() {
            return Ok(());
        }
        let mut command = program::of_postgres("postgres")?;
        command.arg("-D").arg(self.data());
        let mut set = |setting: &str| {
            command.args(["-c", setting]);
        };
        USUAL.into_iter().for_each(&mut set);
        if self.quick {
            QUICK.into_iter().for_each(&mut set);
        }
        set(&format!("port={}", self.server.address.port()));
        set(&format!("unix_socket_directories={}", self.server.folder.join("socket").display()));
        self.user.runs(&mut command);
        let told = self.data().join("postmaster.pid");
        self.server.start(&mut command, async |id| is_ready(&told, id)).await
    }

    /// Stops it as an administrator would: who is connected is thrown out, all is written.
    pub async fn stop(&mut self) -> Result<(), Trouble> {
        self.server.stop(Signal::INT).await
    }

    /// Kills it with all its helpers, as when the machine fails.
    pub async fn kill(&mut self) -> Result<(), Trouble> {
        self.server.kill().await
    }

    /// Its process, while it runs.
    #[must_use]
    pub fn process(&self) -> Option<u32> {
        self.server.id()
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.server.address
    }

    /// How a database of it is called, such as `postgres://postgres@127.0.0.1:18000/games`.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        self.url_through(self.server.address, database)
    }

    /// The same for who comes another way, for example through a [relay](crate::Relay).
    #[must_use]
    pub fn url_through(&self, address: SocketAddr, database: &str) -> String {
        format!("postgres://postgres@{address}/{database}")
    }

    /// Makes an empty database with a name that no other has, and tells its URL.
    pub async fn create_database(&self) -> Result<String, Trouble> {
        let name = format!("fresh_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.query("postgres", &format!("create database {name} template template0")).await?;
        Ok(self.url(&name))
    }

    /// Asks a database, or tells it to do something: the rows of the answer, one a line, with `|` between columns.
    pub async fn query(&self, database: &str, sql: &str) -> Result<String, Trouble> {
        Client::of(self.url(database)).ask(sql, self.user, self.server.folder.path()).await
    }

    /// Waits until this replica has all that the primary has been told so far.
    pub async fn catch_up(&self, primary: &Self) -> Result<(), Trouble> {
        // A mark in the log: what the log holds at the moment may end in the middle of a page, and never be reached.
        let mark = primary.query("postgres", "select pg_logical_emit_message(false, 'mark', '')").await?;
        let reached = format!("select pg_last_wal_replay_lsn() >= '{mark}'");
        let deadline = Instant::now() + PATIENCE;
        while self.query("postgres", &reached).await? != "t" {
            if Instant::now() > deadline {
                return Err(Trouble(format!(
                    "the replica does not follow:\n{}",
                    last_words(&self.server.folder)
                )));
            }
            sleep(LOOK).await;
        }
        Ok(())
    }

    fn data(&self) -> PathBuf {
        self.server.folder.join("data")
    }
}

/// What a server writes about itself, line by line: its process first, and in the eighth whether it lets anybody in.
fn is_ready(told: &Path, process: u32) -> bool {
    let text = fs::read(told).unwrap_or_default();
    let lines: Vec<&str> = str::from_utf8(&text).unwrap_or_default().lines().map(str::trim).collect();
    lines.first() == Some(&process.to_string().as_str()) && lines.get(7) == Some(&"ready")
}
