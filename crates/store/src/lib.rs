#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod archive;
mod archived_log;
pub mod clock;
mod copy_marker;
mod database;
mod error;
mod folded_name;
pub mod histograms;
mod metered;
mod operations;
pub mod postgres;
mod records;
pub mod secret;
pub mod sqlite;

pub use database::Database;
pub use error::StoreError;
pub use metered::{ErrorKindLabel, MeteredStore, OperationLabel, StoreMetrics};
pub use operations::{PoolStatus, Store, StoreFuture};
pub use records::{
    AcceptOutcome, Account, Append, AppendOutcome, ArchivableGame, ArchivedLog, AuditEntry, Challenge,
    ChallengeState, ChallengeTarget, CommandPage, CommandRecord, Credential, CredentialKind, GameFilter,
    GuestPage, GuestPosition, HeartbeatOutcome, NODE_TIMEOUT, NewAccount, NewAuditEntry, NewCredential,
    NewGame, Outage, PresenceRecord, RECOVERY_TIMEOUT, RatingChange, RatingPoint, SHORT_OUTAGE, SavedRuleSet,
    StoredChallenge, StoredEvent, StoredGame, StoredRating, Warning,
};

pub use play::moderator_action::ModeratorAction;
pub use play::role::Role;
