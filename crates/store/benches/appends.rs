//! Throughput of durable appends: `cargo bench -p store --bench appends`.
//!
//! Many games run at once, and each waits for its move to be durable before the next. Both stores write to the same
//! disk and wait for it; they are measurement alternately, because the speed of a disk varies. The benchmark reports
//! rows per second, rows per CPU-second (including the server), and rows per commit. It asserts that
//! every row is stored once and in order.

use std::fs;
use std::sync::Arc;
use std::time::Instant;

use play::id::GameId;
use play::time::Timestamp;
use serde_json::json;
use store::{Append, AppendOutcome, CommandRecord, Database, NewGame, Store};
use testservers::Postgres;

/// Number of concurrent games.
const GAMES: usize = 400;
/// Number of moves in each game.
const MOVES: u64 = 100;
/// Number of measurements of each store, of which the median is reported.
const RUNS: usize = 5;

/// The results of one run.
#[derive(Clone, Copy)]
struct Measurement {
    rows_per_second: f64,
    rows_per_cpu_second: f64,
    rows_per_commit: f64,
}

#[tokio::main]
async fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Postgres::start().await.expect("a server");
    let url = server.create_database().await.expect("a database");
    let postmaster = postmaster(&server).await;
    let file = Database::from(folder.path().join("games")).open().await.expect("a store");
    let served = Database::Postgres { url, replicas: Vec::new() }.open().await.expect("a store");
    let mut runs = [Vec::new(), Vec::new()];
    for _ in 0..RUNS {
        runs[0].push(measure(&file, None).await);
        runs[1].push(measure(&served, Some(postmaster)).await);
    }
    println!("{GAMES} games, {MOVES} moves each, the median of {RUNS} runs");
    let [file, served] = runs.map(|runs| {
        let median = |value: fn(&Measurement) -> f64| {
            let mut values: Vec<f64> = runs.iter().map(value).collect();
            values.sort_unstable_by(f64::total_cmp);
            values[RUNS / 2]
        };
        Measurement {
            rows_per_second: median(|measurement| measurement.rows_per_second),
            rows_per_cpu_second: median(|measurement| measurement.rows_per_cpu_second),
            rows_per_commit: median(|measurement| measurement.rows_per_commit),
        }
    });
    for (name, measurement) in [("SQLite", file), ("PostgreSQL", served)] {
        println!(
            "{name:>10}: {:>7.0} rows/s, {:>7.0} rows per CPU-second, {:>4.0} rows per commit",
            measurement.rows_per_second, measurement.rows_per_cpu_second, measurement.rows_per_commit
        );
    }
    println!(
        "PostgreSQL/SQLite: {:.2} per second, {:.2} per CPU-second",
        served.rows_per_second / file.rows_per_second,
        served.rows_per_cpu_second / file.rows_per_cpu_second
    );
    server.stop().await.expect("stopped");
}

async fn measure(store: &Arc<dyn Store>, server: Option<u32>) -> Measurement {
    let mut games = Vec::with_capacity(GAMES);
    for _ in 0..GAMES {
        games.push(store.create_game(new_game()).await.expect("created").id);
    }
    let (commits, before, start) = (store.commits(), cpu_seconds(server), Instant::now());
    let playing: Vec<_> = games.iter().map(|game| tokio::spawn(play(Arc::clone(store), *game))).collect();
    for playing in playing {
        playing.await.expect("finished");
    }
    let (seconds, cpu_time) = (start.elapsed().as_secs_f64(), cpu_seconds(server) - before);
    for game in games {
        let events = store.events(game, 0, 10_000).await.expect("events");
        assert!(events.iter().map(|event| event.seq).eq(1..=MOVES), "every row once and in order");
    }
    let rows = GAMES as f64 * MOVES as f64;
    Measurement {
        rows_per_second: rows / seconds,
        rows_per_cpu_second: rows / cpu_time,
        rows_per_commit: rows / (store.commits() - commits) as f64,
    }
}

async fn play(store: Arc<dyn Store>, game: GameId) {
    for number in 0..MOVES {
        let now = Timestamp(1_700_000_000_000 + number as i64);
        let body = json!({ "event": "move", "from": 32, "to": 28, "captured": [], "lag": 12, "left": 178_000 + number });
        let (id, content) =
            (format!("{game} {number}"), format!("{{\"do\":\"move\",\"text\":\"{number}\"}}"));
        let append = Append {
            command: Some(CommandRecord { id, content }),
            deadline: Some(Timestamp(now.0 + 180_000)),
            ..Append::event(game, number, now, body)
        };
        assert_eq!(store.append(append).await, Ok(AppendOutcome::Done { seq: number + 1 }));
    }
}

fn new_game() -> NewGame {
    NewGame {
        id: GameId::new().expect("random bytes"),
        created_at: Timestamp(1_700_000_000_000),
        rules: serde_json::to_string(draughts::Rules::named("international").expect("rules").rule_set())
            .expect("JSON"),
        terms: json!({ "white": "a guest", "black": "another guest", "time": { "clock": 180 } }),
        accounts: Vec::new(),
        awaits_engine: false,
    }
}

/// Returns the id of the main process of a server.
async fn postmaster(server: &Postgres) -> u32 {
    let pid = server.query("postgres", "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)");
    pid.await.expect("answered").parse().expect("a number")
}

/// Returns the CPU time of this process, and of a server and its children, in seconds.
fn cpu_seconds(server: Option<u32>) -> f64 {
    let own = process_time("self").map_or(0.0, |(_, seconds)| seconds);
    let Some(server) = server else { return own };
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    let of_server = all.filter_map(|process| {
        let name = process.file_name().into_string().ok()?;
        let (parent, seconds) = process_time(&name)?;
        (parent == server || name == server.to_string()).then_some(seconds)
    });
    own + of_server.sum::<f64>()
}

/// Returns the parent of a process, and its CPU time in seconds.
fn process_time(process: &str) -> Option<(u32, f64)> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the process before the bracket may contain anything.
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    let ticks: u64 = fields[11].parse::<u64>().ok()? + fields[12].parse::<u64>().ok()?;
    Some((fields[1].parse().ok()?, ticks as f64 / 100.0))
}
