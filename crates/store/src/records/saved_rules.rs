//! Saved rule sets.

use serde_json::{Map, Value};

use play::id::{AccountId, SavedRulesId};
use play::time::Timestamp;

/// House rules that an account has saved.
#[derive(Clone, PartialEq, Debug)]
pub struct SavedRuleSet {
    /// The id.
    pub id: SavedRulesId,
    /// The account that has saved them.
    pub account: AccountId,
    /// The name, unique within the account.
    pub name: String,
    /// A base and the differences from it, as the user wrote them.
    pub rules: Map<String, Value>,
    /// The time at which they were last saved.
    pub saved_at: Timestamp,
}
