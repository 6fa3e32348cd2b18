//! How much a site can carry: real clients play legal games as fast as they are answered. The limits of the machine, commits
//! to a file and messages over WebSocket, are measured in the same run, so that the ratio is seen.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use draughts::{Color, Rules};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::net::TcpListener;
use tokio_tungstenite::accept_async;
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Client, Unanswered};
use crate::live::{Heard, Live};
use crate::player::{Board, Lot, begin};
use crate::server::{Server, Start};

/// So many connections measure the echo.
const ECHOES: usize = 100;
/// So long the limits of the machine are measured.
const RAW: Duration = Duration::from_secs(2);
/// So many rows are committed together at the most.
const ROWS: usize = 200;

/// What was measured.
#[derive(Default)]
pub struct Report {
    games: usize,
    seconds: f64,
    moves: usize,
    commits: u64,
    /// From sending to the acknowledgement, and to the opponent's screen, in seconds, sorted.
    acknowledged: Vec<f64>,
    on_screen: Vec<f64>,
    raw_commits: f64,
    raw_rows: f64,
    raw_echoes: f64,
    spectators: usize,
    /// Memory of a site in KiB: at its start, with idle spectators, and of another after the games.
    memory: [u64; 3],
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rate = self.moves as f64 / self.seconds;
        let commits = self.commits as f64 / self.seconds;
        let milliseconds = |times: &[f64], part: f64| percentile(times, part) * 1000.0;
        writeln!(f, "{} games at once, for {:.1} s", self.games, self.seconds)?;
        writeln!(f, "{rate:.0} acknowledged, durable moves a second")?;
        writeln!(
            f,
            "from sending to the acknowledgement: p50 {:.1} ms, p99 {:.1} ms",
            milliseconds(&self.acknowledged, 0.5),
            milliseconds(&self.acknowledged, 0.99)
        )?;
        writeln!(
            f,
            "from sending to the opponent's screen: p50 {:.1} ms, p99 {:.1} ms",
            milliseconds(&self.on_screen, 0.5),
            milliseconds(&self.on_screen, 0.99)
        )?;
        writeln!(f, "{commits:.0} commits a second, {:.1} moves in each", rate / commits.max(1.0))?;
        writeln!(
            f,
            "the machine: {:.0} commits of one row a second, {:.0} rows in commits of {ROWS}, {:.0} WebSocket echoes",
            self.raw_commits, self.raw_rows, self.raw_echoes
        )?;
        writeln!(
            f,
            "a move costs as much as {:.1} echoes; {:.1} % of the rows that the disk could take",
            self.raw_echoes / rate.max(1.0),
            100.0 * rate / self.raw_rows.max(1.0)
        )?;
        let [start, spectators, games] = self.memory.map(|kibibytes| kibibytes as f64 / 1024.0);
        let each = (spectators - start) * 1024.0 / self.spectators.max(1) as f64;
        writeln!(
            f,
            "memory of the site: {start:.0} MiB at the start, {spectators:.0} MiB in all with {} idle spectators ({each:.1} KiB \
             each), {games:.0} MiB after the games",
            self.spectators
        )
    }
}

fn percentile(sorted: &[f64], part: f64) -> f64 {
    let place = ((sorted.len() as f64 - 1.0) * part).round().max(0.0) as usize;
    sorted.get(place).copied().unwrap_or(0.0)
}

/// Measures all of it.
pub async fn load(program: &Path, games: usize, seconds: u64, spectators: usize) -> Result<Report, String> {
    let told = |error: Unanswered| error.to_string();
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut report = Report { games, spectators, ..Report::default() };
    (report.raw_commits, report.raw_rows) =
        raw_commits(&folder.path().join("raw.db")).map_err(|error| error.to_string())?;
    report.raw_echoes = raw_echoes().await.map_err(|error| error.to_string())?;
    let quiet = Start::new(program, &folder.path().join("quiet.db")).start().await.map_err(told)?;
    report.memory[0] = memory(&quiet);
    report.memory[1] = watch(&quiet, spectators).await.map_err(told)?;
    drop(quiet);
    let server = Start::new(program, &folder.path().join("load.db")).start().await.map_err(told)?;
    let over = Arc::new(AtomicBool::new(false));
    let pairs: Vec<_> = (0..games)
        .map(|number| tokio::spawn(pair(server.origin.clone(), number as u64, Arc::clone(&over))))
        .collect();
    let commits_before = commits(&server).await;
    let begun = Instant::now();
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    over.store(true, Ordering::Relaxed);
    report.seconds = begun.elapsed().as_secs_f64();
    report.commits = commits(&server).await.saturating_sub(commits_before);
    for pair in pairs {
        let times = pair.await.map_err(|error| error.to_string())??;
        report.moves += times.acknowledged.len();
        report.acknowledged.extend(times.acknowledged);
        report.on_screen.extend(times.on_screen);
    }
    report.acknowledged.sort_by(f64::total_cmp);
    report.on_screen.sort_by(f64::total_cmp);
    report.memory[2] = memory(&server);
    Ok(report)
}

#[derive(Default)]
struct Times {
    acknowledged: Vec<f64>,
    on_screen: Vec<f64>,
}

