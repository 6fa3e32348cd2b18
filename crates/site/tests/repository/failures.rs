//! Flag falls and compensations for which the store fails, or whose games are damaged, in an SQLite file.

use rusqlite::Connection;

use super::*;

/// A site whose file is damaged and repaired from outside.
struct FailingSite {
    site: Site,
    file: Connection,
    _folder: tempfile::TempDir,
}

impl FailingSite {
    async fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("site.db");
        let site = site_in(&Database::File(path.clone())).await;
        Self { site, file: Connection::open(path).expect("a file"), _folder: folder }
    }

    /// Creates a game in which the first move of both sides was played by second 2.
    async fn running_game(&self) -> GameId {
        let game = self.site.create("international", BLITZ, None).await.id;
        self.site.play(game, "ann", "32-28", 1_000).await.expect("played");
        self.site.play(game, "bob", "19-23", 2_000).await.expect("played");
        game
    }

    fn execute(&self, sql: &str) {
        self.file.execute_batch(sql).expect("executed");
    }

    /// Lets all appends to a game fail.
    fn reject_events(&self, game: GameId) {
        self.execute(&format!(
            "create trigger rejected before insert on game_event when new.game = '{game}' \
             begin select raise(abort, 'rejected'); end"
        ));
    }
}

#[tokio::test]
async fn failed_flag_falls_are_tried_again_at_once() {
    let failing = FailingSite::start().await;
    let (rejected, other) = (failing.running_game().await, failing.running_game().await);
    failing.reject_events(rejected);
    let (repository, later) = (&failing.site.repository, Timestamp(400_000));
    let failed = repository.record_flag_falls(later).await;
    assert!(matches!(failed, Err(GameError::Store(StoreError::Other(_)))), "{failed:?}");
    assert!(repository.load(other).await.expect("a state").game().outcome().is_some());
    failing.execute("drop trigger rejected");
    assert_eq!(repository.record_flag_falls(later).await, Ok(1));
    assert!(repository.load(rejected).await.expect("a state").game().outcome().is_some());
}

#[tokio::test]
async fn failed_compensations_are_reported_and_tried_again() {
    let failing = FailingSite::start().await;
    let (rejected, _other) = (failing.running_game().await, failing.running_game().await);
    failing.reject_events(rejected);
    let outage = store::Outage { from: Timestamp(2_000), to: Timestamp(302_000) };
    let compensate = || failing.site.repository.compensate_clocks(outage, outage.to);
    let failed = compensate().await;
    assert!(matches!(failed, Err(GameError::Store(StoreError::Other(_)))), "{failed:?}");
    failing.execute("drop trigger rejected");
    assert_eq!(compensate().await, Ok(1), "the other clock was compensated before");
    assert_eq!(compensate().await, Ok(0));
}

#[tokio::test]
async fn many_damaged_games_do_not_delay_the_flags_of_others() {
    let failing = FailingSite::start().await;
    let game = failing.running_game().await;
    // Ids of the digits 2 to 5, all overdue before the sound game.
    failing.execute(
        "with recursive n (x) as (select 0 union all select x + 1 from n where x < 1199)
         insert into game (id, number, created_at, rules_hash, terms, seq, deadline)
         select 'aaaaaaaaaaaaaa' || (2 + x / 1024 % 4) || (2 + x / 256 % 4) || (2 + x / 64 % 4)
             || (2 + x / 16 % 4) || (2 + x / 4 % 4) || (2 + x % 4),
             1000 + x, created_at, rules_hash, 'nonsense', 0, 1
         from n, (select * from game)",
    );
    let (repository, later) = (&failing.site.repository, Timestamp(400_000));
    assert_eq!(repository.record_flag_falls(later).await, Ok(0), "these games are damaged");
    assert_eq!(repository.record_flag_falls(later).await, Ok(1));
    assert!(repository.load(game).await.expect("a state").game().outcome().is_some());
}
