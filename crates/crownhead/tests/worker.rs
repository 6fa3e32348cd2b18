//! Workers think for nodes that do not, over real servers; what one dies with, another does.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use harness::client::Client;
use harness::live::LiveConnection;
use harness::server::{Server, ServerCommand};
use serde_json::{Value, json};
use testservers::{Nats, Postgres};

/// For so long something may take to come about. It is a bound on failing, not a measure.
const PATIENCE: Duration = Duration::from_secs(40);

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_crownhead"))
}

/// A site of one node.
struct Site {
    nats: Nats,
    postgres: &'static Postgres,
    database: String,
    node: Server,
}

impl Site {
    /// With so many threads that think at the node.
    async fn start(threads: &str) -> Self {
        let nats = Nats::start().await.expect("a server");
        let postgres = Postgres::shared().await.expect("a server");
        let database = postgres.create_database().await.expect("a database");
        let mut start = ServerCommand::new(program(), Path::new(&database));
        start.args.extend(["--bus", &nats.url(), "--engine-threads", threads].map(str::to_owned));
        let node = start.spawn().await.expect("a node");
        Self { nats, postgres, database, node }
    }

    /// One that thinks about one thing at a time.
    async fn worker(&self) -> Server {
        let mut start = ServerCommand::new(program(), Path::new(&self.database)).worker();
        start.args.extend(["--bus", &self.nats.url(), "--threads", "1"].map(str::to_owned));
        start.spawn().await.expect("a worker")
    }

    async fn guest(&self) -> Client {
        Client::guest(&self.node.origin).await.expect("a guest")
    }

