//! The audit log of administrators, and warnings.

use play::id::{AccountId, GameId};
use play::moderator_action::ModeratorAction;
use play::time::Timestamp;

/// An audit entry to record.
#[derive(Clone, PartialEq, Debug)]
pub struct NewAuditEntry {
    /// The time of the action.
    pub at: Timestamp,
    /// The administrator.
    pub admin: AccountId,
    /// The action.
    pub action: ModeratorAction,
    /// The game concerned.
    pub game: Option<GameId>,
    /// The account concerned.
    pub account: Option<AccountId>,
    /// The reason that the administrator gave.
    pub reason: String,
}

/// A stored audit entry.
#[derive(Clone, PartialEq, Debug)]
pub struct AuditEntry {
    /// The number, from 1.
    pub id: u64,
    /// The content.
    pub entry: NewAuditEntry,
}

/// A warning to an account.
#[derive(Clone, PartialEq, Debug)]
pub struct Warning {
    /// The time of the warning.
    pub at: Timestamp,
    /// The game concerned.
    pub game: Option<GameId>,
    /// The reason.
    pub reason: String,
}
