//! `crownhead worker`: thinks for the nodes of a site.

use std::io::Write;

use site::worker::WorkerConfig;
use store::Database;

use crate::args::WorkerArgs;
use crate::failure::Failure;

/// Works until it is interrupted.
pub(crate) fn run(args: &WorkerArgs, out: &mut impl Write) -> Result<(), Failure> {
    args.log.start();
    let database = args.database.database.clone();
    if let Database::File(path) = &database {
        return Err(Failure::Input(format!(
            "a worker shares the database with the nodes that it thinks for, and a file such as {} is for one process: \
             write --database postgres://USER@HOST/NAME",
            path.display()
        )));
    }
    let Some(bus) = args.bus.bus.clone() else {
        return Err(Failure::Input(
            "a worker takes its work from NATS: write where that is, with --bus nats://HOST:PORT".to_owned(),
        ));
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, usize::from);
    let mut told = Ok(());
    let place = database.to_string();
    site::run::run_worker(
        &WorkerConfig { database, bus, threads, metrics_listen: args.metrics_listen },
        || {
            told = writeln!(out, "Crownhead thinks for the site in {place}, threads: {threads}.")
                .and_then(|()| out.flush());
        },
    )
    .map_err(Failure::input)?;
    Ok(told?)
}
