//! How much a site can carry: real clients play legal games as fast as they are answered. It is measured on SQLite, on
//! PostgreSQL with one node, and on PostgreSQL and NATS with three; the limits of the machine and of each part are measured in
//! the same run, so that the ratio is seen.

mod cost;
mod play;
mod raw;
mod report;

use std::path::Path;
use std::time::Duration;

use serde_json::json;
use testservers::{Nats, Postgres};

use crate::client::{Client, Unanswered};
use crate::cluster::Cluster;
use crate::live::Live;
use crate::server::{Server, Start};
use cost::Serving;
use play::Playing;
pub use report::Report;
use report::{Carried, Limits};

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many games are played at once.
    pub games: usize,
    /// For how long, each time.
    pub time: Duration,
    /// How many idle spectators; 0: their memory is not measured.
    pub spectators: usize,
    /// Only the site on SQLite?
    pub small: bool,
}

/// Measures all of it.
pub async fn load(program: &Path, plan: Plan) -> Result<Report, String> {
    let told = |error: Unanswered| error.to_string();
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut report = Report { plan: Some(plan), ..Report::default() };
    report.limits = limits(folder.path(), plan.small).await?;
    if plan.spectators > 0 {
        let quiet = Start::new(program, &folder.path().join("quiet.db")).start().await.map_err(told)?;
        report.memory[0] = cost::memory(quiet.id());
        report.memory[1] = watch(&quiet, plan.spectators).await.map_err(told)?;
    }
    let server = Start::new(program, &folder.path().join("load.db")).start().await.map_err(told)?;
    let serving = Serving { nodes: server.id().into_iter().collect(), ..Serving::default() };
    let origins = [server.origin.clone()];
    report.carried.push(carry("SQLite, one node", &origins, &serving, plan).await?);
    report.memory[2] = cost::memory(server.id());
    report.tables = counted(&origins, "crownhead_tables_cached").await;
    drop(server);
    if plan.small {
        return Ok(report);
    }
    let postgres = Postgres::start().await.map_err(|error| error.to_string())?;
    let url = postgres.create_database().await.map_err(|error| error.to_string())?;
    let server = Start::new(program, Path::new(&url)).start().await.map_err(told)?;
    let nodes = server.id().into_iter().collect();
    let serving = Serving { nodes, postgres: Some(&postgres), ..Serving::default() };
    let origins = [server.origin.clone()];
    report.carried.push(carry("PostgreSQL, one node", &origins, &serving, plan).await?);
    drop((server, postgres));
    let cluster = Cluster::start(program, 3, 0).await.map_err(told)?;
    let (origins, nodes) = (cluster.origins(), cluster.processes());
    let serving = Serving { nodes, postgres: Some(&cluster.postgres), nats: Some(&cluster.nats) };
    report.carried.push(carry("PostgreSQL and NATS, three nodes", &origins, &serving, plan).await?);
    Ok(report)
}

/// What the machine and each part could do.
async fn limits(folder: &Path, small: bool) -> Result<Limits, String> {
    let mut limits = Limits {
        sqlite: raw::sqlite(&folder.join("raw.db")).map_err(|error| error.to_string())?,
        echoes: raw::echoes().await.map_err(|error| error.to_string())?,
        ..Limits::default()
    };
    if !small {
        let postgres = Postgres::start().await.map_err(|error| error.to_string())?;
        limits.postgres = raw::postgres(&postgres).await?;
        let nats = Nats::start().await.map_err(|error| error.to_string())?;
        limits.nats = raw::nats(&nats).await?;
    }
    Ok(limits)
}

/// As fast as it goes, and then at half of that.
async fn carry(
    name: &'static str,
    origins: &[String],
    serving: &Serving<'_>,
    plan: Plan,
) -> Result<Carried, String> {
    let playing = Playing::begin(origins, plan.games, None).await;
    let (commits_before, spent_before) = (commits(origins).await, serving.spent().await?);
    let seconds = playing.count(plan.time).await;
    let (commits, spent) = (commits(origins).await - commits_before, serving.spent().await? - spent_before);
    let full = playing.end().await?;
    let rate = full.acknowledged.len() as f64 / seconds;
    let pace = Duration::from_secs_f64(plan.games as f64 / (rate / 2.0).max(1.0));
    let playing = Playing::begin(origins, plan.games, Some(pace)).await;
    let half_seconds = playing.count(plan.time).await;
    let half = playing.end().await?;
    Ok(Carried { name, seconds, commits, spent, full, half, half_seconds })
}

/// How many commits the nodes have made.
async fn commits(origins: &[String]) -> u64 {
    counted(origins, "crownhead_commits_total").await
}

/// What the metrics of the nodes say, all together.
async fn counted(origins: &[String], name: &str) -> u64 {
    let mut all = 0;
    for origin in origins {
        let Ok(answer) = Client::nobody(origin).get("/metrics").await else { continue };
        let line = answer.text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        all += line.and_then(|number| number.trim().parse().ok()).unwrap_or(0);
    }
    all
}

/// The memory of the site with so many who watch one game.
async fn watch(server: &Server, spectators: usize) -> Result<u64, Unanswered> {
    let player = Client::guest(&server.origin).await?;
    let wish = json!({ "opponent": "same-device", "proposal": { "rules": "international" } });
    let game = player.post("/api/v1/games", &wish).await?.json();
    let game = game["id"].as_str().unwrap_or_default().to_owned();
    let nobody = Client::nobody(&server.origin);
    let mut watching: Vec<Live> = Vec::new();
    for _ in 0..spectators {
        watching.push(nobody.live(&game, 0).await?);
    }
    let memory = cost::memory(server.id());
    // They are really there: all of them see a move.
    player.act(&game, "1", &json!({ "do": "move", "text": "32-28" })).await?;
    for live in &mut watching {
        if live.next("event").await.is_none() {
            return Err(Unanswered("a spectator saw nothing".to_owned()));
        }
    }
    Ok(memory)
}
