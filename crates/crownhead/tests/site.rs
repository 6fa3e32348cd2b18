//! The play site as a process: start, kill, shutdown, logs, and unusable databases.

use std::path::Path;
use std::process::Command;

use harness::attack::AttackSize;
use harness::client::Client;
use harness::player::start_game;
use harness::server::{Server, ServerCommand};
use serde_json::json;

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_crownhead"))
}

async fn start(database: &Path) -> Server {
    ServerCommand::new(program(), database).spawn().await.expect("a site")
}

fn signal(server: &Server, name: &str) {
    let id = server.pid().expect("the program starts").to_string();
    assert!(Command::new("kill").args([name, &id]).status().expect("kill").success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_lose_no_acknowledged_command() {
    let crashed = harness::crash::run(program(), 5, 16, 7).await.expect("no lost commands");
    let proof = crashed.verification;
    assert_eq!(crashed.kills, 5);
    assert!(proof.games >= 16 && proof.acknowledged > 200 && proof.seen > 400, "{proof:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attacks_neither_stop_nor_slow_games_and_are_refused_with_a_code_and_a_sentence() {
    let report = harness::attack::run(program(), AttackSize::SHORT).await.expect("a report");
    println!("{report}");
    assert_eq!(report.errors(), [""; 0], "{report}");
    assert_eq!(report.exceeded(), [""; 0], "{report}");
}

#[tokio::test]
async fn admin_create_works_beside_a_running_site() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("club.db");
    let server = start(&database).await;
    let admin =
        Command::new(program()).args(["admin", "create", "Judy", "--database"]).arg(&database).output();
    let output = String::from_utf8(admin.expect("the program starts").stdout).expect("text");
    let password = output.trim().rsplit(' ').next().expect("a password").to_owned();
    let mut judy = Client::anonymous(&server.origin);
    let account = judy.start_session("/api/v1/login", json!({ "name": "Judy", "password": password })).await;
    assert_eq!(account.expect("answered").ok()["role"], "admin", "created while the site runs");
    Client::sign_up(&server.origin, "Bob").await.expect("an account");
    let again =
        Command::new(program()).args(["admin", "create", "bob", "--database"]).arg(&database).output();
    assert_eq!(
        String::from_utf8_lossy(&again.expect("the program starts").stdout),
        "Bob is now an administrator.\n"
    );
    let bad = Command::new(program()).args(["admin", "create", "a b", "--database"]).arg(&database).output();
    let bad = bad.expect("the program starts");
    assert_eq!(bad.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&bad.stderr).contains("a name consists of letters without accents"),
        "{bad:?}"
    );
}

#[tokio::test]
async fn sigterm_closes_live_connections_and_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("site.db");
    let server = start(&database).await;
    let (ann, bob) = (guest(&server).await, guest(&server).await);
    let game = start_game(&ann, &bob, &json!({ "rules": "international" })).await.expect("a game");
    let mut live = ann.connect(&game, 0).await.expect("a connection");
    assert!(live.execute("1", &json!({ "do": "move", "text": "32-28" })).await.is_some());
    signal(&server, "-TERM");
    match live.receive().await {
        harness::live::Incoming::Message(event) => assert_eq!(event["seq"], 1),
        other => panic!("{other:?}"),
    }
    assert_eq!(
        live.receive().await,
        harness::live::Incoming::Closed(1012, "The site restarts. Resume after 1.".to_owned())
    );
    assert_eq!(server.wait().await, Some(0));
    let server = start(&database).await;
    let again =
        Client::anonymous(&server.origin).get(&format!("/api/v1/games/{game}")).await.expect("answered");
    assert_eq!(again.ok()["seq"], 1);
}

/// Returns an address with a free port.
fn free_address() -> String {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    taken.local_addr().expect("an address").to_string()
}

