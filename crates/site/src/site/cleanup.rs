//! Cleanup: deletes what has expired, so that the database stays small.
//!
//! Players must not notice it. Rows to delete are found by reads, which do not wait for the writer. Each transaction deletes
//! a few rows, and a pause follows. Of several nodes, the one with the lease cleans up for all.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use play::id::NodeId;
use play::time::Timestamp;
use store::{Store, StoreError, clock};

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

/// The age from which presence records are deleted, in milliseconds.
const MAX_ABSENCE: i64 = HOUR;
/// The time after its expiry at which a challenge is deleted, in milliseconds. Until then its link shows what became of it.
const CHALLENGE_RETENTION: i64 = 30 * DAY;
/// The time after its last use at which a guest without games is deleted, in milliseconds.
const GUEST_RETENTION: i64 = 7 * DAY;
/// The time after the end of a game at which its command records are deleted, in milliseconds. Clients repeat commands within
/// minutes.
const COMMAND_RETENTION: i64 = 7 * DAY;

/// Maximum number of rows that a transaction deletes directly. A session of each guest is deleted with it.
const ROWS_PER_STEP: usize = 50;
/// Number of games whose command records a transaction deletes.
const GAMES_PER_STEP: usize = 4;
/// Number of rows that a read examines.
const ROWS_PER_READ: usize = 200;
/// The pause after each step.
const PAUSE: Duration = Duration::from_millis(50);
/// The time for which a node holds the lease, in milliseconds: longer than the time between rounds, so that it stays with
/// one node while that lives.
const LEASE: i64 = 15 * 60_000;

/// Cleans up a database.
pub(super) struct Cleanup {
    store: Arc<dyn Store>,
    node: NodeId,
    /// When the lease was last claimed.
    claimed: Option<Instant>,
}

/// The number of deleted rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Deleted {
    credentials: usize,
    challenges: usize,
    guests: usize,
    commands: usize,
}

/// Why a round of cleanup ended early.
enum Interruption {
    /// Another node holds the lease.
    Leased,
    Store(StoreError),
}

impl From<StoreError> for Interruption {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl Cleanup {
    pub(super) fn new(store: Arc<dyn Store>, node: NodeId) -> Self {
        Self { store, node, claimed: None }
    }

    /// Deletes everything that has expired, unless another node does. Returns the number of deleted rows.
    pub(super) async fn run(&mut self) -> Result<Deleted, StoreError> {
        let mut deleted = Deleted::default();
        match self.delete_all(&mut deleted).await {
            Ok(()) | Err(Interruption::Leased) => Ok(deleted),
            Err(Interruption::Store(error)) => Err(error),
        }
    }

    async fn delete_all(&mut self, deleted: &mut Deleted) -> Result<(), Interruption> {
        self.hold_lease().await?;
        let now = clock::now();
        self.store.delete_absent(Timestamp(now.0 - MAX_ABSENCE)).await?;
        loop {
            let step = self.store.delete_expired_credentials(now, ROWS_PER_STEP).await?;
            deleted.credentials += step;
            self.pause().await?;
            if step < ROWS_PER_STEP {
                break;
            }
        }
        let before = Timestamp(now.0 - CHALLENGE_RETENTION);
        loop {
            let step = self.store.delete_expired_challenges(before, ROWS_PER_STEP).await?;
            deleted.challenges += step;
            self.pause().await?;
            if step < ROWS_PER_STEP {
                break;
            }
        }
        self.delete_guests(Timestamp(now.0 - GUEST_RETENTION), deleted).await?;
        self.delete_commands(Timestamp(now.0 - COMMAND_RETENTION), deleted).await
    }

    async fn delete_guests(&mut self, before: Timestamp, deleted: &mut Deleted) -> Result<(), Interruption> {
        let mut position = None;
        loop {
            let page = self.store.unused_guests(before, position, ROWS_PER_READ).await?;
            for guests in page.unused.chunks(ROWS_PER_STEP) {
                deleted.guests += self.store.delete_unused_guests(guests.to_vec(), before).await?;
                self.pause().await?;
            }
            if page.last.is_none() {
                return Ok(());
            }
            position = page.last;
            self.pause().await?;
        }
    }

    async fn delete_commands(
        &mut self,
        before: Timestamp,
        deleted: &mut Deleted,
    ) -> Result<(), Interruption> {
        let mut position = None;
        loop {
            let page = self.store.finished_commands(before, position, ROWS_PER_READ).await?;
            for games in page.finished.chunks(GAMES_PER_STEP) {
                deleted.commands += self.store.delete_commands(games.to_vec()).await?;
                self.pause().await?;
            }
            if page.last.is_none() {
                return Ok(());
            }
            position = page.last;
            self.pause().await?;
        }
    }

