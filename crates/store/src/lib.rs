#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod archive;
pub mod clock;
mod copying;
mod database;
mod error;
pub mod histograms;
mod metered;
mod operations;
pub mod postgres;
mod records;
pub mod secret;
pub mod sqlite;

pub use database::Database;
pub use error::StoreError;
pub use metered::{Kind, Metered, Operation, StoreFigures};
pub use operations::{Answer, Pool, Store};
pub use records::{
    Accepted, Account, Append, Appended, AuditEntry, Beat, CommandRecord, Credential, CredentialKind,
    GameFilter, NODE_TIMEOUT, NewAccount, NewAuditEntry, NewChallenge, NewCredential, NewGame, Outage,
    PresenceRecord, RECOVERY_TIMEOUT, RatingChange, RatingPoint, Reach, SHORT_OUTAGE, SavedRuleSet, State,
    StoredChallenge, StoredEvent, StoredGame, StoredRating, Warning,
};

pub use play::moderator_action::ModeratorAction;
pub use play::role::Role;
