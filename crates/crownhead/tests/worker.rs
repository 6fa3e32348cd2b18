//! Engine workers with real PostgreSQL and NATS servers: jobs, failures, metrics.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use harness::client::Client;
use harness::live::LiveConnection;
use harness::server::{Server, ServerCommand};
use serde_json::{Value, json};
use testservers::{Nats, Postgres};

/// Timeout of a test; not a measurement.
const TIMEOUT: Duration = Duration::from_secs(40);

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_crownhead"))
}

/// A site with one node.
struct Site {
    nats: Nats,
    postgres: &'static Postgres,
    database: String,
    node: Server,
}

impl Site {
    /// Starts a site with a number of engine threads on the node.
    async fn start(threads: &str) -> Self {
        let nats = Nats::start().await.expect("a server");
        let postgres = Postgres::shared().await.expect("a server");
        let database = postgres.create_database().await.expect("a database");
        let mut start = ServerCommand::new(program(), Path::new(&database));
        start.args.extend(["--bus", &nats.url(), "--engine-threads", threads].map(str::to_owned));
        let node = start.spawn().await.expect("a node");
        Self { nats, postgres, database, node }
    }

    /// Starts a worker with 1 thread.
    async fn start_worker(&self) -> Server {
        let mut start = ServerCommand::new(program(), Path::new(&self.database)).worker();
        start.args.extend(["--bus", &self.nats.url(), "--threads", "1"].map(str::to_owned));
        start.spawn().await.expect("a worker")
    }

    async fn guest(&self) -> Client {
        Client::guest(&self.node.origin).await.expect("a guest")
    }

