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
    Accepted, Account, Act, Append, Appended, Attendance, Beat, Command, Key, KeyKind, MENDING, NODE_LIVES,
    NewAccount, NewAct, NewChallenge, NewGame, NewKey, Outage, RatingChange, RatingPoint, Reach,
    SHORT_OUTAGE, Shelved, State, StoredChallenge, StoredEvent, StoredGame, StoredRating, Warning, Which,
};

pub use play::deed::Deed;
pub use play::role::Role;
