//! Runs a site or a worker as a process until it is signalled to stop.

use std::fs::{File, TryLockError};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::time::timeout;

use crate::accounts::{AccountError, Accounts};
use crate::config::Config;
use crate::open_files;
use crate::server;
use crate::site::Site;
use crate::worker::{Worker, WorkerConfig};
use store::sqlite::{self, LostFile, ServedFile};
use store::{Database, StoreError, clock};

/// Maximum time to wait for running tasks: a search that ignores the stop flag must not keep the process alive.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(300);

/// Why a site or a worker does not start, or an administrator is not created.
#[derive(Debug, Error)]
pub enum RunError {
    /// The system does not provide a thread, a signal handler or a socket.
    #[error("{0}")]
    System(String),
    /// The address cannot be bound: the address, the option to change it, and the error.
    #[error("cannot listen on {0}: {2}; choose another address with {1}")]
    Listen(SocketAddr, &'static str, std::io::Error),
    /// The database cannot be used: its name, and the error.
    #[error("{0}: {1}")]
    Database(String, StoreError),
    /// Another process serves this file.
    #[error(
        "{0}: another process serves this file: stop it, or share a database server between both processes with \
         --database postgres://USER@HOST/NAME"
    )]
    Served(PathBuf),
    /// A part of the database is missing: its name, and the part.
    #[error("{0}: {1}")]
    LostFile(PathBuf, LostFile),
    /// The account cannot be created.
    #[error("{0}")]
    Account(String),
}

/// Locks a database file against other processes until the file is dropped or the process ends.
fn lock(database: &Database) -> Result<Option<File>, RunError> {
    let Database::File(path) = database else { return Ok(None) };
    sqlite::create_private(path);
    // On a file system without locks, the site starts unlocked.
    match File::open(path).ok().map(|file| (file.try_lock(), file)) {
        Some((Err(TryLockError::WouldBlock), _)) => Err(RunError::Served(path.clone())),
        locked => Ok(locked.map(|(_, file)| file)),
    }
}

/// Checks that no file of the database is missing. A lost write-ahead log may be accepted.
fn check_files(database: &Database, accept_lost_wal: bool) -> Result<(), RunError> {
    let Database::File(path) = database else { return Ok(()) };
    match sqlite::find_lost_file(path) {
        Some(LostFile::Log(_)) if accept_lost_wal => Ok(()),
        Some(lost) => Err(RunError::LostFile(path.clone(), lost)),
        None => Ok(()),
    }
}

/// Serves a site until SIGTERM or Ctrl-C. Calls `ready` with the address when the first request can be answered.
pub fn run(mut config: Config, ready: impl FnOnce(SocketAddr)) -> Result<(), RunError> {
    let system_error = |error: std::io::Error| RunError::System(error.to_string());
    config.connections.max = open_files::raise_open_file_limit(config.connections.max);
    let runtime = Runtime::new().map_err(system_error)?;
    let served = runtime.block_on(async {
        let listener = bind(config.listen, "--listen").await?;
        let monitoring = match config.metrics_listen {
            Some(address) => Some(bind(address, "--metrics-listen").await?),
            None => None,
        };
        let (drain, database) = (config.drain, config.database.clone());
        // Before the lock, which creates the file.
        check_files(&database, config.accept_lost_wal)?;
        let _lock = lock(&database)?;
        let database_error = |error| RunError::Database(database.to_string(), error);
        let site = Site::open(config).await.map_err(database_error)?;
        let served = match &database {
            Database::File(path) => ServedFile::begin(path)
                // A read-only file can be served for reading.
                .inspect_err(|error| tracing::warn!(%error, "shutdown_mark_failed"))
                .ok(),
            Database::Postgres { .. } => None,
        };
        if let Some(listener) = monitoring {
            let site = Arc::clone(&site);
            tokio::spawn(async move { server::serve_monitoring(&site, listener).await });
        }
        let mut terminate = signal(SignalKind::terminate()).map_err(system_error)?;
        ready(listener.local_addr().map_err(system_error)?);
        let closing = Arc::clone(&site);
        tokio::spawn(async move {
            stop_signal(&mut terminate).await;
            closing.start_draining();
            // A second signal ends the drain period.
            let _ = timeout(drain, stop_signal(&mut terminate)).await;
            closing.close();
        });
        server::serve(&site, listener).await;
        // A copy of the file of a stopped site is complete. If this fails, the data is in the write-ahead log.
        if let Some(Err(error)) = served.map(ServedFile::end) {
            tracing::error!(%error, "shutdown_mark_failed");
        }
        Ok(())
    });
    runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
    served
}

/// Runs a worker until SIGTERM or Ctrl-C, and finishes its jobs. Calls `ready` when it takes jobs.
pub fn run_worker(config: &WorkerConfig, ready: impl FnOnce()) -> Result<(), RunError> {
    let system_error = |error: std::io::Error| RunError::System(error.to_string());
    let runtime = Runtime::new().map_err(system_error)?;
    let result = runtime.block_on(async {
        let mut terminate = signal(SignalKind::terminate()).map_err(system_error)?;
        let monitoring = match config.metrics_listen {
            Some(address) => Some(bind(address, "--metrics-listen").await?),
            None => None,
        };
        let database_error = |error| RunError::Database(config.database.to_string(), error);
        let worker = Worker::start(config).await.map_err(database_error)?;
        if let Some(listener) = monitoring {
            tokio::spawn(worker.serve_monitoring(listener));
        }
        tokio::select! {
            () = worker.connected() => {
                ready();
                stop_signal(&mut terminate).await;
            }
            () = stop_signal(&mut terminate) => {}
        }
        worker.finish().await;
        Ok(())
    });
    runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
    result
}

async fn bind(address: SocketAddr, option: &'static str) -> Result<TcpListener, RunError> {
    TcpListener::bind(address).await.map_err(|error| RunError::Listen(address, option, error))
}

async fn stop_signal(terminate: &mut Signal) {
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}

/// An account that was made an administrator.
pub struct NewAdmin {
    /// The name of the account.
    pub name: String,
    /// The password, if the account is new.
    pub password: Option<String>,
}

/// Makes the account with this name an administrator, or creates it with a random password.
pub fn create_admin(database: &Database, name: &str) -> Result<NewAdmin, RunError> {
    check_files(database, false)?;
    if let Database::File(path) = database
        && !path.exists()
    {
        return Err(RunError::Account(format!(
            "{}: there is no such file: name the file of the site with --database; it is created when the site is first served",
            path.display()
        )));
    }
    let database_error = |error| RunError::Database(database.to_string(), error);
    let runtime = Runtime::new().map_err(|error| RunError::System(error.to_string()))?;
    runtime.block_on(async {
        let store = database.open().await.map_err(database_error)?;
        match Accounts::new(store).make_admin(name, clock::now()).await {
            Ok((account, password)) => Ok(NewAdmin { name: account.name.unwrap_or_default(), password }),
            Err(AccountError::Store(error)) => Err(database_error(error)),
            Err(error) => Err(RunError::Account(error.to_string())),
        }
    })
}
