//! House rules that somebody keeps, as clients see them.

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use play::id::SavedRulesId;
use play::time::Timestamp;
use store::SavedRuleSet;

/// House rules that somebody keeps.
#[derive(Serialize, ToSchema)]
pub(crate) struct SavedRulesView {
    /// Their id, for `DELETE` and for the link `/house/{id}`.
    #[schema(value_type = String)]
    id: SavedRulesId,
    /// What they are called.
    name: String,
    /// A `base` and what differs from it, as they were sent.
    #[schema(value_type = Object)]
    rules: Map<String, Value>,
    /// When they were saved last, in milliseconds since 1970.
    #[schema(value_type = i64)]
    saved_at: Timestamp,
}

impl From<SavedRuleSet> for SavedRulesView {
    fn from(shelved: SavedRuleSet) -> Self {
        let SavedRuleSet { id, name, rules, saved_at, .. } = shelved;
        Self { id, name, rules, saved_at }
    }
}
