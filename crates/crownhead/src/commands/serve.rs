//! `crownhead serve`: the play site.

use std::io::Write;
use std::time::Duration;

use site::config::{Config, Rates};

use crate::args::{DATABASE, ServeArgs, Switch};
use crate::failure::Failure;

/// Serves until it is interrupted.
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
                "--engine-threads 0 leaves all thinking to workers, and they need --bus nats://HOST:PORT and --database \
                 postgres://USER@HOST/NAME: write those, too, or at least one thread"
                    .to_owned(),
            ));
        }
        config.engine_threads = usize::from(threads);
    }
    if args.rate_limits == Switch::Off {
        config.rates = Rates::UNLIMITED;
    }
    let file = args.database.database.to_string();
    let admin = if file == DATABASE { String::new() } else { format!(" --database {file}") };
    let mut told = Ok(());
    site::run::run(config, |address| {
        told = writeln!(
            out,
            "Crownhead is at http://{address}; everything is kept in {file}. To make an administrator: crownhead admin create NAME{admin}"
        )
        .and_then(|()| out.flush());
    })
    .map_err(Failure::input)?;
    Ok(told?)
}

/// An origin has no path, and a slash at its end would be one.
fn check_origin(origin: &str) -> Result<(), Failure> {
    let authority = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    match authority {
        Some(authority) if !authority.is_empty() && !authority.contains(['/', '?', '#', ' ']) => Ok(()),
        _ => Err(Failure::Input(format!(
            "{origin:?} is not how a site is called: write https://NAME or http://NAME:PORT, without a slash at the end"
        ))),
    }
}
