//! A store whose answers are timed and whose errors are counted, whatever its home.

use std::sync::Arc;
use std::time::Instant;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;

use super::{
    Accepted, Account, Act, Answer, Append, Appended, Attendance, Beat, Challenges, Command, Games, Judging,
    Key, KeyKind, NewAccount, NewAct, NewChallenge, NewGame, NewKey, Nodes, People, Pool, RatingChange,
    RatingPoint, Ratings, Role, RuleShelf, Shelved, State, Store, StoreError, StoredChallenge, StoredEvent,
    StoredGame, StoredRating, Warning, Which,
};
use crate::id::{AccountId, ChallengeId, GameId, KeyId, NodeId, ShelfId};
use crate::metrics::seconds;
use crate::time::Timestamp;

/// What is counted of a store.
#[derive(Clone)]
pub struct StoreFigures {
    /// Errors, by their kind.
    pub errors: Family<Kind, Counter>,
    /// How long answers took, by what was asked for.
    pub seconds: Family<Operation, Histogram, fn() -> Histogram>,
}

/// The kind of an error.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct Kind {
    /// As [`StoreError::kind`] calls it.
    pub kind: &'static str,
}

/// What a store is asked for.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct Operation {
    /// `append`, `events`, `beat`, and `read` or `write` for all else.
    pub operation: &'static str,
}

impl Default for StoreFigures {
    fn default() -> Self {
        let errors: Family<Kind, Counter> = Family::default();
        // What is asked for by name is there from the beginning: a rate needs a first value.
        for kind in StoreError::KINDS {
            drop(errors.get_or_create(&Kind { kind }));
        }
        Self { errors, seconds: Family::new_with_constructor(seconds as fn() -> Histogram) }
    }
}

/// A store that is watched.
pub struct Metered {
    store: Arc<dyn Store>,
    errors: Family<Kind, Counter>,
    append: Histogram,
    events: Histogram,
    beat: Histogram,
    read: Histogram,
    write: Histogram,
}

impl Metered {
    /// Watches a store, and counts here.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, figures: &StoreFigures) -> Self {
        let of = |operation| figures.seconds.get_or_create_owned(&Operation { operation });
        Self {
            store,
            errors: figures.errors.clone(),
            append: of("append"),
            events: of("events"),
            beat: of("beat"),
            read: of("read"),
            write: of("write"),
        }
    }

    fn timed<'a, T: Send + 'a>(&'a self, seconds: &'a Histogram, answer: Answer<'a, T>) -> Answer<'a, T> {
        // Some stores begin when they are asked, not when they are waited for.
        let begun = Instant::now();
        Box::pin(async move {
            let answer = answer.await;
            seconds.observe(begun.elapsed().as_secs_f64());
            if let Err(error) = &answer {
                self.errors.get_or_create(&Kind { kind: error.kind() }).inc();
            }
            answer
        })
    }
}

/// Passes every question on. The word before each says what its time is counted as.
macro_rules! metered {
    ($($subject:ident {
        $($kind:ident $name:ident($($given:ident: $type:ty),*) -> $answer:ty;)*
    } $(+ { $($more:tt)* })?)*) => {$(
        impl $subject for Metered {
            $(fn $name(&self, $($given: $type),*) -> Answer<'_, $answer> {
                self.timed(&self.$kind, self.store.$name($($given),*))
            })*
            $($($more)*)?
        }
    )*};
}

