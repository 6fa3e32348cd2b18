//! The play site as a process: started, killed, told to stop, and without a place to write.

use std::path::Path;
use std::process::Command;

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
    let id = server.pid().expect("it runs").to_string();
    assert!(Command::new("kill").args([name, &id]).status().expect("kill").success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_when_the_site_is_killed_under_games() {
    let crashed = harness::crash::run(program(), 5, 16, 7).await.expect("nothing is lost");
    let proof = crashed.verification;
    assert_eq!(crashed.kills, 5);
    assert!(proof.games >= 16 && proof.acknowledged > 200 && proof.seen > 400, "{proof:?}");
}

#[tokio::test]
async fn the_site_tells_its_address_its_file_and_how_to_make_an_administrator() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("club.db");
    let server = start(&database).await;
    let admin =
        Command::new(program()).args(["admin", "create", "Judy", "--database"]).arg(&database).output();
    let told = String::from_utf8(admin.expect("it runs").stdout).expect("text");
    let password = told.trim().rsplit(' ').next().expect("a password").to_owned();
    let mut judy = Client::anonymous(&server.origin);
    let account = judy.start_session("/api/v1/login", json!({ "name": "Judy", "password": password })).await;
    assert_eq!(account.expect("answered").ok()["role"], "admin", "made while the site runs");
    Client::sign_up(&server.origin, "Bob").await.expect("an account");
    let again =
        Command::new(program()).args(["admin", "create", "bob", "--database"]).arg(&database).output();
    assert_eq!(String::from_utf8_lossy(&again.expect("it runs").stdout), "Bob is an administrator now.\n");
    let bad = Command::new(program()).args(["admin", "create", "a b", "--database"]).arg(&database).output();
    let bad = bad.expect("it runs");
    assert_eq!(bad.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&bad.stderr).contains("a name has letters without accents"), "{bad:?}");
}

#[tokio::test]
async fn told_to_stop_it_finishes_what_is_under_way_and_ends_soon() {
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

/// A port that is free now.
fn free_port() -> String {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    taken.local_addr().expect("an address").to_string()
}

#[tokio::test]
async fn told_to_stop_it_is_not_ready_serves_on_until_it_is_told_again_and_finishes_what_was_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut start = ServerCommand::new(program(), &folder.path().join("site.db"));
    let monitors = free_port();
    start.args.extend(["--metrics-listen", &monitors, "--drain", "600"].map(str::to_owned));
    let server = start.spawn().await.expect("a site");
    let monitor = Client::anonymous(&format!("http://{monitors}"));
    let (ann, bob) = (guest(&server).await, guest(&server).await);
    let game = start_game(&ann, &bob, &json!({ "rules": "international" })).await.expect("a game");
    let mut live = ann.connect(&game, 0).await.expect("a connection");
    assert_eq!(monitor.get("/readyz").await.expect("answered").text, "ready\n");
    signal(&server, "-TERM");
    let patience = std::time::Duration::from_secs(30);
    let until = |path: &'static str, told: &'static str| {
        let monitor = monitor.clone();
        let asked = async move {
            while !monitor.get(path).await.expect("answered").text.contains(told) {
                tokio::task::yield_now().await;
            }
        };
        async move { tokio::time::timeout(patience, asked).await.expect("told in time") }
    };
    until("/readyz", "leaving").await;
    assert!(live.execute("1", &json!({ "do": "move", "text": "32-28" })).await.is_some(), "it is served");
    let refused = ann.connect(&game, 0).await.err().expect("no new connection").0;
    assert!(refused.starts_with("503 "), "{refused}");
    let study = json!({ "study": { "rules": "international" }, "milliseconds": 5000 });
    let asking = bob.clone();
    let answered = tokio::spawn(async move { asking.post("/api/v1/analysis/lines", &study).await });
    until("/metrics", "crownhead_analyses_waiting 1").await;
    signal(&server, "-TERM");
    let end = loop {
        match live.receive().await {
            harness::live::Incoming::Message(_) => {}
            end => break end,
        }
    };
    assert_eq!(end, harness::live::Incoming::Closed(1012, "The site restarts. Resume after 1.".to_owned()));
    // What was found until then, if anything.
    answered.await.expect("it ends").expect("answered").ok();
    assert_eq!(server.wait().await, Some(0));
}

