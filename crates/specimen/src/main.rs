//! `specimen GAMES DATABASE`: makes up a site.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use services::Folder;
use store::Database;
use store::archive::backup;

/// A folder that is kept in memory, where there is one.
const MEMORY: &str = "/dev/shm";

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
    let Args { games, database, seed } = args;
    match database {
        // A site that people fill in months is written in minutes, each move on its own: in memory that is no strain.
        Database::File(file) if Path::new(MEMORY).is_dir() => {
            let workshop =
                Folder::inside(Path::new(MEMORY), "specimen").map_err(|error| error.to_string())?;
            let draft = Database::File(workshop.join("site.db"));
            fill(&draft, *games, *seed).await?;
            let file = file.clone();
            let written = tokio::task::spawn_blocking(move || backup(&draft, &file, &|_| ())).await;
            written.map_err(|error| error.to_string())?.map_err(|error| error.to_string())?;
        }
        _ => fill(database, *games, *seed).await?,
    }
    println!("{games} games are in {database} after {:.0} s", begun.elapsed().as_secs_f64());
    Ok(())
}

async fn fill(database: &Database, games: usize, seed: u64) -> Result<(), specimen::Trouble> {
    let store = database.open().await.map_err(|error| error.to_string())?;
    let bar = progress_bar(games);
    let shown = bar.clone();
    let made = specimen::make(store, games, seed, move |done| shown.set_position(done as u64)).await;
    bar.finish_and_clear();
    made
}

/// Returns a bar on standard error. It is hidden where that is no terminal.
fn progress_bar(games: usize) -> ProgressBar {
    let template = "[{bar:30}] {pos} of {len} games, {eta} left";
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(games as u64).with_style(style.progress_chars("#."))
}
