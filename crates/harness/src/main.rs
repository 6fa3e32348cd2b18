//! Runs the test scenarios: `harness --program PATH crash`, `load` and others.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use harness::{archive, chaos, crash, load, rolling, start};

/// Tests a site as its clients use it.
#[derive(Parser)]
struct Args {
    /// The path of `crownhead`.
    #[arg(long)]
    program: PathBuf,
    #[command(subcommand)]
    scenario: Scenario,
}

#[derive(Subcommand)]
enum Scenario {
    /// Kill the site again and again under load, and verify that nothing acknowledged is lost.
    Crash {
        /// Number of times to kill the site.
        #[arg(long, default_value_t = 50)]
        kills: usize,
        /// Number of games at once.
        #[arg(long, default_value_t = 64)]
        games: usize,
        /// Seed of the moves.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Measure how long the site takes to start and to stop.
    Start,
    /// Measure the throughput and the latency of the site, and the limits of the machine in the same run.
    Load {
        /// Number of games at once.
        #[arg(long, default_value_t = 200)]
        games: usize,
        /// Duration of each measurement in seconds.
        #[arg(long, default_value_t = 10)]
        seconds: u64,
        /// Number of idle spectators; 0: do not measure their memory.
        #[arg(long, default_value_t = 5000)]
        spectators: usize,
        /// Measure only the site on SQLite, without PostgreSQL and NATS.
        #[arg(long)]
        small: bool,
    },
    /// Inject faults into three nodes under load, and verify that nothing acknowledged is lost or duplicated.
    Chaos {
        #[command(flatten)]
        rounds: Rounds,
        /// Duration of a fault in seconds.
        #[arg(long, default_value_t = 10)]
        outage: u64,
    },
    /// Generate a site, move it to PostgreSQL and back, back it up, restore and verify it, and measure each step.
    Archive {
        /// The path of `fixtures`, which generates the site.
        #[arg(long)]
        generator: PathBuf,
        /// Number of games of the site.
        #[arg(long, default_value_t = 100_000)]
        games: usize,
    },
    /// Restart three nodes one after the other under load, and verify that no command fails.
    Rolling {
        #[command(flatten)]
        rounds: Rounds,
    },
}

/// The load, and the number of faults or restarts.
#[derive(clap::Args)]
struct Rounds {
    /// Number of games at once.
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// Number of times that each fault is injected, or each node restarted.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Seed of the moves and of the order of the faults.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[tokio::main]
async fn main() -> ExitCode {
    let Args { program, scenario } = Args::parse();
    let result = match scenario {
        Scenario::Crash { kills, games, seed } => {
            crash::run(&program, kills, games, seed).await.map(|report| {
                let verification = report.verification;
                println!(
                    "killed {} times, down for {:.1} s in total; {} games, {} acknowledged moves and {} seen events, all \
                     present once and in order; all clocks correct",
                    report.kills,
                    report.outage as f64 / 1000.0,
                    verification.games,
                    verification.acknowledged,
                    verification.seen
                );
            })
        }
        Scenario::Start => start::run(&program).await.map(|[starts, stops]| {
            let summary = |times: &[Duration]| {
                let milliseconds = |place: usize| times.get(place).map_or(0, Duration::as_millis);
                let (median, slowest) = (milliseconds(times.len() / 2), milliseconds(times.len() - 1));
                format!("median {median} ms, slowest {slowest} ms of {} runs", times.len())
            };
            println!("from the start to the first guest, on an empty database: {}", summary(&starts));
            println!("from SIGTERM to the end, with a game and a computer that is thinking: {}", summary(&stops));
        }),
        Scenario::Load { games, seconds, spectators, small } => {
            let plan = load::Plan { games, duration: Duration::from_secs(seconds), spectators, small };
            load::run(&program, plan).await.map(|report| print!("{report}"))
        }
        Scenario::Chaos { rounds: Rounds { games, rounds, seed }, outage } => {
            let plan = chaos::Plan { games, rounds, outage: Duration::from_secs(outage), seed };
            chaos::run(&program, plan).await.map(|report| print!("{report}"))
        }
        Scenario::Archive { generator, games } => archive::run(&program, &generator, games).await,
        Scenario::Rolling { rounds: Rounds { games, rounds, seed } } => {
            rolling::run(&program, games, rounds, seed).await.map(|report| print!("{report}"))
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("harness: {error}");
            ExitCode::FAILURE
        }
    }
}