#[tokio::test]
async fn draining_site_serves_until_the_second_sigterm() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut start = ServerCommand::new(program(), &folder.path().join("site.db"));
    let metrics = free_address();
    start.args.extend(["--metrics-listen", &metrics, "--drain", "600"].map(str::to_owned));
    let server = start.spawn().await.expect("a site");
    let monitor = Client::anonymous(&format!("http://{metrics}"));
    let (ann, bob) = (guest(&server).await, guest(&server).await);
    let game = start_game(&ann, &bob, &json!({ "rules": "international" })).await.expect("a game");
    let mut live = ann.connect(&game, 0).await.expect("a connection");
    assert_eq!(monitor.get("/readyz").await.expect("answered").text, "ready\n");
    signal(&server, "-TERM");
    let timeout = std::time::Duration::from_secs(30);
    let until = |path: &'static str, expected: &'static str| {
        let monitor = monitor.clone();
        let polling = async move {
            while !monitor.get(path).await.expect("answered").text.contains(expected) {
                tokio::task::yield_now().await;
            }
        };
        async move { tokio::time::timeout(timeout, polling).await.expect("no timeout") }
    };
    until("/readyz", "leaving").await;
    assert!(
        live.execute("1", &json!({ "do": "move", "text": "32-28" })).await.is_some(),
        "commands are still accepted"
    );
    let refused = ann.connect(&game, 0).await.err().expect("no new connection").0;
    assert!(refused.starts_with("503 "), "{refused}");
    let study = json!({ "study": { "rules": "international" }, "milliseconds": 5000 });
    let client = bob.clone();
    let answered = tokio::spawn(async move { client.post("/api/v1/analysis/lines", &study).await });
    until("/metrics", "crownhead_analyses_waiting 1").await;
    signal(&server, "-TERM");
    let end = loop {
        match live.receive().await {
            harness::live::Incoming::Message(_) => {}
            end => break end,
        }
    };
    assert_eq!(end, harness::live::Incoming::Closed(1012, "The site restarts. Resume after 1.".to_owned()));
    // The answer has the result of the interrupted search.
    answered.await.expect("the task ends").expect("answered").ok();
    assert_eq!(server.wait().await, Some(0));
}

#[tokio::test]
async fn json_log_has_one_object_per_line() {
    use tokio::io::{AsyncBufReadExt, BufReader};
    let folder = tempfile::tempdir().expect("a folder");
    let mut site = tokio::process::Command::new(program())
        .args(["serve", "--listen", "127.0.0.1:0", "--log", "info", "--database"])
        .arg(folder.path().join("site.db"))
        .env("CROWNHEAD_LOG_FORMAT", "json")
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("the program starts");
    let mut output = BufReader::new(site.stdout.take().expect("standard output")).lines();
    let first = output.next_line().await.expect("read").expect("a line");
    let origin = first.split([' ', ';']).find(|word| word.starts_with("http://")).expect("an address");
    Client::anonymous(origin).get("/healthz").await.expect("answered");
    let mut log = BufReader::new(site.stderr.take().expect("standard error")).lines();
    let line = log.next_line().await.expect("read").expect("a line");
    let line: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    for (name, value) in [("level", "info"), ("message", "request"), ("route", "/healthz"), ("method", "GET")]
    {
        assert_eq!(line[name], value, "{line}");
    }
    for name in ["time", "node", "request"] {
        assert!(line[name].is_string(), "{name}: {line}");
    }
}

async fn guest(server: &Server) -> Client {
    Client::guest(&server.origin).await.expect("a guest")
}

#[tokio::test]
async fn newer_databases_are_refused_and_older_ones_migrated() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("site.db");
    let server = start(&database).await;
    signal(&server, "-TERM");
    assert_eq!(server.wait().await, Some(0));
    let connection = rusqlite::Connection::open(&database).expect("a database");
    connection.pragma_update(None, "user_version", 99).expect("written");
    drop(connection);
    let refused = Command::new(program())
        .args(["serve", "--listen", "127.0.0.1:0", "--database"])
        .arg(&database)
        .output();
    let refused = refused.expect("the program starts");
    assert_eq!(refused.status.code(), Some(2));
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(error.contains("was made by a newer version of the program"), "{error}");

    // A database of the first version, without accounts.
    let old = folder.path().join("old.db");
    let connection = rusqlite::Connection::open(&old).expect("a database");
    let first = include_str!("../../store/migrations/sqlite/0001_games.sql");
    connection.execute_batch(first).expect("the tables of the first version");
    let rules = serde_json::to_string(draughts::variant::ENGLISH.rule_set()).expect("JSON");
    let terms = json!({ "white": { "computer": 1 }, "black": { "computer": 1 }, "time": { "kind": "none" } });
    connection
        .execute(
            "insert into game (id, number, created_at, rules, rules_hash, terms) values (?1, 7, 1, ?2, '', ?3)",
            [&"a".repeat(20), &rules, &terms.to_string()],
        )
        .expect("a game");
    connection.pragma_update(None, "user_version", 1).expect("written");
    drop(connection);
    let server = start(&old).await;
    let game = Client::anonymous(&server.origin).get("/api/v1/games/number/7").await.expect("answered").ok();
    assert_eq!(game["rules"]["id"], "english");
    guest(&server).await;
}

