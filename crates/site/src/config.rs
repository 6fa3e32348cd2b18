//! How a site is set up.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use store::Database;

/// How a site is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Where monitors ask, and nobody else can; none: only where all others do.
    pub metrics_listen: Option<SocketAddr>,
    /// For how long it serves on after it was told to stop, saying that it is not ready any more.
    pub drain: Duration,
    /// Where everything is kept.
    pub database: Database,
    /// The address of NATS, over which nodes tell each other what has happened and share work. None: nodes that share a
    /// server of PostgreSQL use that, and a file is served by one process.
    pub bus: Option<String>,
    /// How the site is called from outside, such as `https://draughts.example`; none: as the request says.
    pub origin: Option<String>,
    /// Proxies whose word on the client's address and on TLS is believed.
    pub trusted_proxies: Vec<IpAddr>,
    /// How many threads think for the computer.
    pub engine_threads: usize,
    /// For how long an opponent must have been away before the game can be claimed.
    pub patience: Duration,
    /// How often one may ask.
    pub rates: Rates,
    /// How long a request may take.
    pub timeouts: Timeouts,
}

impl Config {
    /// The usual, with this database, listening on this machine only.
    #[must_use]
    pub fn new(listen: SocketAddr, database: impl Into<Database>) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            listen,
            metrics_listen: None,
            drain: Duration::ZERO,
            database: database.into(),
            bus: None,
            origin: None,
            trusted_proxies: Vec::new(),
            engine_threads: cores.div_ceil(2),
            patience: Duration::from_secs(60),
            rates: Rates::USUAL,
            timeouts: Timeouts::USUAL,
        }
    }
}

/// How long a request may take before it is answered with status 408.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// From its headers to the headers of its response: streams and live connections last longer.
    pub request: Duration,
    /// Between two parts of its body.
    pub body: Duration,
}

impl Timeouts {
    /// As in the sample configuration of nginx. The slowest response is an analysis of some seconds.
    pub const USUAL: Self = Self { request: Duration::from_secs(30), body: Duration::from_secs(10) };
}

/// How often one may ask; each of them so many times in a row, and one more after so much time.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// Requests from one address.
    pub requests: Rate,
    /// New guests, sign-ups and attempts to log in from one address.
    pub doors: Rate,
    /// Attempts to log in with one name, from one address.
    pub log_ins: Rate,
    /// Commands of one account.
    pub commands: Rate,
    /// What one account says.
    pub messages: Rate,
    /// Challenges and games that one account begins.
    pub games: Rate,
    /// Questions to the engine from one address.
    pub analyses: Rate,
    /// Positions that are looked at from one address.
    pub studies: Rate,
}

/// How often one may do something.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// So many times in a row.
    pub burst: u32,
    /// One more after so much time.
    pub every: Duration,
}

impl Rate {
    const fn new(burst: u32, every_milliseconds: u64) -> Self {
        Self { burst, every: Duration::from_millis(every_milliseconds) }
    }

    const UNLIMITED: Self = Self { burst: u32::MAX, every: Duration::from_nanos(1) };
}

impl Rates {
    /// Enough for a class of people behind one address, and for programs that mind their manners.
    pub const USUAL: Self = Self {
        requests: Rate::new(1000, 5),
        doors: Rate::new(60, 10_000),
        log_ins: Rate::new(20, 10_000),
        commands: Rate::new(60, 50),
        messages: Rate::new(10, 2_000),
        games: Rate::new(30, 5_000),
        analyses: Rate::new(60, 500),
        studies: Rate::new(300, 50),
    };

    /// No limits: for measuring.
    pub const UNLIMITED: Self = Self {
        requests: Rate::UNLIMITED,
        doors: Rate::UNLIMITED,
        log_ins: Rate::UNLIMITED,
        commands: Rate::UNLIMITED,
        messages: Rate::UNLIMITED,
        games: Rate::UNLIMITED,
        analyses: Rate::UNLIMITED,
        studies: Rate::UNLIMITED,
    };
}
