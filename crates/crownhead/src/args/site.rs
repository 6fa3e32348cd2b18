//! The arguments of the play site and its workers.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use site::config::{Connections, GAME_CACHE_BYTES};
use store::Database;
use tracing_subscriber::filter::LevelFilter;

use super::values::{parse_address, parse_bus_address, parse_log_level, parse_proxy};

#[derive(Subcommand, Debug)]
pub(crate) enum AdminCommand {
    /// Make an account an administrator.
    ///
    /// If there is no account with this name, creates one with a random password, which is printed once.
    Create {
        /// Name of the account.
        name: String,
        #[command(flatten)]
        database: DatabaseArgs,
    },
}

/// The default database.
pub(crate) const DATABASE: &str = "crownhead.db";

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct DatabaseArgs {
    /// The database: an SQLite file, created if it does not exist, or postgres://USER@HOST/NAME.
    #[arg(long, value_name = "FILE|URL", default_value = DATABASE, env = "CROWNHEAD_DATABASE")]
    pub(crate) database: Database,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct BusArgs {
    /// NATS servers that connect several nodes: nats://HOST:PORT, several separated by commas. Default: nodes on the
    /// same PostgreSQL server communicate over PostgreSQL, which is slower.
    #[arg(long, value_name = "URL", env = "CROWNHEAD_BUS", value_parser = parse_bus_address)]
    pub(crate) bus: Option<String>,
}

#[derive(Parser, Debug, Clone)]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
    /// A PostgreSQL replica for reads that may lag a little: postgres://USER@HOST/NAME. Can be repeated.
    #[arg(long = "replica", value_name = "URL", env = "CROWNHEAD_REPLICAS", value_delimiter = ',')]
    pub(crate) replicas: Vec<String>,
    #[command(flatten)]
    pub(crate) bus: BusArgs,
    /// Address and port to listen on. The default is reachable from this machine only.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080", env = "CROWNHEAD_LISTEN", value_parser = parse_address)]
    pub(crate) listen: SocketAddr,
    /// Separate address for /metrics, /healthz and /readyz, without authentication: restrict access to your monitors.
    /// Default: served on the main address, with /metrics for this machine and administrators only.
    #[arg(long, value_name = "ADDRESS:PORT", env = "CROWNHEAD_METRICS_LISTEN", value_parser = parse_address)]
    pub(crate) metrics_listen: Option<SocketAddr>,
    /// Seconds to keep serving after SIGTERM, 0 to 600. Meanwhile /readyz fails and new live connections are refused,
    /// so that a load balancer with health checks has time to notice. A proxy that retries on another node, such as
    /// nginx, needs none. A second SIGTERM stops the site at once.
    #[arg(long, value_name = "SECONDS", default_value_t = 0, env = "CROWNHEAD_DRAIN", value_parser = clap::value_parser!(u16).range(..=600))]
    pub(crate) drain: u16,
    /// Public address of the site, such as `https://draughts.example`. Default: from the Host header.
    #[arg(long, value_name = "URL", env = "CROWNHEAD_ORIGIN")]
    pub(crate) origin: Option<String>,
    /// IP address of a proxy whose X-Forwarded-For and X-Forwarded-Proto headers are trusted. Can be repeated.
    #[arg(
        long = "trusted-proxy",
        alias = "trusted-proxies",
        value_name = "ADDRESS",
        env = "CROWNHEAD_TRUSTED_PROXIES",
        value_delimiter = ',',
        value_parser = parse_proxy
    )]
    pub(crate) trusted_proxies: Vec<IpAddr>,
    /// Number of engine threads for moves of the computer, and as many again for analyses. Default: half of the cores.
    /// With --bus it can be 0: workers search instead.
    #[arg(long, value_name = "N", env = "CROWNHEAD_ENGINE_THREADS", value_parser = clap::value_parser!(u16).range(0..=256))]
    pub(crate) engine_threads: Option<u16>,
    #[command(flatten)]
    pub(crate) networks: NetworksArgs,
    /// Start although the write-ahead log of an SQLite file is missing after a crash. What was in it is lost.
    #[arg(long)]
    pub(crate) accept_lost_wal: bool,
    /// Maximum number of open connections. A tenth is reserved for visitors with a session or a token and for health
    /// checks. The limit on open files is raised accordingly, as far as the system allows it.
    #[arg(long, value_name = "N", default_value_t = Connections::DEFAULT.max as u32, env = "CROWNHEAD_MAX_CONNECTIONS", value_parser = clap::value_parser!(u32).range(10..))]
    pub(crate) max_connections: u32,
    /// Maximum number of open connections from one address, or from one /64 network of IPv6 addresses. Connections of a
    /// trusted proxy count only as live connections of its clients.
    #[arg(long, value_name = "N", default_value_t = Connections::DEFAULT.per_address as u32, env = "CROWNHEAD_MAX_CONNECTIONS_PER_ADDRESS", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_connections_per_address: u32,
    /// Memory for games, in MiB. A game that is not in memory is read from the database when it is asked for.
    #[arg(long, value_name = "MIB", default_value_t = (GAME_CACHE_BYTES >> 20) as u32, env = "CROWNHEAD_GAME_CACHE", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) game_cache: u32,
    /// Seconds for which the opponent must be away before a player can claim victory.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(crate) patience: u32,
    /// Limits on rates and connections per address and account. Turn them off for measurements only.
    #[arg(long, value_enum, default_value = "on")]
    pub(crate) rate_limits: Switch,
    #[command(flatten)]
    pub(crate) log: LogArgs,
}

