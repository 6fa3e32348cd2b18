//! Measures the throughput and the latency of a site: on SQLite, on PostgreSQL with one node, and on PostgreSQL and NATS with
//! three nodes. The clients play legal games as fast as the site responds. Baselines of SQLite, PostgreSQL,
//! NATS and WebSocket without the site are measured in the same run for comparison.

mod baseline;
mod browsers;
mod players;
mod report;
mod usage;

use std::path::Path;
use std::time::Duration;

use serde_json::json;
use testservers::Postgres;

use crate::Error;
use crate::client::Client;
use crate::cluster::Cluster;
use crate::live::LiveConnection;
use crate::server::{Server, ServerCommand};
use baseline::MachineBaseline;
use players::Players;
use report::LoadResult;
pub use report::Report;
use usage::Processes;

/// The parameters of a load test.
#[derive(Clone, Copy, Debug)]
pub struct LoadConfig {
    /// Number of simultaneous games.
    pub games: usize,
    /// Duration of each measurement.
    pub duration: Duration,
    /// Number of idle spectators. If it is 0, their memory is not measured.
    pub spectators: usize,
    /// Whether to measure only the site on SQLite.
    pub sqlite_only: bool,
}

/// Runs all measurements.
pub async fn run(program: &Path, config: LoadConfig) -> Result<Report, Error> {
    let folder = tempfile::tempdir()?;
    let mut report = Report { config: Some(config), ..Report::default() };
    report.baseline = MachineBaseline::measure(folder.path(), !config.sqlite_only).await?;
    if config.spectators > 0 {
        let idle = ServerCommand::new(program, &folder.path().join("idle.db")).spawn().await?;
        report.memory_idle_kib = usage::resident_kib(idle.pid());
        report.memory_spectators_kib = memory_with_spectators(&idle, config.spectators).await?;
    }
    let server = ServerCommand::new(program, &folder.path().join("load.db")).spawn().await?;
    let processes = Processes { nodes: server.pid().into_iter().collect(), ..Processes::default() };
    let origins = [server.origin.clone()];
    report.results.push(measure("SQLite, one node", &origins, &processes, config).await?);
    report.memory_after_games_kib = usage::resident_kib(server.pid());
    report.cached_games = metric(&origins, "crownhead_cached_games").await;
    report.browsers = browsers::measure(&server.origin, &processes, config).await?;
    drop(server);
    if config.sqlite_only {
        return Ok(report);
    }
    let postgres = Postgres::start().await?;
    let url = postgres.create_database().await?;
    let server = ServerCommand::new(program, Path::new(&url)).spawn().await?;
    let nodes = server.pid().into_iter().collect();
    let processes = Processes { nodes, postgres: Some(&postgres), ..Processes::default() };
    let origins = [server.origin.clone()];
    report.results.push(measure("PostgreSQL, one node", &origins, &processes, config).await?);
    drop((server, postgres));
    let cluster = Cluster::start(program, 3, 0).await?;
    let (origins, nodes) = (cluster.origins(), cluster.pids());
    let processes = Processes { nodes, postgres: Some(&cluster.postgres), nats: Some(&cluster.nats) };
    report.results.push(measure("PostgreSQL and NATS, three nodes", &origins, &processes, config).await?);
    Ok(report)
}

/// Measures a site at full load, and then at half of that load.
async fn measure(
    name: &'static str,
    origins: &[String],
    processes: &Processes<'_>,
    config: LoadConfig,
) -> Result<LoadResult, Error> {
    let players = Players::start(origins, config.games, None).await;
    let (commits_before, usage_before) = (commits(origins).await, processes.usage().await?);
    let seconds = players.measure(config.duration).await;
    let (commits, usage) = (commits(origins).await - commits_before, processes.usage().await? - usage_before);
    let full = players.finish().await?;
    let rate = full.acknowledgement.len() as f64 / seconds;
    let pace = Duration::from_secs_f64(config.games as f64 / (rate / 2.0).max(1.0));
    let players = Players::start(origins, config.games, Some(pace)).await;
    let half_seconds = players.measure(config.duration).await;
    let half = players.finish().await?;
    Ok(LoadResult { name, seconds, commits, usage, full, half, half_seconds })
}

/// Returns the number of commits of all nodes.
async fn commits(origins: &[String]) -> u64 {
    metric(origins, "crownhead_commits_total").await
}

/// Returns the sum of a metric over all nodes.
async fn metric(origins: &[String], name: &str) -> u64 {
    let mut sum = 0;
    for origin in origins {
        let Ok(response) = Client::anonymous(origin).get("/metrics").await else { continue };
        let value = response.text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        sum += value.and_then(|number| number.trim().parse().ok()).unwrap_or(0);
    }
    sum
}

/// Returns the memory of a site with spectators of one game, in KiB.
async fn memory_with_spectators(server: &Server, spectators: usize) -> Result<u64, Error> {
    let player = Client::guest(&server.origin).await?;
    let request = json!({ "opponent": "same-device", "proposal": { "rules": "international" } });
    let game = player.post("/api/v1/games", &request).await?.id()?;
    let spectator = Client::anonymous(&server.origin);
    let mut connections: Vec<LiveConnection> = Vec::new();
    for _ in 0..spectators {
        connections.push(spectator.connect(&game, 0).await?);
    }
    let memory = usage::resident_kib(server.pid());
    // All spectators are connected: each receives a move.
    player.execute(&game, "1", &json!({ "do": "move", "text": "32-28" })).await?;
    for live in &mut connections {
        if live.next("event").await.is_none() {
            return Err(Error::new("a spectator did not receive a move"));
        }
    }
    Ok(memory)
}
