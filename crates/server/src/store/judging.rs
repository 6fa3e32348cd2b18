//! What administrators do, on record.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Answer;
use crate::id::{AccountId, GameId};
use crate::time::Timestamp;

/// Where the acts of administrators are kept.
pub trait Judging: Send + Sync {
    /// Warns a player.
    fn warn(&self, account: AccountId, act: NewAct) -> Answer<'_, ()>;

    /// The warnings of an account, the newest first.
    fn warnings(&self, account: AccountId) -> Answer<'_, Vec<Warning>>;

    /// Closes an account and revokes its keys, or opens it again.
    fn close_account(&self, account: AccountId, closed_at: Option<Timestamp>, act: NewAct) -> Answer<'_, ()>;

    /// What administrators did, with numbers below `before`, the newest first; at most `limit`.
    fn acts(&self, before: u64, limit: usize) -> Answer<'_, Vec<Act>>;
}

/// What an administrator did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    /// Granted a claim. Since the record decides claims, no new act is of this kind.
    Grant,
    /// Answered a call or dealt with a report, and the game went on.
    Refuse,
    /// Paused a game.
    Pause,
    /// Let a paused game go on.
    Resume,
    /// Gave a game to White.
    WhiteWins,
    /// Gave a game to Black.
    BlackWins,
    /// Declared a game a draw.
    Draw,
    /// Called a game off.
    Abort,
    /// Warned a player.
    Warn,
    /// Closed an account.
    Close,
    /// Opened it again.
    Reopen,
}

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
