//! What was acknowledged survives `kill -9`.
//!
//! The test starts itself again as the process that is killed: it appends to games as fast as it can and prints what was
//! acknowledged. What the parent has read must be in the file afterwards, once and in order.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use play::id::GameId;
use play::time::Timestamp;
use serde_json::json;
use store::sqlite::SqliteStore;
use store::{Append, Appended, NewGame, Store};

/// Names the database to the process that is killed.
const DATABASE: &str = "CROWNHEAD_TEST_KILLED_DATABASE";
const KILLS: usize = 15;
const GAMES: usize = 16;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_when_the_process_is_killed() {
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
                let id = GameId::new().expect("chance");
                let new = NewGame {
                    id,
                    created_at: Timestamp(0),
                    rules: String::new(),
                    terms: json!({}),
                    accounts: Vec::new(),
                    computer_is_asked: false,
                };
                store.create_game(new).await.expect("made");
                for after in 0.. {
                    let append = Append::event(id, after, Timestamp(0), json!({ "turn": after }));
                    let appended = store.append(append).await.expect("answered");
                    assert_eq!(appended, Appended::Done { seq: after + 1 });
                    // One write, so that lines of different games do not mix.
                    let line = format!("acknowledged {id} {}\n", after + 1);
                    std::io::stdout().write_all(line.as_bytes()).expect("somebody reads");
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.expect("it goes on for ever");
    }
}

async fn kill_again_and_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    let mut acknowledged: BTreeMap<GameId, u64> = BTreeMap::new();
    for kill in 0..KILLS {
        let mut child = Command::new(std::env::current_exe().expect("this test"))
            .args(["--nocapture", "--exact", "nothing_acknowledged_is_lost_when_the_process_is_killed"])
            .env(DATABASE, &path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut lines = BufReader::new(child.stdout.take().expect("it prints")).lines().map_while(Result::ok);
        // Another moment each time.
        let enough = 100 + kill * 377 % 1500;
        let mut hear = |line: String| {
            let words: Vec<&str> = line.split(' ').collect();
            // What stands in the way of the first line is the test runner's own.
            let Some(place) = words.iter().position(|word| word.ends_with("acknowledged")) else { return 0 };
            let [game, seq] = words[place + 1..] else { return 0 };
            let (Ok(game), Ok(seq)) = (game.parse(), seq.parse::<u64>()) else { return 0 };
            let last = acknowledged.insert(game, seq);
            assert_eq!(last.unwrap_or(0) + 1, seq, "in order");
            1
        };
        let mut heard = 0;
        while heard < enough {
            heard += hear(lines.next().expect("it goes on for ever"));
        }
        // SIGKILL: nothing is tidied up.
        child.kill().expect("it lives");
        lines.for_each(|line| {
            hear(line);
        });
        child.wait().expect("it has ended");
    }
    let store = SqliteStore::open(&path).expect("the file is sound");
    assert!(acknowledged.len() >= KILLS, "{} games", acknowledged.len());
    for (game, last) in acknowledged {
        let events = store.events(game, 0, 1_000_000).await.expect("events");
        let there: Vec<_> = events.iter().map(|event| (event.seq, event.body["turn"].clone())).collect();
        assert!(there.len() as u64 >= last, "{game}: {} events, {last} were acknowledged", there.len());
        let expected: Vec<_> = (1..=there.len() as u64).map(|seq| (seq, json!(seq - 1))).collect();
        assert_eq!(there, expected, "each once, and in order");
        assert_eq!(store.game(game).await.expect("read").expect("there").seq, there.len() as u64);
    }
}
