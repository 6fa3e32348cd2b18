//! What is stored, and what a store promises: what a method has answered is durable, and survives the end of the process
//! and of the machine.

mod challenges;
mod database;
mod error;
mod games;
mod judging;
mod metered;
mod nodes;
mod people;
pub mod postgres;
mod ratings;
mod shelf;
pub mod sqlite;

use std::future::Future;
use std::pin::Pin;

pub use challenges::{Accepted, Challenges, NewChallenge, Reach, State, StoredChallenge};
pub use database::Database;
pub use error::StoreError;
pub use games::{Append, Appended, Command, Games, NewGame, Pool, StoredEvent, StoredGame, Which};
pub use judging::{Act, Deed, Judging, NewAct, Warning};
pub use metered::{Kind, Metered, Operation, StoreFigures};
pub use nodes::{Attendance, Beat, MENDING, NODE_LIVES, Nodes, Outage, SHORT_OUTAGE};
pub use people::{Account, Key, KeyKind, NewAccount, NewKey, People, Role};
pub use ratings::{NewChange, RatingChange, RatingPoint, Ratings, StoredRating};
pub use shelf::{RuleShelf, Shelved};

/// An answer that is on its way.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Everything that a site keeps.
pub trait Store: Games + Nodes + People + Challenges + Judging + Ratings + RuleShelf {}

impl<S: Games + Nodes + People + Challenges + Judging + Ratings + RuleShelf> Store for S {}
