//! `crownhead db` as a process: what it says, how it ends, killed, and under load.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use store::sqlite::SqliteStore;
use tempfile::TempDir;
use testservers::Postgres;

/// A bound on failing, not a measure.
const PATIENCE: Duration = Duration::from_secs(120);

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_crownhead"))
}

fn db(command: &str, databases: &[&Path]) -> Output {
    Command::new(program()).args(["db", command]).args(databases).output().expect("it runs")
}

fn said(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// A folder with a small site in `site.db`.
async fn site(games: usize) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("site.db");
    let store = SqliteStore::open(&path).expect("a database");
    fixtures::generate(Arc::new(store), games, 5, |_| ()).await.expect("a site");
    (folder, path)
}

async fn database() -> PathBuf {
    let postgres = Postgres::shared().await.expect("PostgreSQL");
    postgres.create_database().await.expect("a database").into()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_command_tells_what_it_did_and_faults_are_told_with_exit_code_1() {
    let (folder, site) = site(30).await;
    let (server, backup) = (database().await, folder.path().join("backup.db"));
    let restored = folder.path().join("restored.db");
    for (command, databases, told) in [
        ("copy", [&*site, &*server], "copied in"),
        ("backup", [&*server, &*backup], "as it was is in"),
        ("restore", [&*backup, &*restored], "compared row by row in"),
    ] {
        let (code, out, complaints) = said(&db(command, &databases));
        assert_eq!(code, Some(0), "{command}: {complaints}");
        assert!(out.contains("          30 game\n"), "{command}: {out}");
        assert!(out.lines().last().is_some_and(|line| line.contains(told)), "{command}: {out}");
        assert!(!complaints.contains("crownhead:"), "{command}: {complaints}");
    }
    for database in [&site, &server, &restored] {
        let (code, out, _) = said(&db("verify", &[database]));
        assert_eq!(code, Some(0), "{out}");
        assert!(out.starts_with("30 games with ") && out.contains(" events are as their logs say"), "{out}");
    }
    let connection = Connection::open(&restored).expect("a database");
    connection
        .execute_batch("update game set deadline = 1, judged_since = 1 where number in (3, 4)")
        .expect("damaged");
    drop(connection);
    let (code, out, _) = said(&db("verify", &[&restored]));
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains("game 3 (") && out.contains("): deadline is 1, by the log "), "{out}");
    assert!(
        out.lines().last().is_some_and(|line| line.starts_with("4 faults: 2 of 30 games with ")),
        "{out}"
    );
    let (code, out, complaints) = said(&db("copy", &[&site, &server]));
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(
        complaints.starts_with("crownhead: postgres://")
            && complaints.contains("nothing is ever overwritten"),
        "{complaints}"
    );
    let (code, _, complaints) = said(&db("verify", &[Path::new("nowhere.db")]));
    assert_eq!(code, Some(2));
    assert!(complaints.contains("crownhead: nowhere.db: there is no such file"), "{complaints}");
}

/// Makes the games of a site many: what is copied need not be played.
fn multiply(path: &Path, times: usize) {
    let connection = Connection::open(path).expect("a database");
    // So many nines that no game has them by chance.
    let id = |column: &str| {
        format!("'9999999' || substr('abcdefghijkmnpqrstuvwxyz', n.n, 1) || substr({column}, 9)")
    };
    let sql = format!(
        "create temp table n as with recursive n (n) as (values (1) union all select n + 1 from n where n < {times}) \
         select n from n; \
         insert into game_event select {}, seq, at, body from game_event, temp.n n; \
         insert into command select {}, id, content, seq from command, temp.n n; \
         insert into game select {}, number + 1000 * n.n, created_at, rules, rules_hash, terms, seq, deadline, judged_since, \
         computer_is_asked, ended_at, computer_until from game, temp.n n;",
        id("game"),
        id("game"),
        id("id")
    );
    connection.pragma_update(None, "foreign_keys", false).expect("off");
    connection.execute_batch(&sql).expect("many games");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_is_killed_half_way_goes_on_when_it_is_given_again() {
    let (folder, site) = site(40).await;
    multiply(&site, 20);
    for to in [folder.path().join("copy.db"), database().await] {
        let mut copying = Command::new(program())
            .args(["db", "copy"])
            .args([&site, &to])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it runs");
        let begun = Instant::now();
        while !is_half_way(&to).await {
            assert!(begun.elapsed() < PATIENCE, "it does not begin");
            assert!(copying.try_wait().expect("a child").is_none(), "it was faster than we could look");
        }
        copying.kill().expect("it lives");
        copying.wait().expect("it has ended");
        let refused = Command::new(program())
            .args(["serve", "--listen", "127.0.0.1:0", "--database"])
            .arg(&to)
            .output();
        let (code, _, complaints) = said(&refused.expect("it runs"));
        assert_eq!(code, Some(2));
        assert!(
            complaints.contains("a copy into this database was begun and is not finished"),
            "{complaints}"
        );
        let (code, out, complaints) = said(&db("copy", &[&site, &to]));
        assert_eq!(code, Some(0), "{complaints}");
        assert!(out.contains("of these rows were there from the attempt before"), "{out}");
    }
}

/// Are some of the events there, and not all?
async fn is_half_way(to: &Path) -> bool {
    let query = "select count(*) from copying where name = 'game_event' and rows > 0 and not done";
    match to.to_string_lossy().rsplit_once('/').filter(|_| to.starts_with("postgres:")) {
        Some((_, name)) => {
            let postgres = Postgres::shared().await.expect("PostgreSQL");
            postgres.query(name, query).await.is_ok_and(|count| count == "1")
        }
        None => Connection::open_with_flags(to, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY)
            .and_then(|file| file.query_row(query, [], |row| row.get::<_, i64>(0)))
            .is_ok_and(|count| count == 1),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_under_load_has_everything_that_was_acknowledged_before_it_began() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, restored) = (folder.path().join("site.db"), folder.path().join("restored.db"));
    for (site, restored) in [(file, database().await), (database().await, restored)] {
        let kept = harness::backup::run(program(), &site, &restored, 12).await;
        let kept = kept.unwrap_or_else(|error| panic!("{}: {error}", site.display()));
        assert!(kept.games >= 12 && kept.before >= 80 && kept.after >= 80, "{kept:?}");
    }
}