    /// Leaves the database to the players for a moment.
    async fn pause(&mut self) -> Result<(), Interruption> {
        sleep(PAUSE).await;
        self.hold_lease().await
    }

    /// Claims the lease, or extends it when half of its time is over.
    async fn hold_lease(&mut self) -> Result<(), Interruption> {
        let half = Duration::from_millis(LEASE as u64 / 2);
        if self.claimed.is_some_and(|claimed| claimed.elapsed() < half) {
            return Ok(());
        }
        self.claimed = None;
        let (asked, now) = (Instant::now(), clock::now());
        if !self.store.lease_cleanup(self.node, now, Timestamp(now.0 + LEASE)).await? {
            return Err(Interruption::Leased);
        }
        self.claimed = Some(asked);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use play::id::{AccountId, CredentialId, GameId};
    use serde_json::json;
    use store::sqlite::SqliteStore;
    use store::{
        Append, CommandRecord, Credential, CredentialKind, NewAccount, NewCredential, NewGame, Role,
    };

    use super::*;

    async fn create_guest(store: &Arc<dyn Store>, age: i64) -> AccountId {
        let (id, used) = (AccountId::new().expect("random bytes"), Timestamp(clock::now().0 - age));
        let guest =
            NewAccount { id, name: None, created_at: used, password: None, email: None, role: Role::Player };
        assert_eq!(store.create_account(guest).await, Ok(true));
        let session = CredentialId::new().expect("random bytes");
        let credential = Credential {
            id: session,
            account: id,
            kind: CredentialKind::Session,
            label: String::new(),
            scopes: String::new(),
            created_at: used,
            last_used_at: used,
            expires_at: Some(Timestamp(used.0 + 180 * DAY)),
        };
        let new = NewCredential { credential, secret_hash: session.to_string() };
        store.create_credential(new).await.expect("created");
        id
    }

    /// Creates a game that ended some time ago by a command.
    async fn create_finished_game(store: &Arc<dyn Store>, player: AccountId, age: i64) -> GameId {
        let (id, at) = (GameId::new().expect("random bytes"), Timestamp(clock::now().0 - age));
        let (rules, terms, accounts) = ("{}".to_owned(), json!({}), vec![player]);
        let game = NewGame { id, created_at: at, rules, terms, accounts, awaits_engine: false };
        store.create_game(game).await.expect("created");
        let command = CommandRecord { id: "resign".to_owned(), content: "resign".to_owned() };
        let event = Append::event(id, 0, at, json!({}));
        store.append(Append { command: Some(command), ends: true, ..event }).await.expect("appended");
        id
    }

    #[tokio::test(start_paused = true)]
    async fn only_what_has_expired_is_deleted() {
        let folder = tempfile::tempdir().expect("a folder");
        let store: Arc<dyn Store> =
            Arc::new(SqliteStore::open(&folder.path().join("site.db")).expect("a store"));
        let player = create_guest(&store, 400 * DAY).await;
        let recent = create_guest(&store, 6 * DAY).await;
        let games = [8 * DAY, 6 * DAY];
        let mut commands = Vec::new();
        for age in games {
            commands.push(create_finished_game(&store, player, age).await);
        }
        let mut unused = Vec::new();
        for _ in 0..2 * ROWS_PER_READ + 7 {
            unused.push(create_guest(&store, 8 * DAY).await);
        }
        let mut cleanup = Cleanup::new(Arc::clone(&store), NodeId::new().expect("random bytes"));
        let deleted = cleanup.run().await.expect("cleaned up");
        // The session of the old guest with games has expired.
        assert_eq!(
            deleted,
            Deleted { credentials: 1, challenges: 0, guests: unused.len(), commands: 1 },
            "an old guest with games stays, and so does a recent one"
        );
        for (account, remains) in [(player, true), (recent, true), (unused[0], false)] {
            assert_eq!(store.account(account).await.expect("read").is_some(), remains);
        }
        let record = CommandRecord { id: "resign".to_owned(), content: "resign".to_owned() };
        for (game, remains) in commands.into_iter().zip([false, true]) {
            let known = store.command_outcome(game, record.clone()).await.expect("read");
            assert_eq!(known.is_some(), remains);
        }
        assert_eq!(cleanup.run().await, Ok(Deleted::default()), "nothing is left to do");
    }
}
