//! The operations of a store, listed once.
//!
//! [`operations`] passes the listing to a macro, which generates the trait here, the timing in `metered.rs`, and the answers of
//! each database in its own `operations.rs`. There, an operation is a function of the same name in the file of `queries/` that
//! is named for its section. Its kind says where it runs and how it is timed:
//!
//! | kind | SQLite | PostgreSQL | timed as |
//! |---|---|---|---|
//! | `read` | a reader | shared connections | `read` |
//! | `lagging`: a read that may miss the last moment | a reader | a replica, if there is one | `read` |
//! | `events` | a reader | shared connections | `events` |
//! | `write` | the writer | a connection of its own | `write` |
//! | `append` | the writer | in batches | `append` |
//! | `beat` | the writer | the connection for heartbeats | `beat` |
//!
//! The section `cluster` is what nodes share only while they run. A file of SQLite is served by one process, which keeps it in
//! memory.

use std::future::Future;
use std::pin::Pin;

use prometheus_client::metrics::histogram::Histogram;

use crate::error::StoreError;
use crate::records::*;
use play::id::{AccountId, ChallengeId, CredentialId, GameId, NodeId, SavedRulesId};
use play::role::Role;
use play::time::Timestamp;

/// Passes the listing to a macro, after what else that macro is given.
macro_rules! operations {
    ($generate:ident $($more:tt)*) => {
        $generate! { $($more)*
            games {
                /// Begins a game and gives it the next number.
                write create_game(game: NewGame) -> StoredGame;
                /// Returns a game by its id.
                read game(id: GameId) -> Option<StoredGame>;
                /// Returns a game by its number.
                read game_by_number(number: u64) -> Option<StoredGame>;
                /// Returns games of an account with numbers below `before`, the newest first; at most `limit`.
                lagging games_of(account: AccountId, which: GameFilter, before: u64, limit: usize) -> Vec<StoredGame>;
                /// Returns running games with numbers below `before`, the newest first; at most `limit`.
                lagging running_games(before: u64, limit: usize) -> Vec<StoredGame>;
                /// Returns the number of running games.
                lagging count_running_games() -> u64;
                /// Returns games in which the computer is to move or to answer, with numbers above `after`; at most
                /// `limit`.
                read engine_games(after: u64, limit: usize) -> Vec<StoredGame>;
                /// Returns games that wait for an administrator, the longest waiting first; at most `limit`.
                read disputed_games(limit: usize) -> Vec<StoredGame>;
                /// Returns the events of a game after number `after`, in order; at most `limit`.
                events events(game: GameId, after: u64, limit: usize) -> Vec<StoredEvent>;
                /// Adds events to a game, if its last event is the one that the caller saw last.
                append append(append: Append) -> Appended;
                /// Returns what became of a command: [`Appended::Before`] or [`Appended::OtherCommand`]; none if it was
                /// never carried out.
                read command(game: GameId, command: CommandRecord) -> Option<Appended>;
                /// Returns the numbers of the last events of games.
                read heads(games: Vec<GameId>) -> Vec<(GameId, u64)>;
                /// Claims the computer's turn in a game until `until`. Returns false if the computer is not asked, or if
                /// another claim is valid at `now`.
                write claim_engine_turn(game: GameId, now: Timestamp, until: Timestamp) -> bool;
                /// Returns games whose deadline has passed, the longest overdue first; at most `limit`.
                read overdue(now: Timestamp, limit: usize) -> Vec<GameId>;
            }
            nodes {
                /// Records that a node serves at this time. Returns whether an outage is to be compensated, and by whom.
                beat beat(node: NodeId, now: Timestamp) -> Beat;
                /// Returns whether a node serves at this time and no outage is left to compensate.
                read is_served(now: Timestamp) -> bool;
                /// Records that the node has compensated the outage.
                beat finish_recovery(node: NodeId) -> ();
            }
            cluster {
                /// Returns the time that all nodes go by.
                beat time() -> Timestamp;
                /// Returns the secret that all nodes of this site share: `new`, if there is none yet.
                write shared_secret(new: String) -> String;
                /// Sets how many live connections a player has to a game at a node.
                write record_presence(
                    node: NodeId, game: GameId, account: AccountId, connections: u32, now: Timestamp
                ) -> ();
                /// Sets how many spectators a game has at a node.
                write watch(node: NodeId, game: GameId, spectators: u32) -> ();
                /// Returns who is at a game, at all nodes that are alive.
                read presence(game: GameId, now: Timestamp) -> PresenceRecord;
                /// Deletes dead nodes, and players who left before this time.
                write delete_absent(before: Timestamp) -> ();
            }
            accounts {
                /// Creates an account. Returns false if the name is taken.
                write create_account(account: NewAccount) -> bool;
                /// Gives a guest a name and a password. Returns false if the name is taken, or if it is no guest.
                write name_guest(account: NewAccount) -> bool;
                /// Returns an account by its id.
                read account(id: AccountId) -> Option<Account>;
                /// Returns an account by its name, ignoring case.
                read account_by_name(name: String) -> Option<Account>;
                /// Returns the names and roles of accounts; a guest has no name.
                read names(ids: Vec<AccountId>) -> Vec<(AccountId, Option<String>, Role)>;
                /// Returns the hash of a password; none if there is no such account, or if it has no password.
                read password(id: AccountId) -> Option<String>;
                /// Changes the password, and revokes all sessions but `kept`.
                write set_password(id: AccountId, hash: String, kept: Option<CredentialId>) -> ();
                /// Changes the e-mail address.
                write set_email(id: AccountId, email: Option<String>) -> ();
                /// Changes the role.
                write set_role(id: AccountId, role: Role) -> ();
                /// Creates a key.
                write create_credential(key: NewCredential) -> ();
                /// Returns the key with this hash, and its account. Expired keys and those of closed accounts are not
                /// found.
                read key(secret_hash: String, now: Timestamp) -> Option<(Credential, Account)>;
                /// Records that a key was used. A session lasts until `expires_at` then.
                write touch_credential(id: CredentialId, now: Timestamp, expires_at: Timestamp) -> ();
                /// Deletes expired keys, and challenges that expired 30 days ago.
                write delete_expired(now: Timestamp) -> ();
                /// Returns the keys of an account, the newest first.
                read keys(account: AccountId, kind: CredentialKind) -> Vec<Credential>;
                /// Revokes a key. Returns false if the account has no such key.
                write revoke_credential(account: AccountId, id: CredentialId) -> bool;
            }
            challenges {
                /// Creates a challenge.
                write create_challenge(challenge: NewChallenge) -> ();
                /// Returns a challenge by its id.
                read challenge(id: ChallengeId) -> Option<StoredChallenge>;
                /// Accepts a challenge if it is open, and begins its game.
                write accept_challenge(id: ChallengeId, game: NewGame, now: Timestamp) -> Accepted;
                /// Ends an open challenge without a game. Returns false if it was not open.
                write end_challenge(id: ChallengeId, state: State) -> bool;
                /// Returns the open challenges of the lobby, the oldest first; at most `limit`.
                read lobby(now: Timestamp, limit: usize) -> Vec<StoredChallenge>;
                /// Returns the open challenges that an account has made, the newest first; at most `limit`.
                read challenges_made(account: AccountId, now: Timestamp, limit: usize) -> Vec<StoredChallenge>;
                /// Returns the open challenges that an account has received, the newest first; at most `limit`.
                read challenges_received(account: AccountId, now: Timestamp, limit: usize) -> Vec<StoredChallenge>;
            }
            moderation {
                /// Warns a player.
                write warn(account: AccountId, act: NewAuditEntry) -> ();
                /// Returns the warnings of an account, the newest first.
                lagging warnings(account: AccountId) -> Vec<Warning>;
                /// Closes an account and revokes its keys, or opens it again.
                write close_account(account: AccountId, closed_at: Option<Timestamp>, act: NewAuditEntry) -> ();
                /// Returns what administrators did, with numbers below `before`, the newest first; at most `limit`.
                lagging audit_entries(before: u64, limit: usize) -> Vec<AuditEntry>;
            }
            ratings {
                /// Returns the ratings of an account.
                read ratings(account: AccountId) -> Vec<StoredRating>;
                /// Returns how a rating developed, the newest first; at most `limit`.
                lagging rating_history(account: AccountId, pool: String, limit: usize) -> Vec<RatingPoint>;
                /// Returns how the game with this number changed a rating; none if it did not.
                read rating_change(account: AccountId, pool: String, number: u64) -> Option<RatingChange>;
            }
            saved_rules {
                /// Saves rules. They replace those that the account has under the same name, and take their id. Returns none
                /// if the account has `most` others.
                write save_rule_set(rules: SavedRuleSet, most: usize) -> Option<SavedRuleSet>;
                /// Returns the rules that an account has saved, by name.
                read saved_rule_sets(account: AccountId) -> Vec<SavedRuleSet>;
                /// Returns saved rules by their id, whoever has saved them.
                read saved_rule_set(id: SavedRulesId) -> Option<SavedRuleSet>;
                /// Deletes saved rules. Returns false if the account has none with this id.
                write delete_rule_set(account: AccountId, id: SavedRulesId) -> bool;
            }
        }
    };
}
pub(crate) use operations;

/// An answer that is on its way.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Counts the connections of a store to its server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pool {
    /// Connections in use.
    pub used: usize,
    /// Idle connections.
    pub idle: usize,
    /// Callers that wait for a connection.
    pub wanted: usize,
}

macro_rules! declare {
    ($($section:ident {
        $($(#[$doc:meta])* $kind:ident $name:ident($($given:ident: $type:ty),*) -> $answer:ty;)*
    })*) => {
        /// Everything that a site keeps. What an operation has answered is durable.
        pub trait Store: Send + Sync {
            $($($(#[$doc])* fn $name(&self, $($given: $type),*) -> Answer<'_, $answer>;)*)*

            /// Returns how many commits this process has made.
            fn commits(&self) -> u64;

            /// Returns how many jobs were committed together each time, where that is counted.
            fn batch_sizes(&self) -> Option<Histogram>;

            /// Returns the connections to the server, if there is one.
            fn pool(&self) -> Option<Pool>;
        }
    };
}

operations!(declare);