    /// Waits until somebody thinks about a turn of the computer.
    async fn until_thought_about(&self) {
        let name = self.database.rsplit('/').next().expect("a name");
        let count = "select count(*) from game where computer_until is not null";
        let thinking = async {
            while self.postgres.query(name, count).await.expect("asked").trim() == "0" {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(PATIENCE, thinking).await.expect("nobody thinks");
    }
}

async fn against(client: &Client, rules: &str, level: u8, colour: &str) -> (String, LiveConnection) {
    let proposal = json!({ "rules": rules, "colour": colour });
    let id = harness::computer::start_game(client, level, &proposal).await.expect("a game");
    let live = client.connect(&id, 0).await.expect("a connection");
    (id, live)
}

async fn view(client: &Client, game: &str) -> Value {
    client.get(&format!("/api/v1/games/{game}")).await.expect("answered").ok()
}

async fn own_turn(client: &Client, game: &str, live: &mut LiveConnection) -> Value {
    harness::computer::wait_for_turn(client, game, live).await.expect("it goes on")
}

/// Plays the first legal move.
async fn play(client: &Client, game: &str, view: &Value) {
    let seq = view["seq"].to_string();
    let request = json!({ "do": "move", "text": view["legal_moves"][0]["text"] });
    client.execute(game, &seq, &request).await.expect("answered").ok();
}

#[tokio::test]
async fn a_game_against_the_computer_is_played_by_a_worker() {
    let site = Site::start("0").await;
    let ann = site.guest().await;
    // It waits until there is somebody to play it.
    let (game, mut live) = against(&ann, "breakthrough", 1, "black").await;
    let _worker = site.worker().await;
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
async fn what_a_worker_was_thinking_about_when_it_was_killed_another_finishes() {
    let site = Site::start("0").await;
    let ann = site.guest().await;
    for end in ["KILL", "TERM"] {
        let worker = site.worker().await;
        // It thinks for more than a second about a move.
        let (game, mut live) = against(&ann, "international", 8, "black").await;
        site.until_thought_about().await;
        let id = worker.pid().expect("it runs").to_string();
        assert!(Command::new("kill").args(["-s", end, &id]).status().expect("kill").success());
        let code = worker.wait().await;
        assert_eq!(code, if end == "TERM" { Some(0) } else { None });
        let other = site.worker().await;
        let moved = live.next("event").await.expect("an event");
        assert_eq!((&moved["seq"], &moved["entry"]["event"]["event"]), (&json!(1), &json!("move")));
        play(&ann, &game, &view(&ann, &game).await).await;
        let view = own_turn(&ann, &game, &mut live).await;
        assert_eq!(view["moves"].as_array().map(Vec::len), Some(3), "each turn was made once");
        other.kill().await.expect("killed");
    }
}

#[tokio::test]
async fn a_node_thinks_itself_while_the_queue_is_away_and_nothing_is_forgotten() {
    let mut site = Site::start("1").await;
    let ann = site.guest().await;
    let (game, mut live) = against(&ann, "international", 1, "black").await;
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
async fn a_question_is_answered_by_a_worker_and_so_is_one_that_cannot_be_used() {
    let site = Site::start("0").await;
    let _worker = site.worker().await;
    let ann = site.guest().await;
    let ask = async |path: &str, wish: Value| {
        ann.post(&format!("/api/v1/analysis/{path}"), &wish).await.expect("answered")
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
async fn a_visitors_next_question_ends_the_one_before_wherever_it_is_thought_about() {
    let site = Site::start("0").await;
    let _worker = site.worker().await;
    let ann = site.guest().await;
    let ask = async || {
        let wish = json!({ "study": { "rules": "international" }, "milliseconds": 5_000 });
        ann.post("/api/v1/analysis/lines", &wish).await.expect("answered")
    };
    // One thinks at a time. Whichever comes later, the other is given up, and has no answer if nobody thought about it yet.
    let (one, other) = tokio::join!(ask(), ask());
    let answers = [one, other].map(|answer| match answer.status.as_u16() {
        200 => answer.ok()["depth"].as_u64().unwrap_or(0),
        503 => 0,
        _ => panic!("{}", answer.text),
    });
    assert!(answers.iter().any(|depth| *depth > 0), "{answers:?}");
}

#[test]
fn what_a_worker_needs_is_told_in_a_sentence() {
    for (args, told) in [
        (vec!["worker", "--database", "games.db"], "write --database postgres://USER@HOST/NAME"),
        (vec!["worker", "--database", "postgres://a@b/c"], "with --bus nats://HOST:PORT"),
        (vec!["worker", "--bus", "http://somewhere"], "is not the address of a bus"),
        (vec!["serve", "--engine-threads", "0"], "or at least one thread"),
    ] {
        let run = Command::new(program()).args(&args).env_remove("CROWNHEAD_BUS").output().expect("it runs");
        let heard = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(2), "{args:?}: {heard}");
        assert!(heard.contains(told), "{args:?}: {heard}");
    }
}

#[tokio::test]
async fn a_site_whose_workers_are_gone_tells_its_monitors() {
    let site = Site::start("0").await;
    let ann = site.guest().await;
    let (_game, _live) = against(&ann, "international", 1, "black").await;
    let waits = async {
        let metrics = Client::anonymous(&site.node.origin);
        while !metrics.get("/metrics").await.expect("answered").text.contains("crownhead_computer_waiting 1")
        {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waits).await.expect("it is told that a game waits");
}

#[tokio::test]
async fn a_worker_tells_its_monitors_what_it_does() {
    let site = Site::start("0").await;
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let monitors = taken.local_addr().expect("an address").to_string();
    drop(taken);
    let mut start = ServerCommand::new(program(), Path::new(&site.database)).worker();
    let listen = ["--bus", &site.nats.url(), "--threads", "1", "--metrics-listen", &monitors];
    start.args.extend(listen.map(str::to_owned));
    let _worker = start.spawn().await.expect("a worker");
    let monitor = Client::anonymous(&format!("http://{monitors}"));
    let ready = async {
        while !monitor.get("/readyz").await.expect("answered").status.is_success() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, ready).await.expect("it is ready");
    let ann = site.guest().await;
    let (game, mut live) = against(&ann, "international", 1, "black").await;
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
    tokio::time::timeout(PATIENCE, counted).await.expect("it is counted");
}
