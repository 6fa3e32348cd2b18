//! A site as a process of its own: started, told to stop, stopped.

use std::fs::{File, TryLockError};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use thiserror::Error;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::time::timeout;

use crate::accounts::{AccountError, Accounts};
use crate::config::Config;
use crate::server;
use crate::site::Site;
use crate::worker::{Worker, WorkerConfig};
use store::{Database, StoreError, clock, sqlite};

/// Why a site does not start, or an administrator is not made.
#[derive(Debug, Error)]
pub enum RunError {
    /// The system does not let it.
    #[error("{0}")]
    System(String),
    /// It cannot listen there: the address, the option that gives another, and why.
    #[error("cannot listen on {0}: {2}; choose another address with {1}")]
    Listen(SocketAddr, &'static str, std::io::Error),
    /// The database cannot be used: which, and why.
    #[error("{0}: {1}")]
    Database(String, StoreError),
    /// Another process serves this file.
    #[error(
        "{0}: another process serves this file, and players at one would hear nothing of those at the other: stop that \
         one, or share a server, with --database postgres://USER@HOST/NAME"
    )]
    Served(PathBuf),
    /// The name or the password cannot be used.
    #[error("{0}")]
    Person(String),
}

/// Keeps others from serving the same file while this lives. Whoever dies does not keep them.
fn alone(database: &Database) -> Result<Option<File>, RunError> {
    let Database::File(path) = database else { return Ok(None) };
    sqlite::make_private(path);
    // What cannot be opened or locked is as it would be without locks.
    match File::open(path).ok().map(|file| (file.try_lock(), file)) {
        Some((Err(TryLockError::WouldBlock), _)) => Err(RunError::Served(path.clone())),
        locked => Ok(locked.map(|(_, file)| file)),
    }
}

/// Serves until the process is told to stop (SIGTERM, or Ctrl-C). `ready` is called with the address when the first
/// request can be answered.
pub fn run(config: Config, ready: impl FnOnce(SocketAddr)) -> Result<(), RunError> {
    let system = |error: std::io::Error| RunError::System(error.to_string());
    let runtime = Runtime::new().map_err(system)?;
    let served = runtime.block_on(async {
        let listener = bind(config.listen, "--listen").await?;
        let monitors = match config.metrics_listen {
            Some(address) => Some(bind(address, "--metrics-listen").await?),
            None => None,
        };
        let (drain, database) = (config.drain, config.database.clone());
        let _alone = alone(&database)?;
        let named = |error| RunError::Database(database.to_string(), error);
        let site = Site::open(config).await.map_err(named)?;
        if let Some(listener) = monitors {
            let site = Arc::clone(&site);
            tokio::spawn(async move { server::serve_monitors(&site, listener).await });
        }
        let mut terminate = signal(SignalKind::terminate()).map_err(system)?;
        ready(listener.local_addr().map_err(system)?);
        let closing = Arc::clone(&site);
        tokio::spawn(async move {
            told_to_stop(&mut terminate).await;
            closing.leave();
            // Who cannot wait says it again.
            let _ = timeout(drain, told_to_stop(&mut terminate)).await;
            closing.close();
        });
        let served = server::serve(&site, listener).await.map_err(system);
        if let Database::File(path) = &database {
            // Who copies the file of a site that is stopped copies all of it. What cannot be written is there all the same.
            let _ = sqlite::tidy(path);
        }
        served
    });
    // A search that does not hear the call to stop must not keep the process.
    runtime.shutdown_timeout(std::time::Duration::from_millis(300));
    served
}

/// Works until the process is told to stop (SIGTERM, or Ctrl-C), and finishes what it has. `ready` is called when it takes
/// work.
pub fn work(config: &WorkerConfig, ready: impl FnOnce()) -> Result<(), RunError> {
    let system = |error: std::io::Error| RunError::System(error.to_string());
    let runtime = Runtime::new().map_err(system)?;
    let worked = runtime.block_on(async {
        let mut terminate = signal(SignalKind::terminate()).map_err(system)?;
        let monitors = match config.metrics_listen {
            Some(address) => Some(bind(address, "--metrics-listen").await?),
            None => None,
        };
        let named = |error| RunError::Database(config.database.to_string(), error);
        let worker = Worker::start(config).await.map_err(named)?;
        if let Some(listener) = monitors {
            tokio::spawn(worker.monitors(listener));
        }
        tokio::select! {
            () = worker.connected() => {
                ready();
                told_to_stop(&mut terminate).await;
            }
            () = told_to_stop(&mut terminate) => {}
        }
        worker.finish().await;
        Ok(())
    });
    runtime.shutdown_timeout(std::time::Duration::from_millis(300));
    worked
}

async fn bind(address: SocketAddr, option: &'static str) -> Result<TcpListener, RunError> {
    TcpListener::bind(address).await.map_err(|error| RunError::Listen(address, option, error))
}

async fn told_to_stop(terminate: &mut Signal) {
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}

/// An administrator that was made.
pub struct NewAdmin {
    /// The name.
    pub name: String,
    /// The password of a new account; none: an account that was there is one of an administrator now.
    pub password: Option<String>,
}

/// Makes an account an administrator's, or makes one with a password that is told once.
pub fn create_admin(database: &Database, name: &str) -> Result<NewAdmin, RunError> {
    if let Database::File(path) = database
        && !path.exists()
    {
        return Err(RunError::Person(format!(
            "{}: there is no such file: give that of the site with --database, which is there once it was served",
            path.display()
        )));
    }
    let named = |error| RunError::Database(database.to_string(), error);
    let runtime = Runtime::new().map_err(|error| RunError::System(error.to_string()))?;
    runtime.block_on(async {
        let store = database.open().await.map_err(named)?;
        match Accounts::new(store).make_admin(name, clock::now()).await {
            Ok((account, password)) => Ok(NewAdmin { name: account.name.unwrap_or_default(), password }),
            Err(AccountError::Store(error)) => Err(named(error)),
            Err(error) => Err(RunError::Person(error.to_string())),
        }
    })
}
