//! Tests for SQLite only.

use store::StoreError;
use store::sqlite::SqliteStore;

#[test]
fn newer_databases_are_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    drop(SqliteStore::open(&path).expect("a database"));
    let connection = rusqlite::Connection::open(&path).expect("a database");
    connection.pragma_update(None, "user_version", 99).expect("written");
    drop(connection);
    let error = SqliteStore::open(&path).err().expect("an error");
    assert!(matches!(error, StoreError::Newer { found: 99, .. }), "{error}");
    assert!(error.to_string().contains("newer version"), "{error}");
}

#[test]
fn audit_entries_are_never_changed_or_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    drop(SqliteStore::open(&path).expect("a database"));
    let connection = rusqlite::Connection::open(&path).expect("a database");
    connection
        .execute_batch(
            "insert into account (id, created_at, role) values ('judy', 1, 'admin');
             insert into act (at, admin, what, reason) values (1, 'judy', 'warn', 'a test');",
        )
        .expect("written");
    for change in ["update act set reason = 'another'", "delete from act"] {
        let error = connection.execute(change, []).expect_err("an error").to_string();
        assert!(error.starts_with("what administrators did is never"), "{error}");
    }
}
