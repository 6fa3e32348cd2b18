//! The operations of a store, listed once.
//!
//! [`operations`] passes the list to a macro, which generates the trait here, the timing in `metered.rs`, and the
//! implementation for each database in its own `operations.rs`. An operation is implemented by a function of the same
//! name in the file of `queries/` that is named after its section. Its kind decides where it runs and how it is timed:
//!
//! | kind | SQLite | PostgreSQL | timed as |
//! |---|---|---|---|
//! | `read` | a reader thread | shared connections | `read` |
//! | `replica_read`: a read that may return slightly old data | a reader thread | a replica, if there is one | `read` |
//! | `events` | a reader thread | shared connections | `events` |
//! | `write` | the writer thread | an exclusive connection | `write` |
//! | `append` | the writer thread | in batches | `append` |
//! | `heartbeat` | the writer thread | the connection for heartbeats | `beat` |
//!
//! The section `cluster` holds what nodes share only while they run. An SQLite file is served by one process, which
//! keeps it in memory.

use std::future::Future;
use std::pin::Pin;

use prometheus_client::metrics::histogram::Histogram;

use crate::error::StoreError;
use crate::records::*;
use play::id::{AccountId, ChallengeId, CredentialId, GameId, NodeId, SavedRulesId};
use play::role::Role;
use play::time::Timestamp;

