//! The trials as commands: `trial crash`, `trial load`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};

/// Tries a site as its clients do.
#[derive(Parser)]
struct Args {
    /// The program.
    #[arg(long)]
    program: PathBuf,
    #[command(subcommand)]
    trial: Trial,
}

#[derive(Subcommand)]
enum Trial {
    /// Kill the site again and again under games, and prove that nothing acknowledged is lost.
    Crash {
        /// How often it is killed.
        #[arg(long, default_value_t = 50)]
        kills: usize,
        /// How many games are played at once.
        #[arg(long, default_value_t = 64)]
        games: usize,
        /// The same seed, the same moves.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Measure how soon a site answers after its start, and how soon it stops.
    Start,
    /// Measure how much a site can carry, and the limits of the machine in the same run.
    Load {
        /// How many games are played at once.
        #[arg(long, default_value_t = 200)]
        games: usize,
        /// For how many seconds.
        #[arg(long, default_value_t = 10)]
        seconds: u64,
        /// How many idle spectators; 0: none.
        #[arg(long, default_value_t = 5000)]
        spectators: usize,
        /// Only the site on SQLite, without PostgreSQL and NATS.
        #[arg(long)]
        small: bool,
    },
    /// Let everything fail around three nodes under games, and prove that nothing acknowledged is lost or doubled.
    Chaos {
        #[command(flatten)]
        rounds: Rounds,
        /// For how many seconds something is away.
        #[arg(long, default_value_t = 10)]
        away: u64,
    },
    /// Make up a site, move it to PostgreSQL and back, back it up, restore and verify it, and measure how long that takes.
    Archive {
        /// The program that makes up sites.
        #[arg(long)]
        maker: PathBuf,
        /// How many games the site has.
        #[arg(long, default_value_t = 100_000)]
        games: usize,
    },
    /// Restart three nodes one after the other under games, and prove that no command fails.
    Rolling {
        #[command(flatten)]
        rounds: Rounds,
    },
}

/// Games under which something happens to the nodes, again and again.
#[derive(clap::Args)]
struct Rounds {
    /// How many games are played at once.
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// How often it happens to each node.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// The same seed, the same moves and the same order.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[tokio::main]
async fn main() -> ExitCode {
    let Args { program, trial } = Args::parse();
    let done = match trial {
        Trial::Crash { kills, games, seed } => {
            harness::crash::crash(&program, kills, games, seed).await.map(|crashed| {
                let proof = crashed.proof;
                println!(
                    "killed {} times, away for {:.1} s in all; {} games, {} acknowledged moves and {} seen events, all there once \
                     and in order, and every clock as the times say",
                    crashed.kills,
                    crashed.outage as f64 / 1000.0,
                    proof.games,
                    proof.acknowledged,
                    proof.seen
                );
            })
        }
        Trial::Start => harness::start::start(&program).await.map(|[starts, stops]| {
            let told = |times: &[Duration]| {
                let milliseconds = |place: usize| times.get(place).map_or(0, Duration::as_millis);
                format!("{} ms, the slowest of {} {} ms", milliseconds(times.len() / 2), times.len(), milliseconds(times.len() - 1))
            };
            println!("from the start to the first guest on an empty database: {}", told(&starts));
            println!("from SIGTERM to the end, with a game, a spectator and a thinking computer: {}", told(&stops));
        }),
        Trial::Load { games, seconds, spectators, small } => {
            let plan = harness::load::Plan { games, time: Duration::from_secs(seconds), spectators, small };
            harness::load::load(&program, plan).await.map(|report| print!("{report}"))
        }
        Trial::Chaos { rounds: Rounds { games, rounds, seed }, away } => {
            let plan = harness::chaos::Plan { games, rounds, away: Duration::from_secs(away), seed };
            harness::chaos::chaos(&program, plan).await.map(|chaos| print!("{chaos}"))
        }
        Trial::Archive { maker, games } => harness::archive::archive(&program, &maker, games).await,
        Trial::Rolling { rounds: Rounds { games, rounds, seed } } => {
            harness::rolling::rolling(&program, games, rounds, seed).await.map(|rolled| print!("{rolled}"))
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("harness: {reason}");
            ExitCode::FAILURE
        }
    }
}
