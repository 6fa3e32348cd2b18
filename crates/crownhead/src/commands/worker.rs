//! `crownhead worker`: an engine worker of the play site.

use std::io::Write;

use site::worker::WorkerConfig;
use store::Database;

use super::input;
use crate::args::WorkerArgs;
use crate::failure::Failure;

/// Runs a worker until it is interrupted.
pub(crate) fn run(args: &WorkerArgs, out: &mut impl Write) -> Result<(), Failure> {
    args.log.start();
    let database = args.database.database.clone();
    if let Database::File(path) = &database {
        return Err(Failure::Input(format!(
            "a worker shares the database with the nodes, but the file {} is for one process only: \
             use --database postgres://USER@HOST/NAME",
            path.display()
        )));
    }
    let Some(bus) = args.bus.bus.clone() else {
        return Err(Failure::Input(
            "a worker takes its jobs from NATS: add --bus nats://HOST:PORT".to_owned(),
        ));
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, usize::from);
    let networks = input::networks(args.networks.folder.as_deref())?;
    let mut written = Ok(());
    let name = database.to_string();
    site::run::run_worker(
        &WorkerConfig { database, bus, threads, networks, metrics_listen: args.metrics_listen },
        || {
            written = writeln!(out, "Crownhead worker is ready; database: {name}, threads: {threads}")
                .and_then(|()| out.flush());
        },
    )
    .map_err(Failure::input)?;
    Ok(written?)
}
