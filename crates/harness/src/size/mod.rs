//! Measures a large site: pages, moves with and without cleanup, and its size before and after old games are archived.

mod growth;
mod latency;

use std::path::Path;
use std::time::{Duration, Instant};

use tokio::process::Command;
use tokio::time::sleep;

use crate::Error;
use crate::backup::run_db;
use crate::client::Client;
use crate::player::unix_millis;
use crate::rng::Rng;
use crate::server::ServerCommand;
use latency::{Latencies, Moves, request_all};

/// The time by which guests are aged, in milliseconds: longer than the site keeps them.
const AGE: i64 = 30 * 24 * 3_600_000;

/// The parameters of a measurement.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Number of finished games of the site.
    pub games: usize,
    /// Number of guests without games.
    pub guests: usize,
    /// Number of games in play.
    pub playing: usize,
    /// Number of requests of each page.
    pub requests: usize,
    /// Duration of each measurement of moves.
    pub duration: Duration,
}

/// The results of a measurement that do not depend on the speed of the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Number of guests that cleanup deleted while moves were measured.
    pub deleted_guests: u64,
    /// Size of the file before and after old games were archived, in bytes.
    pub sizes: [u64; 2],
}

/// Enlarges the site in a file as planned, and prints each measurement. No site may serve the file.
pub async fn run(program: &Path, site: &Path, plan: Plan) -> Result<Summary, Error> {
    let started = Instant::now();
    growth::multiply_games(site, plan.games)?;
    growth::add_guests(site, plan.guests, unix_millis())?;
    println!(
        "enlarged to {} games and {} guests in {:.0} s",
        plan.games,
        plan.guests,
        started.elapsed().as_secs_f64()
    );
    println!("before archiving:");
    measure_pages(program, site, plan).await?;
    println!("moves of {} games in play:", plan.playing);
    print_row("without cleanup", &measure_moves(program, site, plan).await?);
    growth::age_guests(site, AGE)?;
    let guests = growth::count_guests(site)?;
    print_row("during cleanup", &measure_moves(program, site, plan).await?);
    let deleted_guests = guests.saturating_sub(growth::count_guests(site)?);
    println!("cleanup deleted {deleted_guests} guests meanwhile");
    let sizes = archive(program, site).await?;
    println!("after archiving:");
    measure_pages(program, site, plan).await?;
    Ok(Summary { deleted_guests, sizes })
}

/// Archives all finished games, and verifies the site. Returns the sizes of the file before and after.
async fn archive(program: &Path, site: &Path) -> Result<[u64; 2], Error> {
    let size = || site.metadata().map(|metadata| metadata.len());
    // Only the free space of archiving is to count.
    rusqlite::Connection::open(site)?.execute_batch("vacuum; pragma wal_checkpoint(truncate)")?;
    let (before, started) = (size()?, Instant::now());
    let mut archive = Command::new(program);
    archive.args(["db", "archive", "--older-than", "1", "--compact"]).arg(site);
    let output = archive.output().await?;
    print!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if !output.status.success() {
        return Err(Error::new("the games could not be archived"));
    }
    println!("archived and compacted in {:.0} s", started.elapsed().as_secs_f64());
    let report = run_db(program, "verify", &[site]).await?;
    print!("{report}");
    Ok([before, size()?])
}

/// Measures the home page, the lobby and pages of players, while games are played.
async fn measure_pages(program: &Path, site: &Path, plan: Plan) -> Result<(), Error> {
    let (names, newest) = growth::players(site)?;
    let server = ServerCommand::new(program, site).spawn().await?;
    let moves = Moves::start(&server.origin, plan.playing);
    let client = Client::guest(&server.origin).await?;
    let mut rng = Rng::new(7);
    let mut player = |query: &mut dyn FnMut(&mut Rng) -> String| {
        let page = format!("/players/{}", names[rng.below(names.len())]);
        page + &query(&mut rng)
    };
    let repeat = |path: &'static str| std::iter::repeat_n(path.to_owned(), plan.requests);
    print_row("home page", &request_all(&client, repeat("/")).await?);
    print_row("lobby", &request_all(&client, repeat("/api/v1/lobby")).await?);
    let newest_pages: Vec<String> = (0..plan.requests).map(|_| player(&mut |_| String::new())).collect();
    print_row("player, newest games", &request_all(&client, newest_pages.into_iter()).await?);
    let mut older = |rng: &mut Rng| format!("?before={}", 1 + rng.below(newest as usize));
    let older_pages: Vec<String> = (0..plan.requests).map(|_| player(&mut older)).collect();
    print_row("player, random older games", &request_all(&client, older_pages.into_iter()).await?);
    moves.finish().await?;
    stop(server).await
}

async fn measure_moves(program: &Path, site: &Path, plan: Plan) -> Result<Latencies, Error> {
    let server = ServerCommand::new(program, site).spawn().await?;
    let moves = Moves::start(&server.origin, plan.playing);
    sleep(plan.duration).await;
    let latencies = moves.finish().await?;
    stop(server).await?;
    Ok(latencies)
}

async fn stop(server: crate::server::Server) -> Result<(), Error> {
    server.terminate()?;
    server.wait().await;
    Ok(())
}

fn print_row(name: &str, latencies: &Latencies) {
    let [p50, p99] = [0.5, 0.99].map(|part| latencies.percentile(part));
    println!("  {name}: p50 {p50:.1} ms, p99 {p99:.1} ms of {}", latencies.len());
}