/// Two players, as fast as they are answered.
async fn pair(origin: String, seed: u64, over: Arc<AtomicBool>) -> Result<Times, String> {
    let told = |error: Unanswered| error.to_string();
    let clients = [Client::guest(&origin).await.map_err(told)?, Client::guest(&origin).await.map_err(told)?];
    let rules = Rules::named("international").map_err(|error| error.to_string())?;
    let (mut times, mut number) = (Times::default(), 0);
    let epoch = Instant::now();
    while !over.load(Ordering::Relaxed) {
        number += 1;
        let game =
            begin(&clients[0], &clients[1], &json!({ "rules": "international" })).await.map_err(told)?;
        // When the move that is under way was sent, in nanoseconds.
        let sent = Arc::new(AtomicU64::new(0));
        let sides = [Color::White, Color::Black].map(|side| {
            let client = clients[usize::from(side == Color::Black)].clone();
            let lot = Lot::new(seed << 16 ^ number << 1 ^ side as u64);
            let (game, rules, over, sent) =
                (game.clone(), rules.clone(), Arc::clone(&over), Arc::clone(&sent));
            tokio::spawn(async move { play(&client, &game, &rules, side, lot, &over, &sent, epoch).await })
        });
        for side in sides {
            let side = side.await.map_err(|error| error.to_string())??;
            times.acknowledged.extend(side.acknowledged);
            times.on_screen.extend(side.on_screen);
        }
    }
    Ok(times)
}

async fn play(
    client: &Client,
    game: &str,
    rules: &Rules,
    side: Color,
    mut lot: Lot,
    over: &AtomicBool,
    sent: &AtomicU64,
    epoch: Instant,
) -> Result<Times, String> {
    let mut live = client.live(game, 0).await.map_err(|error| error.to_string())?;
    let (mut board, mut times, mut open) = (Board::new(rules), Times::default(), false);
    let elapsed = || u64::try_from(epoch.elapsed().as_nanos()).unwrap_or(u64::MAX);
    let since = |then: u64| (elapsed().saturating_sub(then)) as f64 / 1e9;
    // When the last move was sent, and the event that it became, which may be told a moment later.
    let (mut own, mut done) = (0, 0);
    loop {
        let ready = !open && board.seq >= done;
        if ready && board.game.outcome().is_some() {
            return Ok(times);
        }
        if ready && let Some(request) = board.choose(side, &mut lot) {
            // Who is to move ends it for both.
            let request = if over.load(Ordering::Relaxed) { json!({ "do": "resign" }) } else { request };
            own = elapsed();
            sent.store(own, Ordering::Relaxed);
            live.command(&format!("{side}{}", board.seq), &request).await;
            open = true;
        }
        let told = match live.hear().await {
            Heard::Told(told) => told,
            Heard::Closed(..) | Heard::Lost => return Err("a connection was lost".to_owned()),
        };
        match told["type"].as_str() {
            Some("event") => {
                if told["entry"]["event"]["by"] != serde_json::to_value(side).unwrap_or_default() {
                    times.on_screen.push(since(sent.load(Ordering::Relaxed)));
                }
                board.follow(&told)?;
            }
            Some("done") => {
                times.acknowledged.push(since(own));
                (open, done) = (false, told["seq"].as_u64().unwrap_or(0));
            }
            _ => return Err(told.to_string()),
        }
    }
}

/// How many commits the site has made, as its metrics say.
async fn commits(server: &Server) -> u64 {
    let Ok(answer) = Client::nobody(&server.origin).get("/metrics").await else { return 0 };
    let line = answer.text.lines().find_map(|line| line.strip_prefix("crownhead_commits_total "));
    line.and_then(|number| number.trim().parse().ok()).unwrap_or(0)
}

/// The memory of the site in KiB.
fn memory(server: &Server) -> u64 {
    let Some(id) = server.id() else { return 0 };
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
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
    let memory = memory(server);
    // They are really there: all of them see a move.
    player.act(&game, "1", &json!({ "do": "move", "text": "32-28" })).await?;
    for live in &mut watching {
        if live.next("event").await.is_none() {
            return Err(Unanswered("a spectator saw nothing".to_owned()));
        }
    }
    Ok(memory)
}

/// Commits of one row, and rows in commits of many, a second.
fn raw_commits(path: &Path) -> rusqlite::Result<(f64, f64)> {
    let connection = rusqlite::Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection
        .execute_batch("create table event (game text, seq integer, body text, primary key (game, seq))")?;
    let rate = |rows: usize| {
        let (begun, mut written) = (Instant::now(), 0_usize);
        while begun.elapsed() < RAW / 2 {
            connection.execute_batch("begin immediate")?;
            for _ in 0..rows {
                let body = "x".repeat(100);
                connection
                    .prepare_cached("insert into event values (?1, ?2, ?3)")?
                    .execute(rusqlite::params![format!("{rows}"), written as i64, body])?;
                written += 1;
            }
            connection.execute_batch("commit")?;
        }
        Ok::<f64, rusqlite::Error>(written as f64 / begun.elapsed().as_secs_f64())
    };
    Ok((rate(1)?, rate(ROWS)?))
}

/// Messages that come back over WebSocket, a second, with nothing else done.
async fn raw_echoes() -> std::io::Result<f64> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let origin = format!("http://{}", listener.local_addr()?);
    let echo = tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let Ok(mut socket) = accept_async(stream).await else { return };
                while let Some(Ok(message @ Message::Text(_))) = socket.next().await {
                    if socket.send(message).await.is_err() {
                        return;
                    }
                }
            });
        }
    });
    let clients: Vec<_> = (0..ECHOES)
        .map(|_| {
            let nobody = Client::nobody(&origin);
            tokio::spawn(async move {
                let Ok(mut live) = Live::connect(&nobody, "/").await else { return 0 };
                let (begun, mut echoes) = (Instant::now(), 0_usize);
                let text = json!({ "type": "command", "id": "x", "request": "x".repeat(100) }).to_string();
                while begun.elapsed() < RAW && live.say(text.clone()).await {
                    live.hear().await;
                    echoes += 1;
                }
                echoes
            })
        })
        .collect();
    let mut echoes = 0;
    for client in clients {
        echoes += client.await.unwrap_or(0);
    }
    echo.abort();
    Ok(echoes as f64 / RAW.as_secs_f64())
}
