//! Views of saved house rules.

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use play::id::SavedRulesId;
use play::time::Timestamp;
use store::SavedRuleSet;

/// Saved house rules.
#[derive(Serialize, ToSchema)]
pub(crate) struct SavedRulesView {
    /// The id, for `DELETE` and for the link `/house/{id}`.
    #[schema(value_type = String)]
    id: SavedRulesId,
    /// The name.
    name: String,
    /// A `base` and the fields that differ from it, as they were sent.
    #[schema(value_type = Object)]
    rules: Map<String, Value>,
    /// The time of the last save, in milliseconds since 1970.
    #[schema(value_type = i64)]
    saved_at: Timestamp,
}

impl From<SavedRuleSet> for SavedRulesView {
    fn from(SavedRuleSet { id, name, rules, saved_at, .. }: SavedRuleSet) -> Self {
        Self { id, name, rules, saved_at }
    }
}
