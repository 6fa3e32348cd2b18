//! A copy that is interrupted goes on where it was, and nobody takes half of it for a site.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use store::archive::{ArchiveError, Stand, Summary, backup, copy, verify};
use store::{Database, StoreError};

use crate::place::{Folder, database, everything, nobody, sql, wait};

/// Copies until it was told for the so-manieth time how far it is; then everything falls down, as when it is killed.
fn until(from: &Database, to: &Database, times: usize) -> Option<Result<Summary, ArchiveError>> {
    let told = AtomicUsize::new(0);
    let tell = |_: Stand| assert!(told.fetch_add(1, Ordering::Relaxed) < times, "killed on purpose");
    catch_unwind(AssertUnwindSafe(|| copy(from, to, &tell))).ok()
}

/// Copies up to the events, some of which are there.
fn half(from: &Database, to: &Database) {
    let tell = |stand: Stand| assert!(stand.what != "game_event" || stand.done == 0, "killed on purpose");
    assert!(catch_unwind(AssertUnwindSafe(|| copy(from, to, &tell))).is_err());
}

#[test]
fn a_copy_that_falls_again_and_again_comes_to_its_end_and_is_exact() {
    let folder = Folder::with_site();
    let (from, server, file) = (folder.file("site.db"), database(), folder.file("copy.db"));
    for (from, to) in [(&from, &server), (&server, &file)] {
        let mut attempts = 0;
        let done = loop {
            attempts += 1;
            assert!(attempts < 100, "it does not come forward");
            // Comparing is told, too, and begins anew each time.
            if let Some(done) = until(from, to, 5).or_else(|| (attempts > 8).then(|| copy(from, to, &nobody)))
            {
                break done.expect("copied");
            }
        };
        assert!(attempts > 5 && done.before > 0, "{attempts} attempts, {done:?}");
    }
    assert_eq!(everything(&folder.path("copy.db")), everything(&folder.path("site.db")));
    assert_eq!(sql(&server, "select to_regclass('copying') is null"), "t", "the note is gone");
}

#[test]
fn half_a_copy_is_not_served_backed_up_or_copied_and_is_finished_only_from_where_it_came() {
    let folder = Folder::with_site();
    let other = Folder::with_site();
    for to in [database(), folder.file("copy.db")] {
        half(&folder.file("site.db"), &to);
        assert_eq!(wait(to.open()).err(), Some(StoreError::HalfACopy), "{to}");
        let refused = [
            backup(&to, &folder.path("backup.db"), &nobody).err(),
            verify(&to, &nobody).err(),
            copy(&to, &folder.file("another.db"), &nobody).err(),
        ];
        for refused in refused {
            let told = refused.expect("refused").to_string();
            assert!(told.contains("a copy into it was begun and is not finished"), "{told}");
        }
        let told = copy(&other.file("site.db"), &to, &nobody).expect_err("refused").to_string();
        assert!(told.contains("a copy of ") && told.contains("go on with that one"), "{told}");
        assert!(told.contains(&folder.path("site.db").display().to_string()), "{told}");
        assert!(!folder.path("backup.db").exists() && !folder.path("another.db").exists());
        let done = copy(&folder.file("site.db"), &to, &nobody).expect("finished");
        assert!(done.before > 5_000, "{done:?}");
        wait(to.open()).map(drop).expect("it can be served now");
    }
}

#[test]
fn rows_that_have_changed_between_two_attempts_are_named() {
    let folder = Folder::with_site();
    let game = folder.ask("select game from game_event order by game limit 1");
    let account = folder.ask("select id from account where role = 'player' order by id limit 1");
    for to in [database(), folder.file("copy.db")] {
        half(&folder.file("site.db"), &to);
        folder.damage(&format!(
            "update account set role = 'bot' where id = '{account}'; \
             insert into game_event values ('{game}', 99001, 7, 'new');"
        ));
        let Err(ArchiveError::Differs(differences)) = copy(&folder.file("site.db"), &to, &nobody) else {
            panic!("{to}: it differs");
        };
        let expected = [
            format!("account ({account}): role is player in the copy, and was bot"),
            format!("game_event ({game}, 99001): is missing in the copy"),
        ];
        assert_eq!((differences.count, &differences.named[..]), (2, &expected[..]), "{to}");
        assert!(differences.to_string().contains("2 rows differ"), "{differences}");
        assert!(wait(to.open()).is_err(), "what differs is not served");
        folder.damage(&format!(
            "update account set role = 'player' where id = '{account}'; \
             delete from game_event where seq = 99001;"
        ));
        copy(&folder.file("site.db"), &to, &nobody).expect("the same again");
    }
}
