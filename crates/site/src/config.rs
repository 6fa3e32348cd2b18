//! The configuration of a site.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use engine::network::NetworkChoice;
use store::Database;

/// Default capacity of the cache of games, in bytes.
pub const GAME_CACHE_BYTES: u64 = 128 << 20;

/// The configuration of a site.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address that serves clients.
    pub listen: SocketAddr,
    /// The address that serves metrics and health checks; `None` if only `listen` does.
    pub metrics_listen: Option<SocketAddr>,
    /// The time for which it still serves, but reports not to be ready, after the signal to stop.
    pub drain: Duration,
    /// The database.
    pub database: Database,
    /// The address of NATS, over which nodes announce events and share engine jobs. If it is `None`, nodes announce
    /// events over PostgreSQL, and a file is served by one process.
    pub bus: Option<String>,
    /// The public origin of the site, such as `https://draughts.example`; `None` is that of the request.
    pub origin: Option<String>,
    /// The proxies whose headers about the client's address and TLS are trusted.
    pub trusted_proxies: Vec<IpAddr>,
    /// The number of engine threads for each kind of job.
    pub engine_threads: usize,
    /// The networks that the engine evaluates with.
    pub networks: NetworkChoice,
    /// The time an opponent must have been away before victory can be claimed.
    pub patience: Duration,
    /// The rate limits.
    pub rates: Rates,
    /// The timeouts of connections and requests.
    pub timeouts: Timeouts,
    /// The limits on open connections.
    pub connections: Connections,
    /// The capacity of the cache of games, in bytes.
    pub game_cache_bytes: u64,
    /// Whether to start although the write-ahead log of an SQLite file is missing after a crash.
    pub accept_lost_wal: bool,
}

impl Config {
    /// Creates the default configuration with this address and database.
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
            networks: NetworkChoice::Embedded,
            patience: Duration::from_secs(60),
            rates: Rates::DEFAULT,
            timeouts: Timeouts::DEFAULT,
            connections: Connections::DEFAULT,
            game_cache_bytes: GAME_CACHE_BYTES,
            accept_lost_wal: false,
        }
    }
}

/// The timeouts of connections and requests.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// The time from the start of a connection, or from the end of a response, to the end of the headers of the next
    /// request; then the connection is closed.
    pub headers: Duration,
    /// The time from the headers of a request to those of its response; then it is answered with status 408. Streams and
    /// live connections may last longer.
    pub request: Duration,
    /// The time between two parts of the body; then the request is answered with status 408.
    pub body: Duration,
    /// The time for which a client may receive nothing of what is sent to it; then the connection is closed.
    pub write: Duration,
}

impl Timeouts {
    /// The defaults, close to those of the sample configuration of nginx. The slowest response is an analysis of some seconds.
    pub const DEFAULT: Self = Self {
        headers: Duration::from_secs(15),
        request: Duration::from_secs(30),
        body: Duration::from_secs(10),
        write: Duration::from_secs(30),
    };
}

/// The limits on open connections.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Connections {
    /// Maximum number of connections. A tenth is reserved for authenticated clients and health checks.
    pub max: usize,
    /// Maximum number of connections from one address, or from one network of IPv6 addresses.
    pub per_address: usize,
}

impl Connections {
    /// The defaults: enough for several school classes behind one address.
    pub const DEFAULT: Self = Self { max: 10_000, per_address: 500 };
}

/// The rate limits of a site.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// Requests from one address, without the commands and live connections of accounts.
    pub requests: Rate,
    /// New guests, sign-ups, login attempts and other uses of credentials from one address.
    pub authentications: Rate,
    /// Login attempts with one name from one address.
    pub log_ins: Rate,
    /// Commands of one account.
    pub commands: Rate,
    /// Live connections that one account opens.
    pub connections: Rate,
    /// Chat messages of one account.
    pub messages: Rate,
    /// Games, challenges and saved rule sets that one account creates.
    pub games: Rate,
    /// Engine analysis requests from one address.
    pub analyses: Rate,
    /// Requests for positions from one address.
    pub studies: Rate,
    /// Messages on one live connection.
    pub frames: Rate,
}

/// A rate limit: a token bucket.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// The size of the bucket.
    pub burst: u32,
    /// The time in which one token is added.
    pub every: Duration,
}

impl Rate {
    const fn new(burst: u32, every_milliseconds: u64) -> Self {
        Self { burst, every: Duration::from_millis(every_milliseconds) }
    }

    const UNLIMITED: Self = Self { burst: u32::MAX, every: Duration::from_nanos(1) };
}

impl Rates {
    /// The defaults: enough for a school class behind one address, and for well-behaved programs.
    pub const DEFAULT: Self = Self {
        requests: Rate::new(1000, 5),
        authentications: Rate::new(60, 10_000),
        log_ins: Rate::new(20, 10_000),
        commands: Rate::new(60, 50),
        connections: Rate::new(120, 500),
        messages: Rate::new(10, 2_000),
        games: Rate::new(30, 5_000),
        analyses: Rate::new(60, 500),
        studies: Rate::new(300, 50),
        frames: Rate::new(100, 50),
    };

    /// No limits, for load tests.
    pub const UNLIMITED: Self = Self {
        requests: Rate::UNLIMITED,
        authentications: Rate::UNLIMITED,
        log_ins: Rate::UNLIMITED,
        commands: Rate::UNLIMITED,
        connections: Rate::UNLIMITED,
        messages: Rate::UNLIMITED,
        games: Rate::UNLIMITED,
        analyses: Rate::UNLIMITED,
        studies: Rate::UNLIMITED,
        frames: Rate::UNLIMITED,
    };
}
