//! Runs the test scenarios: `harness --program PATH crash`, `load` and others.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use harness::attack::AttackSize;
use harness::{Error, archive, attack, chaos, crash, load, rolling, size, start};

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
        /// Number of idle spectators; 0 does not measure their memory.
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
    /// Attack the site while games are played, and fail if the players notice: slow moves, flags, much memory, or refusals
    /// without a code and a sentence.
    Attack {
        /// Use smaller attacks, and repeat one during which moves were too slow.
        #[arg(long)]
        short: bool,
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
    /// Measure a site with many guests and finished games: pages, moves during cleanup, and its size after archiving.
    SiteSize {
        /// The path of `fixtures`, which generates the games that are multiplied.
        #[arg(long)]
        generator: PathBuf,
        /// Number of finished games.
        #[arg(long, default_value_t = 200_000)]
        games: usize,
        /// Number of guests without games.
        #[arg(long, default_value_t = 1_000_000)]
        guests: usize,
        /// Number of games in play.
        #[arg(long, default_value_t = 50)]
        playing: usize,
        /// Number of requests of each page.
        #[arg(long, default_value_t = 1000)]
        requests: usize,
        /// Duration of each measurement of moves in seconds.
        #[arg(long, default_value_t = 30)]
        seconds: u64,
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

/// Number of games that are generated and then multiplied.
const GENERATED_GAMES: usize = 2_000;

/// Generates a site, enlarges it as planned, and measures it.
async fn measure_size(program: &Path, generator: &Path, plan: size::Plan) -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let site = folder.path().join("site.db");
    archive::generate(generator, GENERATED_GAMES.min(plan.games), &site).await?;
    size::run(program, &site, plan).await.map(drop)
}

/// Attacks a site, prints the report, and fails if it is not as promised.
async fn measure_attacks(program: &Path, short: bool) -> Result<(), Error> {
    let size = if short { AttackSize::SHORT } else { AttackSize::LONG };
    let report = attack::run(program, size).await?;
    print!("{report}");
    let mut problems = report.errors();
    problems.extend(report.exceeded());
    if problems.is_empty() { Ok(()) } else { Err(Error(problems.join("\n"))) }
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
            let config = load::LoadConfig { games, duration: Duration::from_secs(seconds), spectators, sqlite_only: small };
            load::run(&program, config).await.map(|report| print!("{report}"))
        }
        Scenario::Chaos { rounds: Rounds { games, rounds, seed }, outage } => {
            let config = chaos::ChaosConfig { games, rounds, outage: Duration::from_secs(outage), seed };
            chaos::run(&program, config).await.map(|report| print!("{report}"))
        }
        Scenario::Attack { short } => measure_attacks(&program, short).await,
        Scenario::Archive { generator, games } => archive::run(&program, &generator, games).await,
        Scenario::SiteSize { generator, games, guests, playing, requests, seconds } => {
            let duration = Duration::from_secs(seconds);
            measure_size(&program, &generator, size::Plan { games, guests, playing, requests, duration }).await
        }
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
