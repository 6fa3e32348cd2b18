//! The arguments of the play site and its workers.

use std::net::{IpAddr, SocketAddr};

use clap::{Parser, Subcommand, ValueEnum};
use store::Database;
use tracing_subscriber::filter::LevelFilter;

use super::values::{address, bus_address, level, proxy};

#[derive(Subcommand, Debug)]
pub(crate) enum AdminCommand {
    /// Make an account an administrator's.
    ///
    /// If there is no account with this name, one is made, with a password that is printed once.
    Create {
        /// The name of the account.
        name: String,
        #[command(flatten)]
        database: DatabaseArgs,
    },
}

/// Where everything is kept if nothing else is said.
pub(crate) const DATABASE: &str = "crownhead.db";

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct DatabaseArgs {
    /// The file with everything in it, which is made if it is not there, or a server: postgres://USER@HOST/NAME.
    #[arg(long, value_name = "FILE|URL", default_value = DATABASE, env = "CROWNHEAD_DATABASE")]
    pub(crate) database: Database,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct BusArgs {
    /// NATS, over which several nodes tell each other what has happened: nats://HOST:PORT, several with commas. Without it, nodes
    /// that share a server of PostgreSQL use that, which is slower.
    #[arg(long, value_name = "URL", env = "CROWNHEAD_BUS", value_parser = bus_address)]
    pub(crate) bus: Option<String>,
}

#[derive(Parser, Debug, Clone)]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
    /// A server that follows the database and answers what may lag a little: postgres://USER@HOST/NAME. May be given several
    /// times.
    #[arg(long = "replica", value_name = "URL", env = "CROWNHEAD_REPLICAS", value_delimiter = ',')]
    pub(crate) replicas: Vec<String>,
    #[command(flatten)]
    pub(crate) bus: BusArgs,
    /// Where to listen. The default can be reached from this machine only.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080", env = "CROWNHEAD_LISTEN", value_parser = address)]
    pub(crate) listen: SocketAddr,
    /// Where monitors read /metrics, /healthz and /readyz without a key; to be reached by them only. Without it: at the
    /// address above, /metrics from this machine or by administrators.
    #[arg(long, value_name = "ADDRESS:PORT", env = "CROWNHEAD_METRICS_LISTEN", value_parser = address)]
    pub(crate) metrics_listen: Option<SocketAddr>,
    /// For how many seconds to serve on after SIGTERM, 0 to 600. Meanwhile /readyz says no and new live connections are
    /// refused, so that a load balancer that asks it now and then has time to notice. A proxy that turns to another node when
    /// one refuses, like nginx, needs none. A second SIGTERM ends it at once.
    #[arg(long, value_name = "SECONDS", default_value_t = 0, env = "CROWNHEAD_DRAIN", value_parser = clap::value_parser!(u16).range(..=600))]
    pub(crate) drain: u16,
    /// How the site is called from outside, such as `https://draughts.example`. Without it: as the browser says.
    #[arg(long, value_name = "URL", env = "CROWNHEAD_ORIGIN")]
    pub(crate) origin: Option<String>,
    /// A proxy whose word on the client's address and on TLS is believed. May be given several times, or with commas.
    #[arg(
        long = "trusted-proxy",
        alias = "trusted-proxies",
        value_name = "ADDRESS",
        env = "CROWNHEAD_TRUSTED_PROXIES",
        value_delimiter = ',',
        value_parser = proxy
    )]
    pub(crate) trusted_proxies: Vec<IpAddr>,
    /// How many threads think for the computer. Without it: half of the cores. With --bus it can be 0: workers think then.
    #[arg(long, value_name = "N", env = "CROWNHEAD_ENGINE_THREADS", value_parser = clap::value_parser!(u16).range(0..=256))]
    pub(crate) engine_threads: Option<u16>,
    /// After how many seconds without a sign of the opponent the game can be claimed.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(crate) patience: u32,
    /// Whether to limit how often one address or account may ask. Off is for measuring.
    #[arg(long, value_enum, default_value = "on")]
    pub(crate) rate_limits: Switch,
    #[command(flatten)]
    pub(crate) log: LogArgs,
}

#[derive(clap::Args, Debug, Clone, Copy)]
pub(crate) struct LogArgs {
    /// How much is told on standard error: error, warn, info (a line for each request and command), debug or off.
    #[arg(long = "log", value_name = "LEVEL", default_value = "warn", env = "CROWNHEAD_LOG", value_parser = level)]
    level: LevelFilter,
    /// How it is told: in lines of text for people, or one JSON object a line for programs.
    #[arg(long = "log-format", value_enum, default_value = "text", env = "CROWNHEAD_LOG_FORMAT")]
    format: LogFormat,
}

impl LogArgs {
    /// From now on it is told.
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

#[derive(clap::Args, Debug)]
pub(crate) struct WorkerArgs {
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
    #[command(flatten)]
    pub(crate) bus: BusArgs,
    /// How many turns, and how many questions, it thinks about at a time. Without it: as many as there are cores.
    #[arg(long, value_name = "N", env = "CROWNHEAD_WORKER_THREADS", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Where monitors read /metrics, /healthz and /readyz; to be reached by them only. Without it: nowhere.
    #[arg(long, value_name = "ADDRESS:PORT", env = "CROWNHEAD_METRICS_LISTEN", value_parser = address)]
    pub(crate) metrics_listen: Option<SocketAddr>,
    #[command(flatten)]
    pub(crate) log: LogArgs,
}

impl ServeArgs {
    /// What holds where nothing is said, the environment included.
    pub(crate) fn usual() -> Self {
        Self::parse_from(["crownhead"])
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Switch {
    On,
    Off,
}
