//! House rules that people keep.

use serde_json::{Map, Value};

use play::id::{AccountId, SavedRulesId};
use play::time::Timestamp;

/// House rules that somebody keeps.
#[derive(Clone, PartialEq, Debug)]
pub struct SavedRuleSet {
    /// Their id.
    pub id: SavedRulesId,
    /// Who keeps them.
    pub account: AccountId,
    /// Under which name.
    pub name: String,
    /// A base and what differs from it, as they were written.
    pub rules: Map<String, Value>,
    /// When they were saved last.
    pub saved_at: Timestamp,
}
