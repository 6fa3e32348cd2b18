//! The records of a site, as every database keeps them.

mod challenges;
mod games;
mod judging;
mod nodes;
mod people;
mod ratings;
mod shelf;

pub use challenges::{Accepted, NewChallenge, Reach, State, StoredChallenge};
pub use games::{Append, Appended, Command, NewGame, StoredEvent, StoredGame, Which};
pub use judging::{Act, NewAct, Warning};
pub(crate) use nodes::Heartbeat;
pub use nodes::{Attendance, Beat, MENDING, NODE_LIVES, Outage, SHORT_OUTAGE};
pub use people::{Account, Key, KeyKind, NewAccount, NewKey};
pub use ratings::{RatingChange, RatingPoint, StoredRating};
pub use shelf::Shelved;