#[tokio::test]
async fn full_disk_is_answered_with_503_and_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("site.db");
    // Simulates a full disk with the file size limit of the shell, in blocks of 512 or 1024 bytes.
    let script = folder.path().join("limited");
    let text = format!("#!/bin/sh\ntrap '' XFSZ\nulimit -f 800\nexec {} \"$@\"\n", program().display());
    std::fs::write(&script, text).expect("written");
    let mut permissions = std::fs::metadata(&script).expect("a file").permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o755);
    std::fs::set_permissions(&script, permissions).expect("executable");
    let server = ServerCommand::new(&script, &database).spawn().await.expect("a site");
    let ann = guest(&server).await;
    let request = json!({ "opponent": "same-device", "proposal": { "rules": "english" } });
    let game = ann.post("/api/v1/games", &request).await.expect("answered").ok();
    let id = game["id"].as_str().expect("an id").to_owned();
    let mut acknowledged = 0;
    let refused = loop {
        let request = json!({ "do": "message", "text": "x".repeat(400) });
        let answer = ann.execute(&id, &acknowledged.to_string(), &request).await.expect("answered");
        if !answer.status.is_success() {
            break answer;
        }
        acknowledged += 1;
        assert!(acknowledged < 10_000, "the disk does not fill up");
    };
    assert_eq!(refused.error(), (503, "unavailable".to_owned()), "{}", refused.text);
    assert!(refused.headers.contains_key("retry-after"));
    let events = |client: Client| {
        let path = format!("/api/v1/games/{id}/events");
        async move { client.get(&path).await.expect("answered").ok().as_array().map_or(0, Vec::len) }
    };
    assert_eq!(events(ann.clone()).await, acknowledged.min(1000), "reads still work");
    server.kill().await.expect("killed");
    let server = start(&database).await;
    let view =
        Client::anonymous(&server.origin).get(&format!("/api/v1/games/{id}")).await.expect("answered").ok();
    assert_eq!(view["seq"].as_u64(), Some(acknowledged as u64), "no acknowledged command is lost");
}

#[tokio::test]
async fn writes_to_a_read_only_database_are_answered_with_503() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("site.db");
    let server = start(&database).await;
    let ann = guest(&server).await;
    let request = json!({ "opponent": "same-device", "proposal": { "rules": "english" } });
    let game = ann.post("/api/v1/games", &request).await.expect("answered").ok();
    let origin = server.origin.clone();
    server.kill().await.expect("killed");
    // The same address, so that the session stays valid.
    let mut start = ServerCommand::new(program(), Path::new(&format!("file:{}?mode=ro", database.display())));
    start.listen = origin.trim_start_matches("http://").to_owned();
    let _server = start.spawn().await.expect("a site");
    let id = game["id"].as_str().expect("an id");
    assert_eq!(ann.get(&format!("/api/v1/games/{id}")).await.expect("answered").ok()["number"], 1);
    let refused = ann.execute(id, "1", &json!({ "do": "move", "text": "11-15" })).await.expect("answered");
    assert_eq!(refused.error(), (503, "unavailable".to_owned()));
}

#[tokio::test]
async fn unusable_addresses_and_paths_are_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str]| {
        let output = Command::new(program()).args(args).output().expect("the program starts");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let missing = folder.path().join("no such folder/site.db");
    let (code, error) = run(&["serve", "--listen", "127.0.0.1:0", "--database", &missing.to_string_lossy()]);
    assert_eq!(code, Some(2));
    assert!(error.contains("the database cannot be written"), "{error}");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let database = folder.path().join("site.db");
    let (code, error) = run(&["serve", "--listen", &address, "--database", &database.to_string_lossy()]);
    assert_eq!(code, Some(2));
    assert!(error.contains("cannot listen on") && error.contains("--listen"), "{error}");
    let (code, error) = run(&["serve", "--origin", "draughts.example/"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("is not an origin"), "{error}");
}

#[tokio::test]
async fn database_file_is_private_locked_and_complete_after_exit() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("site.db");
    let server = start(&database).await;
    guest(&server).await;
    let mode = database.metadata().expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "it contains password hashes");
    let serve = ["serve", "--listen", "127.0.0.1:0", "--database"];
    let second = Command::new(program()).args(serve).arg(&database).output().expect("the program starts");
    let error = String::from_utf8_lossy(&second.stderr).into_owned();
    assert_eq!(second.status.code(), Some(2), "{error}");
    assert!(error.contains("site.db: another process serves this file"), "{error}");
    signal(&server, "-TERM");
    assert_eq!(server.wait().await, Some(0));
    // The file is complete without its journal.
    let copy = folder.path().join("copy.db");
    std::fs::copy(&database, &copy).expect("copied");
    let accounts = rusqlite::Connection::open(&copy)
        .and_then(|file| file.query_row("select count(*) from account", [], |row| row.get::<_, i64>(0)));
    assert_eq!(accounts.expect("counted"), 1);
}

