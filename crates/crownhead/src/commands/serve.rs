//! `crownhead serve`: the play site.

use std::io::Write;
use std::time::Duration;

use site::config::{Config, Connections, Rates};

use super::input;
use crate::args::{DATABASE, ServeArgs, Switch};
use crate::failure::Failure;

/// Runs the site until it is interrupted.
pub(crate) fn run(args: &ServeArgs, out: &mut impl Write) -> Result<(), Failure> {
    args.log.start();
    let database = args.database.database.clone().with_replicas(&args.replicas).map_err(Failure::input)?;
    let mut config = Config::new(args.listen, database);
    config.bus.clone_from(&args.bus.bus);
    config.origin.clone_from(&args.origin);
    if let Some(origin) = &args.origin {
        check_origin(origin)?;
    }
    config.metrics_listen = args.metrics_listen;
    config.drain = Duration::from_secs(u64::from(args.drain));
    config.trusted_proxies.clone_from(&args.trusted_proxies);
    config.patience = Duration::from_secs(u64::from(args.patience));
    if let Some(threads) = args.engine_threads {
        if threads == 0 && (args.bus.bus.is_none() || !config.database.is_shared()) {
            return Err(Failure::Input(
                "--engine-threads 0 needs workers, which need --bus nats://HOST:PORT and --database \
                 postgres://USER@HOST/NAME: add both, or use at least 1 thread"
                    .to_owned(),
            ));
        }
        config.engine_threads = usize::from(threads);
    }
    config.networks = input::networks(args.networks.folder.as_deref())?;
    config.connections = Connections {
        max: args.max_connections as usize,
        per_address: args.max_connections_per_address as usize,
    };
    config.accept_lost_wal = args.accept_lost_wal;
    config.game_cache_bytes = u64::from(args.game_cache) << 20;
    if args.rate_limits == Switch::Off {
        config.rates = Rates::UNLIMITED;
        config.connections.per_address = usize::MAX;
    }
    let database = args.database.database.to_string();
    let option = if database == DATABASE { String::new() } else { format!(" --database {database}") };
    let mut written = Ok(());
    site::run::run(config, |address| {
        written = writeln!(
            out,
            "Crownhead runs at http://{address}; database: {database}. To create an administrator, run: \
             crownhead admin create NAME{option}"
        )
        .and_then(|()| out.flush());
    })
    .map_err(Failure::input)?;
    Ok(written?)
}

/// Checks that an origin has a scheme and a host, and no path; a slash at its end would be one.
fn check_origin(origin: &str) -> Result<(), Failure> {
    let authority = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    match authority {
        Some(authority) if !authority.is_empty() && !authority.contains(['/', '?', '#', ' ']) => Ok(()),
        _ => Err(Failure::Input(format!(
            "{origin:?} is not an origin: write https://NAME or http://NAME:PORT, without a slash at the end"
        ))),
    }
}
