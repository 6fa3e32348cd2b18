//! Acknowledged events survive `kill -9`.
//!
//! The test starts itself again as the process to kill, which appends to games as fast as it can and prints
//! acknowledged events. Every event that the parent has read must be in the file afterwards, once and in order.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use play::id::GameId;
use play::time::Timestamp;
use serde_json::json;
use store::sqlite::SqliteStore;
use store::{Append, AppendOutcome, NewGame, Store};

/// The environment variable with the path of the database, for the process to kill.
const DATABASE: &str = "CROWNHEAD_TEST_KILLED_DATABASE";
const KILLS: usize = 15;
const GAMES: usize = 16;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_events_survive_a_kill() {
    match std::env::var_os(DATABASE) {
        Some(path) => append_for_ever(&PathBuf::from(path)).await,
        None => kill_again_and_again().await,
    }
}

async fn append_for_ever(path: &Path) {
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(path).expect("a database"));
    let tasks: Vec<_> = (0..GAMES)
        .map(|_| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                let id = GameId::new().expect("random bytes");
                let new = NewGame {
                    id,
                    created_at: Timestamp(0),
                    rules: String::new(),
                    terms: json!({}),
                    accounts: Vec::new(),
                    awaits_engine: false,
                };
                store.create_game(new).await.expect("created");
                for after in 0.. {
                    let append = Append::event(id, after, Timestamp(0), json!({ "turn": after }));
                    let appended = store.append(append).await.expect("answered");
                    assert_eq!(appended, AppendOutcome::Done { seq: after + 1 });
                    // One write, so that lines of different games do not mix.
                    let line = format!("acknowledged {id} {}\n", after + 1);
                    std::io::stdout().write_all(line.as_bytes()).expect("the parent reads");
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.expect("it never ends");
    }
}

async fn kill_again_and_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    let mut acknowledged: BTreeMap<GameId, u64> = BTreeMap::new();
    for kill in 0..KILLS {
        let mut child = Command::new(std::env::current_exe().expect("this test"))
            .args(["--nocapture", "--exact", "acknowledged_events_survive_a_kill"])
            .env(DATABASE, &path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut lines = BufReader::new(child.stdout.take().expect("it prints")).lines().map_while(Result::ok);
        // Kill at a different moment each time.
        let enough = 100 + kill * 377 % 1500;
        let mut read_line = |line: String| {
            let words: Vec<&str> = line.split(' ').collect();
            // The test runner prints its own text before the first line.
            let Some(index) = words.iter().position(|word| word.ends_with("acknowledged")) else { return 0 };
            let [game, seq] = words[index + 1..] else { return 0 };
            let (Ok(game), Ok(seq)) = (game.parse(), seq.parse::<u64>()) else { return 0 };
            let last = acknowledged.insert(game, seq);
            assert_eq!(last.unwrap_or(0) + 1, seq, "in order");
            1
        };
        let mut count = 0;
        while count < enough {
            count += read_line(lines.next().expect("it never ends"));
        }
        // SIGKILL: the process cannot clean up.
        child.kill().expect("killed");
        lines.for_each(|line| {
            read_line(line);
        });
        child.wait().expect("ended");
    }
    let store = SqliteStore::open(&path).expect("the file is sound");
    assert!(acknowledged.len() >= KILLS, "{} games", acknowledged.len());
    for (game, last) in acknowledged {
        let events = store.events(game, 0, 1_000_000).await.expect("events");
        let stored: Vec<_> = events.iter().map(|event| (event.seq, event.body["turn"].clone())).collect();
        assert!(stored.len() as u64 >= last, "{game}: {} events, {last} were acknowledged", stored.len());
        let expected: Vec<_> = (1..=stored.len() as u64).map(|seq| (seq, json!(seq - 1))).collect();
        assert_eq!(stored, expected, "each once, and in order");
        assert_eq!(store.game(game).await.expect("read").expect("exists").seq, stored.len() as u64);
    }
}
