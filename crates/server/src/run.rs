//! A site as a process of its own: started, told to stop, stopped.

use std::fmt;
use std::fs::{File, TryLockError};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::time::timeout;

use crate::config::Config;
use crate::people::{PeopleError, PeopleOffice};
use crate::secret;
use crate::site::Site;
use crate::store::{Database, Role, StoreError, sqlite};
use crate::time::Timestamp;
use crate::worker::{Worker, WorkerConfig};

/// Why a site does not start, or an administrator is not made.
#[derive(Debug)]
pub enum RunError {
    /// The system does not let it.
    System(String),
    /// It cannot listen there: the address, the option that gives another, and why.
    Listen(SocketAddr, &'static str, std::io::Error),
    /// The database cannot be used: which, and why.
    Database(String, StoreError),
    /// Another process serves this file.
    Served(PathBuf),
    /// The name or the password cannot be used.
    Person(String),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System(reason) | Self::Person(reason) => f.write_str(reason),
            Self::Listen(address, option, error) => {
                write!(f, "cannot listen on {address}: {error}; choose another address with {option}")
            }
            Self::Database(name, error) => write!(f, "{name}: {error}"),
            Self::Served(path) => write!(
                f,
                "{}: another process serves this file, and players at one would hear nothing of those at the other: stop that \
                 one, or share a server, with --database postgres://USER@HOST/NAME",
                path.display()
            ),
        }
    }
}

impl std::error::Error for RunError {}

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
            tokio::spawn(async move { site.serve_monitors(listener).await });
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
        let served = site.serve(listener).await.map_err(system);
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
    let system = |error: &dyn fmt::Display| RunError::System(error.to_string());
    if let Database::File(path) = database
        && !path.exists()
    {
        return Err(RunError::Person(format!(
            "{}: there is no such file: give that of the site with --database, which is there once it was served",
            path.display()
        )));
    }
    let named = |error| RunError::Database(database.to_string(), error);
    let runtime = Runtime::new().map_err(|error| system(&error))?;
    runtime.block_on(async {
        let store = database.open().await.map_err(named)?;
        if let Some(account) = store.account_by_name(name.to_owned()).await.map_err(named)? {
            store.set_role(account.id, Role::Admin).await.map_err(named)?;
            return Ok(NewAdmin { name: account.name.unwrap_or_default(), password: None });
        }
        let password = secret::new().map_err(|error| system(&error))?;
        let people = PeopleOffice::new(Arc::clone(&store));
        let made = people.sign_up(None, name, password.clone(), None, Role::Admin, Timestamp::now()).await;
        match made {
            Ok(_) => Ok(NewAdmin { name: name.to_owned(), password: Some(password) }),
            Err(PeopleError::Name(bad)) => Err(RunError::Person(bad.to_string())),
            Err(PeopleError::Store(error)) => Err(named(error)),
            Err(error) => Err(RunError::Person(format!("{error:?}"))),
        }
    })
}