#[derive(clap::Args, Debug, Clone, Copy)]
pub(crate) struct LogArgs {
    /// Log level: error, warn, info (one line per request and command), debug or off. Logs go to standard error.
    #[arg(long = "log", value_name = "LEVEL", default_value = "warn", env = "CROWNHEAD_LOG", value_parser = parse_log_level)]
    level: LevelFilter,
    /// Log format: lines of text, or one JSON object per line.
    #[arg(long = "log-format", value_enum, default_value = "text", env = "CROWNHEAD_LOG_FORMAT")]
    format: LogFormat,
}

impl LogArgs {
    /// Starts logging to standard error.
    pub(crate) fn start(self) {
        let format = match self.format {
            LogFormat::Text => site::logs::Format::Text,
            LogFormat::Json => site::logs::Format::Json,
        };
        site::logs::start(self.level, format);
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LogFormat {
    Text,
    Json,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct NetworksArgs {
    /// Folder of network files (*.network) from `crownhead train`. Each is used for the rule set that it was trained for
    /// and for those with the same board, start, moves, captures and goal; others keep their built-in network.
    #[arg(long = "networks", value_name = "FOLDER", env = "CROWNHEAD_NETWORKS")]
    pub(crate) folder: Option<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct WorkerArgs {
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
    #[command(flatten)]
    pub(crate) bus: BusArgs,
    /// Maximum number of concurrent moves, and of concurrent analyses. Default: the number of cores.
    #[arg(long, value_name = "N", env = "CROWNHEAD_WORKER_THREADS", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    #[command(flatten)]
    pub(crate) networks: NetworksArgs,
    /// Address for /metrics, /healthz and /readyz, without authentication: restrict access to your monitors. Default:
    /// none.
    #[arg(long, value_name = "ADDRESS:PORT", env = "CROWNHEAD_METRICS_LISTEN", value_parser = parse_address)]
    pub(crate) metrics_listen: Option<SocketAddr>,
    #[command(flatten)]
    pub(crate) log: LogArgs,
}

impl ServeArgs {
    /// Returns the default arguments, with those from the environment.
    pub(crate) fn from_env() -> Self {
        Self::parse_from(["crownhead"])
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Switch {
    On,
    Off,
}