#[tokio::test]
async fn the_log_is_lines_of_json_for_those_who_ask_for_them() {
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
        .expect("it runs");
    let mut told = BufReader::new(site.stdout.take().expect("its voice")).lines();
    let first = told.next_line().await.expect("read").expect("a line");
    let origin = first.split([' ', ';']).find(|word| word.starts_with("http://")).expect("an address");
    Client::anonymous(origin).get("/healthz").await.expect("answered");
    let mut log = BufReader::new(site.stderr.take().expect("its log")).lines();
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
async fn a_database_of_a_newer_version_is_refused_with_a_sentence_and_an_older_one_is_brought_up_to_date() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("site.db");
    start(&database).await.kill().await.expect("killed");
    let connection = rusqlite::Connection::open(&database).expect("a database");
    connection.pragma_update(None, "user_version", 99).expect("written");
    drop(connection);
    let refused = Command::new(program())
        .args(["serve", "--listen", "127.0.0.1:0", "--database"])
        .arg(&database)
        .output();
    let refused = refused.expect("it runs");
    assert_eq!(refused.status.code(), Some(2));
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(told.contains("was made by a newer version of the program"), "{told}");

    // As the first version left it: games, and nothing of people.
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
async fn a_full_disk_is_answered_with_503_and_what_was_acknowledged_is_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("site.db");
    // A file may not grow beyond this, as on a disk that is full: the shell's limit, in blocks of 512 or 1024 bytes.
    let script = folder.path().join("limited");
    let text = format!("#!/bin/sh\ntrap '' XFSZ\nulimit -f 800\nexec {} \"$@\"\n", program().display());
    std::fs::write(&script, text).expect("written");
    let mut permissions = std::fs::metadata(&script).expect("there").permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o755);
    std::fs::set_permissions(&script, permissions).expect("it can be run");
    let server = ServerCommand::new(&script, &database).spawn().await.expect("a site");
    let ann = guest(&server).await;
    let wish = json!({ "opponent": "same-device", "proposal": { "rules": "english" } });
    let game = ann.post("/api/v1/games", &wish).await.expect("answered").ok();
    let id = game["id"].as_str().expect("an id").to_owned();
    let mut acknowledged = 0;
    let refused = loop {
        let request = json!({ "do": "message", "text": "x".repeat(400) });
        let answer = ann.execute(&id, &acknowledged.to_string(), &request).await.expect("answered");
        if !answer.status.is_success() {
            break answer;
        }
        acknowledged += 1;
        assert!(acknowledged < 10_000, "the disk is never full");
    };
    assert_eq!(refused.error(), (503, "unavailable".to_owned()), "{}", refused.text);
    assert!(refused.headers.contains_key("retry-after"));
    let events = |client: Client| {
        let path = format!("/api/v1/games/{id}/events");
        async move { client.get(&path).await.expect("answered").ok().as_array().map_or(0, Vec::len) }
    };
    assert_eq!(events(ann.clone()).await, acknowledged.min(1000), "it can still be read");
    server.kill().await.expect("killed");
    let server = start(&database).await;
    let view =
        Client::anonymous(&server.origin).get(&format!("/api/v1/games/{id}")).await.expect("answered").ok();
    assert_eq!(view["seq"].as_u64(), Some(acknowledged as u64), "nothing that was acknowledged is lost");
}

#[tokio::test]
async fn a_database_that_may_only_be_read_is_read_and_writing_is_answered_with_503() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("site.db");
    let server = start(&database).await;
    let ann = guest(&server).await;
    let wish = json!({ "opponent": "same-device", "proposal": { "rules": "english" } });
    let game = ann.post("/api/v1/games", &wish).await.expect("answered").ok();
    let origin = server.origin.clone();
    server.kill().await.expect("killed");
    // The same address, so that the session is good there.
    let mut start = ServerCommand::new(program(), Path::new(&format!("file:{}?mode=ro", database.display())));
    start.listen = origin.trim_start_matches("http://").to_owned();
    let _server = start.spawn().await.expect("a site");
    let id = game["id"].as_str().expect("an id");
    assert_eq!(ann.get(&format!("/api/v1/games/{id}")).await.expect("answered").ok()["number"], 1);
    let refused = ann.execute(id, "1", &json!({ "do": "move", "text": "11-15" })).await.expect("answered");
    assert_eq!(refused.error(), (503, "unavailable".to_owned()));
}

#[tokio::test]
async fn a_place_that_cannot_be_written_or_listened_on_is_told_with_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str]| {
        let output = Command::new(program()).args(args).output().expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let nowhere = folder.path().join("no such folder/site.db");
    let (code, told) = run(&["serve", "--listen", "127.0.0.1:0", "--database", &nowhere.to_string_lossy()]);
    assert_eq!(code, Some(2));
    assert!(told.contains("the database cannot be written"), "{told}");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let database = folder.path().join("site.db");
    let (code, told) = run(&["serve", "--listen", &address, "--database", &database.to_string_lossy()]);
    assert_eq!(code, Some(2));
    assert!(told.contains("cannot listen on") && told.contains("--listen"), "{told}");
    let (code, told) = run(&["serve", "--origin", "draughts.example/"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("is not how a site is called"), "{told}");
}

#[tokio::test]
async fn a_file_is_served_by_one_process_is_for_its_owner_only_and_is_whole_when_that_has_stopped() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("site.db");
    let server = start(&database).await;
    guest(&server).await;
    let mode = database.metadata().expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "it holds hashes of passwords");
    let serve = ["serve", "--listen", "127.0.0.1:0", "--database"];
    let second = Command::new(program()).args(serve).arg(&database).output().expect("it runs");
    let told = String::from_utf8_lossy(&second.stderr).into_owned();
    assert_eq!(second.status.code(), Some(2), "{told}");
    assert!(told.contains("site.db: another process serves this file"), "{told}");
    signal(&server, "-TERM");
    assert_eq!(server.wait().await, Some(0));
    // Without what lies beside it.
    let copy = folder.path().join("copy.db");
    std::fs::copy(&database, &copy).expect("copied");
    let accounts = rusqlite::Connection::open(&copy)
        .and_then(|file| file.query_row("select count(*) from account", [], |row| row.get::<_, i64>(0)));
    assert_eq!(accounts.expect("counted"), 1);
}

#[test]
fn what_cannot_be_a_setting_is_told_with_what_would_be_right() {
    for (args, told) in [
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
        let run = Command::new(program()).args(&args).output().expect("it runs");
        let heard = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(2), "{args:?}: {heard}");
        assert!(heard.contains(told) && !heard.contains("s3cret"), "{args:?}: {heard}");
    }
}
