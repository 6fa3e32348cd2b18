//! Backups are whole, or they are not there.

use std::fs;

use rusqlite::Connection;
use store::archive::{backup, copy, restore, verify};
use store::sqlite::SqliteStore;

use crate::place::{Folder, database, everything, nobody};

#[test]
fn a_backup_of_any_database_is_one_file_that_can_be_served_and_restored_anywhere() {
    let folder = Folder::with_site();
    let server = database();
    copy(&folder.file("site.db"), &server, &nobody).expect("copied");
    let original = everything(&folder.path("site.db"));
    for (number, from) in [folder.file("site.db"), server].iter().enumerate() {
        let name = format!("backup{number}.db");
        let made = backup(from, &folder.path(&name), &nobody).expect("backed up");
        assert_eq!(made.bytes, fs::metadata(folder.path(&name)).expect("there").len());
        assert!(made.rows.contains(&("game".to_owned(), 160)), "{:?}", made.rows);
        let beside =
            [".part", "-wal", "-shm", "-journal"].map(|ending| folder.path(&format!("{name}{ending}")));
        assert!(beside.iter().all(|path| !path.exists()), "nothing is needed beside it, and nothing left");
        assert_eq!(everything(&folder.path(&name)), original, "{from}");
        let (new_server, new_file) = (database(), folder.file(&format!("restored{number}.db")));
        for to in [new_server, new_file] {
            restore(&folder.path(&name), &to, &nobody).expect("restored");
            assert_eq!(verify(&to, &nobody).expect("readable").faults, Vec::<String>::new());
        }
        assert_eq!(everything(&folder.path(&format!("restored{number}.db"))), original);
        drop(SqliteStore::open(&folder.path(&name)).expect("it can be served"));
    }
}

#[test]
fn nothing_is_overwritten_and_a_backup_that_fails_leaves_nothing() {
    let folder = Folder::with_site();
    let site = folder.file("site.db");
    fs::write(folder.path("there.db"), "precious").expect("written");
    let told = backup(&site, &folder.path("there.db"), &nobody).expect_err("refused").to_string();
    assert!(told.contains("is there already, and is not overwritten: give another name"), "{told}");
    assert_eq!(fs::read_to_string(folder.path("there.db")).expect("there"), "precious");

    fs::write(folder.path("new.db.part"), "of another").expect("written");
    let told = backup(&site, &folder.path("new.db"), &nobody).expect_err("refused").to_string();
    assert!(told.contains("another backup is being written here, or was interrupted"), "{told}");
    assert_eq!(fs::read_to_string(folder.path("new.db.part")).expect("there"), "of another");

    folder.damage("delete from account where id = (select account from seat limit 1)");
    let told = backup(&site, &folder.path("damaged.db"), &nobody).expect_err("refused").to_string();
    assert!(told.contains("no backup was made, since the database is damaged"), "{told}");
    assert!(!folder.path("damaged.db").exists() && !folder.path("damaged.db.part").exists());
}

#[test]
fn a_file_of_an_older_version_is_backed_up_as_it_is() {
    let folder = Folder::empty();
    let connection = Connection::open(folder.path("old.db")).expect("a database");
    connection
        .execute_batch(include_str!("../../../store/migrations/sqlite/0001_games.sql"))
        .expect("the first tables");
    connection.pragma_update(None, "user_version", 1).expect("written");
    drop(connection);
    let made = backup(&folder.file("old.db"), &folder.path("backup.db"), &nobody).expect("backed up");
    assert_eq!(made.rows.len(), 3);
    let version: u32 = Connection::open(folder.path("backup.db"))
        .and_then(|file| file.query_row("pragma user_version", [], |row| row.get(0)))
        .expect("a version");
    assert_eq!(version, 1, "for the program that made it");
}