metered! {
    Games {
        write create_game(game: NewGame) -> StoredGame;
        read game(id: GameId) -> Option<StoredGame>;
        read game_by_number(number: u64) -> Option<StoredGame>;
        read games_of(account: AccountId, which: Which, before: u64, limit: usize) -> Vec<StoredGame>;
        read games_going_on(before: u64, limit: usize) -> Vec<StoredGame>;
        read count_going_on() -> u64;
        read games_for_computer(after: u64, limit: usize) -> Vec<StoredGame>;
        read games_to_judge(limit: usize) -> Vec<StoredGame>;
        events events(game: GameId, after: u64, limit: usize) -> Vec<StoredEvent>;
        append append(append: Append) -> Appended;
        read command(game: GameId, command: Command) -> Option<Appended>;
        read heads(games: Vec<GameId>) -> Vec<(GameId, u64)>;
        write claim_for_computer(game: GameId, now: Timestamp, until: Timestamp) -> bool;
        read overdue(now: Timestamp, limit: usize) -> Vec<GameId>;
    } + {
        fn commits(&self) -> u64 {
            self.store.commits()
        }

        fn batch_sizes(&self) -> Option<Histogram> {
            self.store.batch_sizes()
        }

        fn pool(&self) -> Option<Pool> {
            self.store.pool()
        }
    }
    Nodes {
        beat time() -> Timestamp;
        write shared_secret(new: String) -> String;
        beat beat(node: NodeId, now: Timestamp) -> Beat;
        read is_served(now: Timestamp) -> bool;
        beat mended(node: NodeId) -> ();
        write attend(node: NodeId, game: GameId, account: AccountId, connections: u32, now: Timestamp) -> ();
        write watch(node: NodeId, game: GameId, spectators: u32) -> ();
        read attendance(game: GameId, now: Timestamp) -> Attendance;
        write forget_absent(before: Timestamp) -> ();
    }
    People {
        write create_account(account: NewAccount) -> bool;
        write name_guest(account: NewAccount) -> bool;
        read account(id: AccountId) -> Option<Account>;
        read account_by_name(name: String) -> Option<Account>;
        read names(ids: Vec<AccountId>) -> Vec<(AccountId, Option<String>, Role)>;
        read password(id: AccountId) -> Option<String>;
        write set_password(id: AccountId, hash: String, kept: Option<KeyId>) -> ();
        write set_email(id: AccountId, email: Option<String>) -> ();
        write set_role(id: AccountId, role: Role) -> ();
        write create_key(key: NewKey) -> ();
        read key(secret_hash: String, now: Timestamp) -> Option<(Key, Account)>;
        write use_key(id: KeyId, now: Timestamp, expires_at: Timestamp) -> ();
        write forget_expired(now: Timestamp) -> ();
        read keys(account: AccountId, kind: KeyKind) -> Vec<Key>;
        write revoke_key(account: AccountId, id: KeyId) -> bool;
    }
    Challenges {
        write create_challenge(challenge: NewChallenge) -> ();
        read challenge(id: ChallengeId) -> Option<StoredChallenge>;
        write accept_challenge(id: ChallengeId, game: NewGame, now: Timestamp) -> Accepted;
        write end_challenge(id: ChallengeId, state: State) -> bool;
        read lobby(now: Timestamp, limit: usize) -> Vec<StoredChallenge>;
        read challenges_made(account: AccountId, now: Timestamp, limit: usize) -> Vec<StoredChallenge>;
        read challenges_received(account: AccountId, now: Timestamp, limit: usize) -> Vec<StoredChallenge>;
    }
    Judging {
        write warn(account: AccountId, act: NewAct) -> ();
        read warnings(account: AccountId) -> Vec<Warning>;
        write close_account(account: AccountId, closed_at: Option<Timestamp>, act: NewAct) -> ();
        read acts(before: u64, limit: usize) -> Vec<Act>;
    }
    Ratings {
        read ratings(account: AccountId) -> Vec<StoredRating>;
        read rating_history(account: AccountId, pool: String, limit: usize) -> Vec<RatingPoint>;
        read rating_change(account: AccountId, pool: String, number: u64) -> Option<RatingChange>;
    }
    RuleShelf {
        write shelve(rules: Shelved, most: usize) -> Option<Shelved>;
        read shelf(account: AccountId) -> Vec<Shelved>;
        read shelved(id: ShelfId) -> Option<Shelved>;
        write unshelve(account: AccountId, id: ShelfId) -> bool;
    }
}
