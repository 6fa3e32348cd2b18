//! Copies are exact.

use std::sync::Mutex;

use play::id::GameId;
use play::time::Timestamp;
use rusqlite::Connection;
use store::archive::{Stand, copy, verify};
use store::{Database, ModeratorAction, NewAuditEntry, NewGame};

use crate::place::{Folder, database, everything, nobody, server, sql, wait};

/// What a client may call its commands, in an order that depends on the language where nobody takes care.
const ODD: &str = "insert into command (game, id, content, seq) \
     select game.id, value, 'x', 1 from game, json_each('[\"a\", \"B\", \"a-b\", \"aa\", \"ab\", \"ä\", \"z y\", \"zz\", \"–\", \"\u{1F600}\"]') \
     where number < 20 and seq > 0";

#[test]
fn a_site_goes_to_postgresql_and_back_and_nothing_has_changed() {
    let folder = Folder::with_site();
    folder.damage(ODD);
    // As somewhere in the north, where z stands before t.
    wait(
        server().query(
            "postgres",
            "create database north template template0 locale_provider icu icu_locale 'et'",
        ),
    )
    .expect("a database");
    let north: Database = server().url("north").parse().expect("never fails");
    assert_eq!(sql(&north, "select 'z' < 't'"), "t", "the order is another one here");
    let (there, back) = (database(), folder.file("back.db"));
    for (from, to) in [(&folder.file("site.db"), &north), (&north, &there), (&there, &back)] {
        let done = copy(from, to, &nobody).unwrap_or_else(|error| panic!("{from} to {to}: {error}"));
        assert_eq!(done.before, 0);
        let rows = |name: &str| done.rows.iter().find(|(table, _)| *table == name).expect("a table").1;
        assert_eq!(rows("game"), 160);
        assert!(rows("game_event") > 5_000, "more than one chunk: {:?}", done.rows);
        assert!(done.rows.iter().all(|(_, rows)| *rows > 0), "something of everything: {:?}", done.rows);
        assert_eq!(verify(to, &nobody).expect("readable").faults, Vec::<String>::new());
    }
    assert_eq!(everything(&folder.path("back.db")), everything(&folder.path("site.db")));
}

#[test]
fn what_is_counted_goes_on_in_the_copy() {
    let folder = Folder::with_site();
    let acts: u64 = folder.ask("select max(id) from act").parse().expect("a number");
    for to in [database(), folder.file("copy.db")] {
        copy(&folder.file("site.db"), &to, &nobody).expect("copied");
        wait(async {
            let store = to.open().await.expect("it can be served");
            let game = NewGame {
                id: GameId::new().expect("chance"),
                created_at: Timestamp(1),
                rules: String::new(),
                terms: serde_json::json!({}),
                accounts: Vec::new(),
                computer_is_asked: false,
            };
            assert_eq!(store.create_game(game).await.expect("made").number, 161, "{to}");
            let admin = store.audit_entries(u64::MAX, 1).await.expect("acts")[0].act.admin;
            let (deed, reason) = (ModeratorAction::Warn, "Again.".to_owned());
            let act =
                NewAuditEntry { at: Timestamp(1), admin, deed, game: None, account: Some(admin), reason };
            store.warn(admin, act).await.expect("warned");
            assert_eq!(store.audit_entries(u64::MAX, 1).await.expect("acts")[0].id, acts + 1, "{to}");
        });
    }
}

#[test]
fn a_copy_is_of_the_moment_at_which_it_begins() {
    let folder = Folder::with_site();
    // As a site has it: who writes does not wait for who reads.
    Connection::open(folder.path("site.db"))
        .and_then(|file| file.pragma_update(None, "journal_mode", "wal"))
        .expect("on");
    let from = database();
    copy(&folder.file("site.db"), &from, &nobody).expect("copied");
    let before = everything(&folder.path("site.db"));
    let change = "update account set email = 'late@example.org'; delete from shelf; \
         insert into account (id, created_at, role) values ('aaaaaaaaaaaaaaaaaaa2', 1, 'player')";
    let (done_to_file, done_to_server) = (Mutex::new(false), Mutex::new(false));
    let once = |done: &Mutex<bool>| !std::mem::replace(&mut *done.lock().expect("whole"), true);
    let write_to_file = |_: Stand| {
        if once(&done_to_file) {
            folder.damage(change);
        }
    };
    let write_to_server = |_: Stand| {
        if once(&done_to_server) {
            sql(&from, change);
        }
    };
    copy(&folder.file("site.db"), &folder.file("of-file.db"), &write_to_file).expect("copied");
    copy(&from, &folder.file("of-server.db"), &write_to_server).expect("copied");
    assert_ne!(everything(&folder.path("site.db")), before, "it was written to");
    assert_eq!(everything(&folder.path("of-file.db")), before);
    assert_eq!(everything(&folder.path("of-server.db")), before);
}
