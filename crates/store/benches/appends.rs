//! How many moves a second the stores make durable: `cargo bench -p store --bench appends`.
//!
//! So many games go on at once, and each waits for its move to be durable before it makes the next. Both stores write to the
//! same disk and wait for it; they take turns, because a disk is faster at one moment than at another. Told are rows per
//! second, per second of work of all processors (the server's included), and how many rows shared a commit. That every row is
//! there, once and in order, is asserted.

use std::fs;
use std::sync::Arc;
use std::time::Instant;

use play::id::GameId;
use play::time::Timestamp;
use serde_json::json;
use store::{Append, Appended, CommandRecord, Database, NewGame, Store};
use testservers::Postgres;

/// So many games go on at once.
const GAMES: usize = 400;
/// So many moves are made in each.
const MOVES: u64 = 100;
/// So many times each store is measured; the median is told.
const TURNS: usize = 5;

/// What was measured in one turn.
#[derive(Clone, Copy)]
struct Measured {
    rows_a_second: f64,
    rows_a_processor_second: f64,
    rows_a_commit: f64,
}

#[tokio::main]
async fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Postgres::start().await.expect("a server");
    let url = server.create_database().await.expect("a database");
    let postmaster = postmaster(&server).await;
    let file = Database::from(folder.path().join("games")).open().await.expect("a store");
    let served = Database::Postgres { url, replicas: Vec::new() }.open().await.expect("a store");
    let mut turns = [Vec::new(), Vec::new()];
    for _ in 0..TURNS {
        turns[0].push(measure(&file, None).await);
        turns[1].push(measure(&served, Some(postmaster)).await);
    }
    println!("{GAMES} games, {MOVES} moves each, the median of {TURNS} turns");
    let [file, served] = turns.map(|turns| {
        let median = |value: fn(&Measured) -> f64| {
            let mut values: Vec<f64> = turns.iter().map(value).collect();
            values.sort_unstable_by(f64::total_cmp);
            values[TURNS / 2]
        };
        Measured {
            rows_a_second: median(|measured| measured.rows_a_second),
            rows_a_processor_second: median(|measured| measured.rows_a_processor_second),
            rows_a_commit: median(|measured| measured.rows_a_commit),
        }
    });
    for (name, measured) in [("SQLite", file), ("PostgreSQL", served)] {
        println!(
            "{name:>10}: {:>7.0} rows/s, {:>7.0} rows per processor-second, {:>4.0} rows per commit",
            measured.rows_a_second, measured.rows_a_processor_second, measured.rows_a_commit
        );
    }
    println!(
        "PostgreSQL/SQLite: {:.2} by the clock, {:.2} per processor-second",
        served.rows_a_second / file.rows_a_second,
        served.rows_a_processor_second / file.rows_a_processor_second
    );
    server.stop().await.expect("stopped");
}

async fn measure(store: &Arc<dyn Store>, server: Option<u32>) -> Measured {
    let mut games = Vec::with_capacity(GAMES);
    for _ in 0..GAMES {
        games.push(store.create_game(new_game()).await.expect("made").id);
    }
    let (commits, work, begun) = (store.commits(), work(server), Instant::now());
    let playing: Vec<_> = games.iter().map(|game| tokio::spawn(play(Arc::clone(store), *game))).collect();
    for playing in playing {
        playing.await.expect("it ends");
    }
    let (seconds, worked) = (begun.elapsed().as_secs_f64(), self::work(server) - work);
    for game in games {
        let events = store.events(game, 0, 10_000).await.expect("events");
        assert!(events.iter().map(|event| event.seq).eq(1..=MOVES), "every row once and in order");
    }
    let rows = GAMES as f64 * MOVES as f64;
    Measured {
        rows_a_second: rows / seconds,
        rows_a_processor_second: rows / worked,
        rows_a_commit: rows / (store.commits() - commits) as f64,
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
        assert_eq!(store.append(append).await, Ok(Appended::Done { seq: number + 1 }));
    }
}

fn new_game() -> NewGame {
    NewGame {
        id: GameId::new().expect("chance"),
        created_at: Timestamp(1_700_000_000_000),
        rules: serde_json::to_string(draughts::Rules::named("international").expect("rules").rule_set())
            .expect("JSON"),
        terms: json!({ "white": "a guest", "black": "another guest", "time": { "clock": 180 } }),
        accounts: Vec::new(),
        computer_is_asked: false,
    }
}

/// The process that all those of a server descend from.
async fn postmaster(server: &Postgres) -> u32 {
    let told = server.query("postgres", "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)");
    told.await.expect("asked").parse().expect("a number")
}

/// For how many seconds processors have worked for this process, and for a server and its children.
fn work(server: Option<u32>) -> f64 {
    let own = worked("self").map_or(0.0, |(_, seconds)| seconds);
    let Some(server) = server else { return own };
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    let of_server = all.filter_map(|process| {
        let name = process.file_name().into_string().ok()?;
        let (parent, seconds) = worked(&name)?;
        (parent == server || name == server.to_string()).then_some(seconds)
    });
    own + of_server.sum::<f64>()
}

/// The parent of a process, and for how many seconds processors have worked for it.
fn worked(process: &str) -> Option<(u32, f64)> {
    let told = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name before it may hold anything.
    let fields: Vec<&str> = told.rsplit_once(") ")?.1.split(' ').collect();
    let ticks: u64 = fields[11].parse::<u64>().ok()? + fields[12].parse::<u64>().ok()?;
    Some((fields[1].parse().ok()?, ticks as f64 / 100.0))
}
