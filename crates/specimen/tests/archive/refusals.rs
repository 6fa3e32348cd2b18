//! What cannot be done is told with a sentence, and nothing is touched.

use std::fs;
use std::net::TcpListener;

use rusqlite::Connection;
use store::Database;
use store::archive::{ArchiveError, backup, copy, verify};

use crate::place::{Folder, database, nobody, sql, wait};

fn told<T>(refused: Result<T, ArchiveError>) -> String {
    match refused {
        Err(ArchiveError::Refused(reason)) => reason,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it is not refused"),
    }
}

#[test]
fn a_database_that_cannot_be_read_is_told_with_what_would_be_right() {
    let folder = Folder::with_site();
    fs::write(
        folder.path("letter.txt"),
        "Dear Sir or Madam, this is a letter and not a database.".repeat(50),
    )
    .expect("written");
    fs::write(folder.path("empty.db"), "").expect("written");
    let open = |name: &str| Connection::open(folder.path(name)).expect("a database");
    open("other.db")
        .execute_batch("create table invoice (id integer); pragma user_version = 3")
        .expect("made");
    open("strange.db").execute_batch("create table invoice (id integer)").expect("made");
    fs::copy(folder.path("site.db"), folder.path("newer.db")).expect("copied");
    open("newer.db").pragma_update(None, "user_version", 99).expect("written");
    fs::copy(folder.path("site.db"), folder.path("older.db")).expect("copied");
    open("older.db").pragma_update(None, "user_version", 2).expect("written");
    let nobody_listens =
        TcpListener::bind("127.0.0.1:0").and_then(|taken| taken.local_addr()).expect("a port");
    let newer = database();
    wait(newer.open()).map(drop).expect("a store");
    sql(&newer, "update migration set version = 99");
    let file = |name: &str| folder.file(name);
    let server = |url: String| -> Database { url.parse().expect("never fails") };
    let cases = [
        (file("missing.db"), "there is no such file: give the file of a site, or a backup, or postgres://"),
        (Database::File(folder.path("")), "this is a folder"),
        (file("letter.txt"), "this is not a database of SQLite"),
        (file("empty.db"), "this file is empty"),
        (file("other.db"), "this is a database of another program, not of a site"),
        (file("strange.db"), "this is a database of another program, not of a site"),
        (file("newer.db"), "was made by a newer version of the program: its tables have version 99"),
        (newer, "was made by a newer version of the program: its tables have version 99"),
        (database(), "there is no site in this database"),
        (server(format!("postgres://ann:s3cret@{nobody_listens}/play")), "the server cannot be reached"),
        (server("postgres://[".to_owned()), "the address of the database cannot be used"),
    ];
    for (from, reason) in cases {
        let target = folder.path("target.db");
        for told in [
            told(copy(&from, &Database::File(target.clone()), &nobody)),
            told(backup(&from, &target, &nobody)),
            told(verify(&from, &nobody)),
        ] {
            assert!(told.contains(reason), "{from}: {told}");
            assert!(told.starts_with(&from.to_string()) && !told.contains("s3cret"), "{told}");
        }
        assert!(
            !target.exists() && !folder.path("target.db.part").exists(),
            "{from}: nothing is left behind"
        );
    }
    // It can be backed up, though, before the newer program changes it.
    let told = told(verify(&file("older.db"), &nobody));
    assert!(
        told.contains("older version") && told.contains("`crownhead serve` brings them up to date"),
        "{told}"
    );
}

#[test]
fn a_database_that_cannot_be_filled_is_told_and_left_as_it_is() {
    let folder = Folder::with_site();
    let site = folder.file("site.db");
    fs::write(folder.path("letter.txt"), "Dear Sir or Madam, this is a letter.".repeat(50)).expect("written");
    let other = Connection::open(folder.path("other.db")).expect("a database");
    other.execute_batch("create table account (id integer)").expect("made");
    drop(other);
    fs::copy(folder.path("site.db"), folder.path("full.db")).expect("copied");
    std::os::unix::fs::symlink(folder.path("site.db"), folder.path("link.db")).expect("linked");
    let full = database();
    copy(&site, &full, &nobody).expect("copied");
    let newer = database();
    wait(newer.open()).map(drop).expect("a store");
    sql(&newer, "update migration set version = 99");
    let file = |name: &str| folder.file(name);
    let cases = [
        (file("site.db"), "it cannot be copied into itself"),
        (file("link.db"), "it cannot be copied into itself"),
        (
            file("full.db"),
            "there is data in it already (in the table account), and nothing is ever overwritten",
        ),
        (full.clone(), "there is data in it already (in the table account)"),
        (file("letter.txt"), "this is not a database of SQLite"),
        (file("other.db"), "this is a database of another program"),
        (newer, "was made by a newer version of the program"),
        (file("no such folder/new.db"), "cannot be written"),
        (
            Database::File(format!("file:{}", folder.path("full.db").display()).into()),
            "give the name of the file itself",
        ),
    ];
    for (to, reason) in cases {
        let before = match &to {
            Database::File(path) => fs::read(path).ok(),
            Database::Postgres { .. } => None,
        };
        let told = told(copy(&site, &to, &nobody));
        assert!(told.contains(reason), "{to}: {told}");
        if let Database::File(path) = &to {
            assert_eq!(fs::read(path).ok(), before, "{to}: it is as it was");
        }
    }
    // The same database under another name.
    let Database::Postgres { url, replicas } = full.clone() else { panic!("a server") };
    let alias = Database::Postgres { url: url.replace("127.0.0.1", "localhost"), replicas };
    let told = told(copy(&full, &alias, &nobody));
    assert!(told.contains("it cannot be copied into itself"), "{told}");
}

#[test]
fn what_postgresql_does_not_keep_is_named() {
    let folder = Folder::with_site();
    let game = folder.ask("select id from game limit 1");
    folder.damage(&format!("insert into command values ('{game}', 'a' || char(0) || 'b', 'x', 1)"));
    let told = told(copy(&folder.file("site.db"), &database(), &nobody));
    assert!(told.contains(&format!("the row command ({game}, a")), "{told}");
    assert!(told.contains("PostgreSQL keeps no text with a zero character in it"), "{told}");
}
