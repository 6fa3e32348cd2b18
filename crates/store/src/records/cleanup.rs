//! Pages of rows that cleanup examines.

use play::id::{AccountId, GameId};
use play::time::Timestamp;

/// The position of a guest in the order of age.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GuestPosition {
    /// The time at which the guest came.
    pub created_at: Timestamp,
    /// The account.
    pub id: AccountId,
}

/// A page of guests, the oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GuestPage {
    /// Those that nothing refers to and that nobody has used for a while.
    pub unused: Vec<AccountId>,
    /// The position of the last guest of the page; none if there are no more guests.
    pub last: Option<GuestPosition>,
}

/// A page of games with command records, in the order of their ids.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CommandPage {
    /// Those that have been over for a while.
    pub finished: Vec<GameId>,
    /// The last game of the page; none if there are no more games.
    pub last: Option<GameId>,
}