    /// Waits until a worker searches for a move of the computer.
    async fn wait_for_search(&self) {
        let name = self.database.rsplit('/').next().expect("a name");
        let count = "select count(*) from game where computer_until is not null";
        let searching = async {
            while self.postgres.query(name, count).await.expect("a count").trim() == "0" {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(TIMEOUT, searching).await.expect("a search starts");
    }
}

/// Starts a game against the computer.
async fn start_game(client: &Client, rules: &str, level: u8, colour: &str) -> (String, LiveConnection) {
    let proposal = json!({ "rules": rules, "colour": colour });
    let id = harness::computer::start_game(client, level, &proposal).await.expect("a game");
    let live = client.connect(&id, 0).await.expect("a connection");
    (id, live)
}

async fn view(client: &Client, game: &str) -> Value {
    client.get(&format!("/api/v1/games/{game}")).await.expect("answered").ok()
}

/// Waits for the turn of the client, or for the end of the game.
async fn own_turn(client: &Client, game: &str, live: &mut LiveConnection) -> Value {
    harness::computer::wait_for_turn(client, game, live).await.expect("the game continues")
}

/// Plays the first legal move.
async fn play(client: &Client, game: &str, view: &Value) {
    let seq = view["seq"].to_string();
    let request = json!({ "do": "move", "text": view["legal_moves"][0]["text"] });
    client.execute(game, &seq, &request).await.expect("answered").ok();
}

#[tokio::test]
async fn worker_plays_for_the_computer() {
    let site = Site::start("0").await;
    let ann = site.guest().await;
    // The game waits for a worker.
    let (game, mut live) = start_game(&ann, "breakthrough", 1, "black").await;
    let _worker = site.start_worker().await;
    let over = loop {
        let view = own_turn(&ann, &game, &mut live).await;
        if view["outcome"].is_object() {
            break view;
        }
        play(&ann, &game, &view).await;
    };
    assert!(over["moves"].as_array().is_some_and(|moves| moves.len() > 10), "{}", over["outcome"]);
}

#[tokio::test]
async fn jobs_of_a_stopped_worker_are_taken_over() {
    let site = Site::start("0").await;
    let ann = site.guest().await;
    for end in ["KILL", "TERM"] {
        let worker = site.start_worker().await;
        // At this level a move takes more than a second.
        let (game, mut live) = start_game(&ann, "international", 8, "black").await;
        site.wait_for_search().await;
        let id = worker.pid().expect("a process").to_string();
        assert!(Command::new("kill").args(["-s", end, &id]).status().expect("kill").success());
        let code = worker.wait().await;
        assert_eq!(code, if end == "TERM" { Some(0) } else { None });
        let other = site.start_worker().await;
        let moved = live.next("event").await.expect("an event");
        assert_eq!((&moved["seq"], &moved["entry"]["event"]["event"]), (&json!(1), &json!("move")));
        play(&ann, &game, &view(&ann, &game).await).await;
        let view = own_turn(&ann, &game, &mut live).await;
        assert_eq!(view["moves"].as_array().map(Vec::len), Some(3), "each move was made once");
        other.kill().await.expect("killed");
    }
}

#[tokio::test]
async fn node_searches_itself_while_nats_is_down() {
    let mut site = Site::start("1").await;
    let ann = site.guest().await;
    let (game, mut live) = start_game(&ann, "international", 1, "black").await;
    own_turn(&ann, &game, &mut live).await;
    site.nats.kill().await.expect("killed");
    for _ in 0..2 {
        play(&ann, &game, &view(&ann, &game).await).await;
        own_turn(&ann, &game, &mut live).await;
    }
    site.nats.start_again().await.expect("started");
    for _ in 0..2 {
        play(&ann, &game, &view(&ann, &game).await).await;
        own_turn(&ann, &game, &mut live).await;
    }
}

#[tokio::test]
async fn worker_answers_valid_and_invalid_analysis_requests() {
    let site = Site::start("0").await;
    let _worker = site.start_worker().await;
    let ann = site.guest().await;
    let ask = async |path: &str, request: Value| {
        ann.post(&format!("/api/v1/analysis/{path}"), &request).await.expect("answered")
    };
    let study = json!({ "rules": "international", "fen": "W:W31,K46:B20" });
    let lines = ask("lines", json!({ "study": study, "lines": 2, "milliseconds": 100 })).await.ok();
    assert_eq!(lines["lines"].as_array().map(Vec::len), Some(2), "{lines}");
    let house = json!({ "base": "russian", "capture": { "priority": ["most-pieces"] } });
    let lines = ask("lines", json!({ "study": { "rules": house }, "milliseconds": 100 })).await.ok();
    assert_eq!(lines["lines"].as_array().map(Vec::len), Some(1), "{lines}");
    let study = json!({ "rules": "international", "moves": ["32-28", "19-23", "28x19", "14x23"] });
    let scores = ask("scores", json!({ "study": study, "from": 0, "count": 20 })).await.ok();
    assert_eq!(scores["scores"].as_array().map(Vec::len), Some(5), "{scores}");
    let study = json!({ "rules": "english", "moves": ["11-15", "11-15"] });
    let refused = ask("lines", json!({ "study": study })).await;
    assert_eq!(refused.error(), (422, "bad-study".to_owned()), "{}", refused.text);
    assert!(refused.text.contains("Move 2"), "{}", refused.text);
    let refused = ask("lines", json!({ "study": { "rules": "nonsense" } })).await;
    assert_eq!(refused.error(), (422, "bad-proposal".to_owned()), "{}", refused.text);
}

#[tokio::test]
async fn new_analysis_request_cancels_the_previous_one() {
    let site = Site::start("0").await;
    let _worker = site.start_worker().await;
    let ann = site.guest().await;
    let ask = async || {
        let request = json!({ "study": { "rules": "international" }, "milliseconds": 5_000 });
        ann.post("/api/v1/analysis/lines", &request).await.expect("answered")
    };
    // The worker has 1 thread. The later request cancels the other, which is answered with 503 if it has not started.
    let (one, other) = tokio::join!(ask(), ask());
    let answers = [one, other].map(|answer| match answer.status.as_u16() {
        200 => answer.ok()["depth"].as_u64().unwrap_or(0),
        503 => 0,
        _ => panic!("{}", answer.text),
    });
    assert!(answers.iter().any(|depth| *depth > 0), "{answers:?}");
}

#[test]
fn missing_worker_settings_are_explained() {
    for (args, expected) in [
        (vec!["worker", "--database", "games.db"], "use --database postgres://USER@HOST/NAME"),
        (vec!["worker", "--database", "postgres://a@b/c"], "add --bus nats://HOST:PORT"),
        (vec!["worker", "--bus", "http://somewhere"], "is not the address of a bus"),
        (vec!["serve", "--engine-threads", "0"], "or use at least 1 thread"),
    ] {
        let run = Command::new(program())
            .args(&args)
            .env_remove("CROWNHEAD_BUS")
            .output()
            .expect("the program starts");
        let error = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(expected), "{args:?}: {error}");
    }
}

#[tokio::test]
async fn metrics_count_games_that_wait_for_a_worker() {
    let site = Site::start("0").await;
    let ann = site.guest().await;
    let (_game, _live) = start_game(&ann, "international", 1, "black").await;
    let polling = async {
        let monitor = Client::anonymous(&site.node.origin);
        while !monitor.get("/metrics").await.expect("answered").text.contains("crownhead_computer_waiting 1")
        {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, polling).await.expect("the metric counts the game");
}

#[tokio::test]
async fn worker_reports_readiness_and_metrics() {
    let site = Site::start("0").await;
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let metrics = taken.local_addr().expect("an address").to_string();
    drop(taken);
    let mut start = ServerCommand::new(program(), Path::new(&site.database)).worker();
    let listen = ["--bus", &site.nats.url(), "--threads", "1", "--metrics-listen", &metrics];
    start.args.extend(listen.map(str::to_owned));
    let _worker = start.spawn().await.expect("a worker");
    let monitor = Client::anonymous(&format!("http://{metrics}"));
    let ready = async {
        while !monitor.get("/readyz").await.expect("answered").status.is_success() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(TIMEOUT, ready).await.expect("the worker is ready");
    let ann = site.guest().await;
    let (game, mut live) = start_game(&ann, "international", 1, "black").await;
    own_turn(&ann, &game, &mut live).await;
    let counted = async {
        while !monitor
            .get("/metrics")
            .await
            .expect("answered")
            .text
            .contains("crownhead_computer_moves_total 1")
        {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(TIMEOUT, counted).await.expect("the metric counts the move");
}
