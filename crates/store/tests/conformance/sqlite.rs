//! What only a file of SQLite can show.

use store::StoreError;
use store::sqlite::SqliteStore;

#[test]
fn a_database_of_a_newer_version_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    drop(SqliteStore::open(&path).expect("a database"));
    let connection = rusqlite::Connection::open(&path).expect("a database");
    connection.pragma_update(None, "user_version", 99).expect("written");
    drop(connection);
    let refused = SqliteStore::open(&path).err().expect("refused");
    assert!(matches!(refused, StoreError::Newer { found: 99, .. }), "{refused}");
    assert!(refused.to_string().contains("newer version"), "{refused}");
}

#[test]
fn what_administrators_did_is_never_changed_or_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    drop(SqliteStore::open(&path).expect("a database"));
    let connection = rusqlite::Connection::open(&path).expect("a database");
    connection
        .execute_batch(
            "insert into account (id, created_at, role) values ('judy', 1, 'admin');
             insert into act (at, admin, what, reason) values (1, 'judy', 'warn', 'a trial');",
        )
        .expect("written");
    for change in ["update act set reason = 'another'", "delete from act"] {
        let refused = connection.execute(change, []).expect_err("refused").to_string();
        assert!(refused.starts_with("what administrators did is never"), "{refused}");
    }
}
