//! What administrators do, on record.

use play::id::{AccountId, GameId};
use play::moderator_action::ModeratorAction;
use play::time::Timestamp;

/// An act that is to be put on record.
#[derive(Clone, PartialEq, Debug)]
pub struct NewAuditEntry {
    /// When.
    pub at: Timestamp,
    /// Who.
    pub admin: AccountId,
    /// What.
    pub deed: ModeratorAction,
    /// About which game.
    pub game: Option<GameId>,
    /// About which account.
    pub account: Option<AccountId>,
    /// Why.
    pub reason: String,
}

/// An act on record.
#[derive(Clone, PartialEq, Debug)]
pub struct AuditEntry {
    /// Its number.
    pub id: u64,
    /// What it is.
    pub act: NewAuditEntry,
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