/// Passes the list of operations to a macro, after the other arguments of that macro.
macro_rules! operations {
    ($generate:ident $($more:tt)*) => {
        $generate! { $($more)*
            games {
                /// Creates a game and gives it the next number.
                write create_game(game: NewGame) -> StoredGame;
                /// Returns a game by its id.
                read game(id: GameId) -> Option<StoredGame>;
                /// Returns a game by its number.
                read game_by_number(number: u64) -> Option<StoredGame>;
                /// Returns games of an account with numbers below `before`, the newest first; at most `limit`.
                replica_read games_by_account(account: AccountId, filter: GameFilter, before: u64, limit: usize) -> Vec<StoredGame>;
                /// Returns running games with numbers below `before`, the newest first; at most `limit`.
                replica_read running_games(before: u64, limit: usize) -> Vec<StoredGame>;
                /// Returns the number of running games.
                replica_read count_running_games() -> u64;
                /// Returns games in which the computer is to move or to answer, with numbers above `after`, in order;
                /// at most `limit`.
                read engine_games(after: u64, limit: usize) -> Vec<StoredGame>;
                /// Returns games that wait for an administrator, the longest waiting first; at most `limit`.
                read disputed_games(limit: usize) -> Vec<StoredGame>;
                /// Returns the events of a game after number `after`, in order; at most `limit`.
                events events(game: GameId, after: u64, limit: usize) -> Vec<StoredEvent>;
                /// Appends events to a game, if its last event is the last that the caller has seen.
                append append(append: Append) -> AppendOutcome;
                /// Records the final state of a game that ended before final states were stored. Does nothing if `seq` is not
                /// the number of its last event.
                write record_final_state(game: GameId, seq: u64, final_state: String) -> ();
                /// Returns the outcome of a repeated command: [`AppendOutcome::Duplicate`] or
                /// [`AppendOutcome::CommandIdReused`]; `None` if its id is unknown.
                read command_outcome(game: GameId, command: CommandRecord) -> Option<AppendOutcome>;
                /// Returns the numbers of the last events of games. Unknown games are left out.
                read last_event_numbers(games: Vec<GameId>) -> Vec<(GameId, u64)>;
                /// Claims the computer's turn in a game until `until`. Returns false if the computer is not to move or
                /// to answer, or if another claim is valid at `now`.
                write claim_engine_turn(game: GameId, now: Timestamp, until: Timestamp) -> bool;
                /// Returns running games with a running clock, except correspondence games, with numbers above `after`,
                /// in order; at most `limit`.
                read clocked_games(after: u64, limit: usize) -> Vec<(u64, GameId)>;
                /// Returns games whose deadline has passed, the longest overdue first; at most `limit`.
                read overdue_games(now: Timestamp, limit: usize) -> Vec<GameId>;
            }
            nodes {
                /// Records the heartbeat of a node. Returns whether an outage is to be compensated, and by which node.
                heartbeat heartbeat(node: NodeId, now: Timestamp) -> HeartbeatOutcome;
                /// Returns whether a node serves at this time and no outage is left to compensate.
                read is_served(now: Timestamp) -> bool;
                /// Records that the node has compensated the outage.
                heartbeat finish_recovery(node: NodeId) -> ();
            }
            cluster {
                /// Returns the current time by the clock of the store.
                heartbeat time() -> Timestamp;
                /// Returns the secret that all nodes of the site share, after setting it to `new` if there is none.
                write shared_secret(new: String) -> String;
                /// Sets the number of connections of a player to a game at a node.
                write record_presence(
                    node: NodeId, game: GameId, account: AccountId, connections: u32, now: Timestamp
                ) -> ();
                /// Sets the number of spectators of a game at a node.
                write record_spectators(node: NodeId, game: GameId, spectators: u32) -> ();
                /// Claims or extends the lease of the node that cleans up, until `until`. Returns false if another node
                /// holds it at `now`.
                write lease_cleanup(node: NodeId, now: Timestamp, until: Timestamp) -> bool;
                /// Returns the players and spectators of a game at all live nodes.
                read presence(game: GameId, now: Timestamp) -> PresenceRecord;
                /// Deletes nodes whose last heartbeat, and presence whose last connection, is before this time.
                write delete_absent(before: Timestamp) -> ();
            }
            accounts {
                /// Creates an account. Returns false if the name is taken or looks like another.
                write create_account(account: NewAccount) -> bool;
                /// Gives a guest a name and a password, and revokes all credentials. Returns false if the name is taken
                /// or looks like another, or if the account is not a guest.
                write name_guest(account: NewAccount) -> bool;
                /// Returns an account by its id.
                read account(id: AccountId) -> Option<Account>;
                /// Returns an account by its name, ignoring case.
                read account_by_name(name: String) -> Option<Account>;
                /// Returns the names and roles of accounts; a guest has no name.
                read names(ids: Vec<AccountId>) -> Vec<(AccountId, Option<String>, Role)>;
                /// Returns the hash of a password; `None` if there is no such account, or if it has no password.
                read password(id: AccountId) -> Option<String>;
                /// Changes the password, and revokes all credentials.
                write set_password(id: AccountId, hash: String) -> ();
                /// Changes the e-mail address.
                write set_email(id: AccountId, email: Option<String>) -> ();
                /// Changes the role.
                write set_role(id: AccountId, role: Role) -> ();
                /// Creates a credential.
                write create_credential(credential: NewCredential) -> ();
                /// Returns the credential with this hash and its account, unless the credential has expired or the
                /// account is closed.
                read credential(secret_hash: String, now: Timestamp) -> Option<(Credential, Account)>;
                /// Records the use of a credential. A session is extended to `expires_at`.
                write touch_credential(id: CredentialId, now: Timestamp, expires_at: Timestamp) -> ();
                /// Returns the credentials of an account, the newest first.
                read credentials(account: AccountId, kind: CredentialKind) -> Vec<Credential>;
                /// Revokes a credential. Returns false if the account has no such credential.
                write revoke_credential(account: AccountId, id: CredentialId) -> bool;
            }
            challenges {
                /// Creates a challenge.
                write create_challenge(challenge: Challenge) -> ();
                /// Returns a challenge by its id.
                read challenge(id: ChallengeId) -> Option<StoredChallenge>;
                /// Accepts a challenge if it is open, and creates its game.
                write accept_challenge(id: ChallengeId, game: NewGame, now: Timestamp) -> AcceptOutcome;
                /// Ends an open challenge without a game. Returns false if it was not open.
                write end_challenge(id: ChallengeId, state: ChallengeState) -> bool;
                /// Returns the open challenges of the lobby, the oldest first; at most `limit`.
                read lobby(now: Timestamp, limit: usize) -> Vec<StoredChallenge>;
                /// Returns the open challenges that an account has made, the newest first; at most `limit`.
                read challenges_made(account: AccountId, now: Timestamp, limit: usize) -> Vec<StoredChallenge>;
                /// Returns the open challenges that an account has received, the newest first; at most `limit`.
                read challenges_received(account: AccountId, now: Timestamp, limit: usize) -> Vec<StoredChallenge>;
            }
            cleanup {
                /// Deletes credentials that have expired, at most `limit`. Returns their number.
                write delete_expired_credentials(now: Timestamp, limit: usize) -> usize;
                /// Deletes challenges that expired before this time, at most `limit`. Returns their number.
                write delete_expired_challenges(before: Timestamp, limit: usize) -> usize;
                /// Examines `limit` guests after a position: those that came before this time, were not used since, and
                /// that nothing refers to, such as a game, can be deleted.
                read unused_guests(before: Timestamp, after: Option<GuestPosition>, limit: usize) -> GuestPage;
                /// Deletes guests and their sessions, if they are still unused. Returns their number.
                write delete_unused_guests(guests: Vec<AccountId>, before: Timestamp) -> usize;
                /// Examines `limit` games with command records after a game: the records of those that ended before this
                /// time can be deleted.
                read finished_commands(before: Timestamp, after: Option<GameId>, limit: usize) -> CommandPage;
                /// Deletes the command records of games. Returns their number.
                write delete_commands(games: Vec<GameId>) -> usize;
            }
            archived_logs {
                /// Returns games that ended before this time, whose logs are not archived and that wait for nobody, after a
                /// game in the order of their ends; at most `limit`.
                read archivable_games(
                    before: Timestamp, after: Option<ArchivableGame>, limit: usize
                ) -> Vec<ArchivableGame>;
                /// Replaces the events of games by their compressed logs, and deletes their command records, all or none.
                write archive_logs(logs: Vec<ArchivedLog>) -> ();
            }
            moderation {
                /// Warns an account.
                write warn(account: AccountId, entry: NewAuditEntry) -> ();
                /// Returns the warnings of an account, the newest first.
                replica_read warnings(account: AccountId) -> Vec<Warning>;
                /// Closes an account and revokes its credentials, or reopens it.
                write close_account(account: AccountId, closed_at: Option<Timestamp>, entry: NewAuditEntry) -> ();
                /// Returns audit entries with numbers below `before`, the newest first; at most `limit`.
                replica_read audit_entries(before: u64, limit: usize) -> Vec<AuditEntry>;
            }
            ratings {
                /// Returns the ratings of an account.
                read ratings(account: AccountId) -> Vec<StoredRating>;
                /// Returns the history of a rating, the newest first; at most `limit`.
                replica_read rating_history(account: AccountId, pool: String, limit: usize) -> Vec<RatingPoint>;
                /// Returns the change of a rating by the game with this number; `None` if it did not change.
                read rating_change(account: AccountId, pool: String, number: u64) -> Option<RatingChange>;
            }
            saved_rules {
                /// Saves rules. They replace those of the account with the same name, and take over their id. Returns
                /// `None` if the account has `limit` others.
                write save_rule_set(rules: SavedRuleSet, limit: usize) -> Option<SavedRuleSet>;
                /// Returns the rules that an account has saved, by name.
                read saved_rule_sets(account: AccountId) -> Vec<SavedRuleSet>;
                /// Returns saved rules of any account by their id.
                read saved_rule_set(id: SavedRulesId) -> Option<SavedRuleSet>;
                /// Deletes saved rules. Returns false if the account has none with this id.
                write delete_rule_set(account: AccountId, id: SavedRulesId) -> bool;
            }
        }
    };
}
pub(crate) use operations;

/// The future of an answer.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// The state of the connection pools of a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PoolStatus {
    /// Connections in use.
    pub used: usize,
    /// Idle connections.
    pub idle: usize,
    /// Callers that wait for a connection.
    pub waiting: usize,
}

macro_rules! declare {
    ($($section:ident {
        $($(#[$doc:meta])* $kind:ident $name:ident($($argument:ident: $type:ty),*) -> $output:ty;)*
    })*) => {
        /// The persistent data of a site. A write is durable when its operation returns.
        pub trait Store: Send + Sync {
            $($($(#[$doc])* fn $name(&self, $($argument: $type),*) -> StoreFuture<'_, $output>;)*)*

            /// Returns the number of commits by this process.
            fn commits(&self) -> u64;

            /// Returns the histogram of writes per commit.
            fn batch_sizes(&self) -> Option<Histogram>;

            /// Returns the state of the connection pools, if there is a server.
            fn pool_status(&self) -> Option<PoolStatus>;
        }
    };
}

operations!(declare);
