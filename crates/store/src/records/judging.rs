//! What administrators do, on record.

use play::deed::Deed;
use play::id::{AccountId, GameId};
use play::time::Timestamp;

/// An act that is to be put on record.
#[derive(Clone, PartialEq, Debug)]
pub struct NewAct {
    /// When.
    pub at: Timestamp,
    /// Who.
    pub admin: AccountId,
    /// What.
    pub deed: Deed,
    /// About which game.
    pub game: Option<GameId>,
    /// About which account.
    pub account: Option<AccountId>,
    /// Why.
    pub reason: String,
}

/// An act on record.
#[derive(Clone, PartialEq, Debug)]
pub struct Act {
    /// Its number.
    pub id: u64,
    /// What it is.
    pub act: NewAct,
}

/// A warning.
#[derive(Clone, PartialEq, Debug)]
pub struct Warning {
    /// When.
    pub at: Timestamp,
    /// About which game.
    pub game: Option<GameId>,
    /// Why.
    pub reason: String,
}
