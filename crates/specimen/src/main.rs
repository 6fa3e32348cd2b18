//! `specimen GAMES DATABASE`: makes up a site.

use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use server::store::Database;

/// Makes up a site with so many games, and all that goes with them.
#[derive(Parser)]
struct Args {
    /// How many games.
    games: usize,
    /// Where: a new file, or an empty database of PostgreSQL.
    database: Database,
    /// The same number, the same lots.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[tokio::main]
async fn main() -> ExitCode {
    match make(&Args::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("specimen: {reason}");
            ExitCode::FAILURE
        }
    }
}

async fn make(args: &Args) -> Result<(), specimen::Trouble> {
    let begun = Instant::now();
    let store = args.database.open().await.map_err(|error| error.to_string())?;
    let (games, shown) = (args.games, std::io::stderr().is_terminal());
    let tell = move |done: usize| {
        if shown && done.is_multiple_of(1000) {
            eprint!("\r{done} of {games} games");
        }
    };
    specimen::make(store, games, args.seed, tell).await?;
    let place = &args.database;
    println!("{games} games are in {place} after {:.0} s", begun.elapsed().as_secs_f64());
    Ok(())
}
