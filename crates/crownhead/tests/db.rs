//! `crownhead db` as a process: output, exit codes, interruptions, and load.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use store::sqlite::SqliteStore;
use tempfile::TempDir;
use testservers::Postgres;

/// Timeout of a test; not a measurement.
const TIMEOUT: Duration = Duration::from_secs(120);

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_crownhead"))
}

fn db(command: &str, databases: &[&Path]) -> Output {
    Command::new(program()).args(["db", command]).args(databases).output().expect("the program starts")
}

/// Returns the exit code, standard output and standard error.
fn result(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// Creates a folder with a small site in `site.db`.
async fn create_site(games: usize) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("site.db");
    let store = SqliteStore::open(&path).expect("a database");
    fixtures::generate(Arc::new(store), games, 5, |_| ()).await.expect("a site");
    (folder, path)
}

/// Creates an empty PostgreSQL database.
async fn create_database() -> PathBuf {
    let postgres = Postgres::shared().await.expect("PostgreSQL");
    postgres.create_database().await.expect("a database").into()
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_print_summaries_and_faults_exit_with_1() {
    let (folder, site) = create_site(30).await;
    let (postgres, backup) = (create_database().await, folder.path().join("backup.db"));
    let restored = folder.path().join("restored.db");
    for (command, databases, summary) in [
        ("copy", [&*site, &*postgres], "Copied "),
        ("backup", [&*postgres, &*backup], "Backed up "),
        ("restore", [&*backup, &*restored], "Restored "),
    ] {
        let (code, out, errors) = result(&db(command, &databases));
        assert_eq!(code, Some(0), "{command}: {errors}");
        assert!(out.contains("          30 game\n"), "{command}: {out}");
        assert!(out.lines().last().is_some_and(|line| line.starts_with(summary)), "{command}: {out}");
        assert!(!errors.contains("crownhead:"), "{command}: {errors}");
    }
    for database in [&site, &postgres, &restored] {
        let (code, out, _) = result(&db("verify", &[database]));
        assert_eq!(code, Some(0), "{out}");
        assert!(
            out.starts_with("Verified 30 games with ") && out.ends_with(": no inconsistencies.\n"),
            "{out}"
        );
    }
    let connection = Connection::open(&restored).expect("a database");
    connection
        .execute_batch("update game set deadline = 1, judged_since = 1 where number in (3, 4)")
        .expect("damaged");
    drop(connection);
    let (code, out, _) = result(&db("verify", &[&restored]));
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains("game 3 (") && out.contains("): deadline is 1; the log says "), "{out}");
    assert!(
        out.lines().last().is_some_and(|line| line.starts_with("Verified 30 games with "))
            && out.ends_with(": 4 inconsistencies, 2 games damaged.\n"),
        "{out}"
    );
    let (code, out, errors) = result(&db("copy", &[&site, &postgres]));
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(
        errors.starts_with("crownhead: postgres://") && errors.contains("nothing is ever overwritten"),
        "{errors}"
    );
    let (code, _, errors) = result(&db("verify", &[Path::new("nowhere.db")]));
    assert_eq!(code, Some(2));
    assert!(errors.contains("crownhead: nowhere.db: there is no such file"), "{errors}");
}

#[tokio::test(flavor = "multi_thread")]
async fn large_sites_are_cleaned_up_and_archived() {
    let (_folder, site) = create_site(40).await;
    let duration = Duration::from_secs(2);
    let plan = harness::size::Plan { games: 300, guests: 200, playing: 4, requests: 5, duration };
    let summary = harness::size::run(program(), &site, plan).await.expect("a site without faults");
    assert!(summary.deleted_guests > 0, "{summary:?}");
    assert!(summary.sizes[1] < summary.sizes[0], "{summary:?}");
}

/// Multiplies the games of a site, which is faster than playing them.
fn multiply(path: &Path, times: usize) {
    let connection = Connection::open(path).expect("a database");
    // A prefix that no random id has.
    let id = |column: &str| {
        format!("'9999999' || substr('abcdefghijkmnpqrstuvwxyz', n.n, 1) || substr({column}, 9)")
    };
    let sql = format!(
        "create temp table n as with recursive n (n) as (values (1) union all select n + 1 from n where n < {times}) \
         select n from n; \
         insert into game_event select {}, seq, at, body from game_event, temp.n n; \
         insert into command select {}, id, content, seq from command, temp.n n; \
         insert into game select {}, number + 1000 * n.n, created_at, rules_hash, terms, seq, deadline, judged_since, \
         computer_is_asked, ended_at, computer_until, final_state from game, temp.n n;",
        id("game"),
        id("game"),
        id("id")
    );
    connection.pragma_update(None, "foreign_keys", false).expect("off");
    connection.execute_batch(&sql).expect("the rows are inserted");
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_copies_resume() {
    let (folder, site) = create_site(40).await;
    multiply(&site, 20);
    for to in [folder.path().join("copy.db"), create_database().await] {
        let mut copying = Command::new(program())
            .args(["db", "copy"])
            .args([&site, &to])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let start = Instant::now();
        while !is_half_way(&to).await {
            assert!(start.elapsed() < TIMEOUT, "the copy does not start");
            assert!(
                copying.try_wait().expect("a child").is_none(),
                "the copy ended before it could be killed"
            );
        }
        copying.kill().expect("the copy runs");
        copying.wait().expect("the copy ends");
        let refused = Command::new(program())
            .args(["serve", "--listen", "127.0.0.1:0", "--database"])
            .arg(&to)
            .output();
        let (code, _, errors) = result(&refused.expect("the program starts"));
        assert_eq!(code, Some(2));
        assert!(errors.contains("a copy into this database was begun and is not finished"), "{errors}");
        let (code, out, errors) = result(&db("copy", &[&site, &to]));
        assert_eq!(code, Some(0), "{errors}");
        assert!(out.contains("of these rows were copied by the previous attempt"), "{out}");
    }
}

/// Returns whether a copy has some of the events, but not all.
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
async fn backups_under_load_have_every_acknowledged_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, restored) = (folder.path().join("site.db"), folder.path().join("restored.db"));
    for (site, restored) in [(file, create_database().await), (create_database().await, restored)] {
        let proof = harness::backup::run(program(), &site, &restored, 12).await;
        let proof = proof.unwrap_or_else(|error| panic!("{}: {error}", site.display()));
        assert!(proof.games >= 12 && proof.before >= 80 && proof.after >= 80, "{proof:?}");
    }
}