#[test]
fn invalid_settings_are_explained() {
    for (args, expected) in [
        (vec!["serve", "--listen", "localhost:8080"], "such as 127.0.0.1:8080"),
        (vec!["serve", "--log", "loud"], "write error, warn, info, debug or off"),
        (vec!["serve", "--trusted-proxy", "10.0.0.0/8"], "such as 10.0.0.7"),
        (
            vec!["serve", "--database", "mysql://foo/bar"],
            "write the name of a file, or postgres://USER@HOST/NAME",
        ),
        (vec!["admin", "create", "ann", "--database", "mistyped.db"], "mistyped.db: there is no such file"),
        (
            vec!["db", "restore", "postgres://ann:s3cret@h/x", "y.db"],
            "postgres://ann@h/x: there is no such file",
        ),
    ] {
        let run = Command::new(program()).args(&args).output().expect("the program starts");
        let error = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(expected) && !error.contains("s3cret"), "{args:?}: {error}");
    }
}

#[tokio::test]
async fn a_missing_write_ahead_log_is_reported_after_a_crash() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("site.db");
    let server = start(&database).await;
    Client::sign_up(&server.origin, "Ann").await.expect("an account");
    signal(&server, "-KILL");
    server.wait().await;
    std::fs::remove_file(folder.path().join("site.db-wal")).expect("a log");
    let serve = |more: &[&str]| {
        let mut serve = Command::new(program());
        serve.args(["serve", "--listen", "127.0.0.1:0", "--database"]).arg(&database).args(more).output()
    };
    let refused = serve(&[]).expect("the program starts");
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(message.contains("site.db-wal") && message.contains("--accept-lost-wal"), "{message}");
    for command in [
        &["admin", "create", "Ann", "--database"][..],
        &["db", "archive", "--older-than", "30"],
        &["db", "verify"],
    ] {
        let run = Command::new(program()).args(command).arg(&database).output().expect("the program starts");
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(2), "{command:?}: {message}");
        assert!(message.contains("site.db-wal"), "{command:?}: {message}");
        assert!(!folder.path().join("site.db-wal").exists(), "{command:?} hides the loss");
    }
    let mut accepting = ServerCommand::new(program(), &database);
    accepting.args.push("--accept-lost-wal".to_owned());
    let server = accepting.spawn().await.expect("a site");
    signal(&server, "-TERM");
    assert_eq!(server.wait().await, Some(0));
    drop(start(&database).await);
}

#[tokio::test]
async fn a_deleted_database_is_not_ready_and_acknowledges_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("site.db");
    let server = start(&database).await;
    let (ann, bob) = (guest(&server).await, guest(&server).await);
    let game = start_game(&ann, &bob, &json!({ "rules": "international" })).await.expect("a game");
    let backup = folder.path().join("backup.db");
    let backed_up = Command::new(program()).args(["db", "backup"]).args([&database, &backup]).output();
    assert!(backed_up.expect("the program starts").status.success());
    std::fs::rename(&database, folder.path().join("moved.db")).expect("moved");
    let refused = ann.execute(&game, "1", &json!({ "do": "move", "text": "32-28" })).await.expect("answered");
    assert_eq!(refused.error(), (503, "unavailable".to_owned()));
    let readiness = loop {
        let readiness = ann.get("/readyz").await.expect("answered");
        if !readiness.status.is_success() {
            break readiness;
        }
    };
    assert_eq!(readiness.error(), (503, "unavailable".to_owned()));
    assert!(readiness.text.contains("site.db was deleted or replaced"), "{}", readiness.text);
    signal(&server, "-TERM");
    server.wait().await;
    assert!(!database.exists(), "a stopping site creates no empty database");
    let restore = ["db", "restore", backup.to_str().expect("UTF-8")];
    for command in [&["serve", "--listen", "127.0.0.1:0", "--database"][..], &restore] {
        let run = Command::new(program()).args(command).arg(&database).output().expect("the program starts");
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(2), "{command:?}: {message}");
        assert!(message.contains("write-ahead log are there: put the file back"), "{command:?}: {message}");
        assert!(!database.exists() && folder.path().join("site.db-wal").exists(), "{command:?}");
    }
    std::fs::rename(folder.path().join("moved.db"), &database).expect("moved back");
    drop(start(&database).await);
}
