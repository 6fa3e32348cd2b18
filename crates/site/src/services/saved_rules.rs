//! House rules that accounts save.

use serde_json::{Map, Value};

use super::Parts;
use crate::error::SiteError;
use crate::error_code::ErrorCode;
use crate::repository::GameError;
use play::id::{AccountId, SavedRulesId};
use play::proposal::RulesChoice;
use play::text::is_invisible;
use store::{SavedRuleSet, clock};

/// Maximum number of saved rule sets per account.
const MAX_RULE_SETS: usize = 50;
/// Maximum length of a name, in characters.
const MAX_NAME: usize = 60;

/// Saves house rules for their authors.
pub(crate) struct SavedRulesService {
    parts: Parts,
}

impl SavedRulesService {
    pub(crate) fn new(parts: Parts) -> Self {
        Self { parts }
    }

    /// Saves house rules under a name, and replaces those saved under it.
    pub(crate) async fn save(
        &self,
        account: AccountId,
        name: &str,
        rules: Map<String, Value>,
    ) -> Result<SavedRuleSet, SiteError> {
        self.parts.limits.check_creation(account)?;
        let name = name.trim();
        if name.is_empty() || name.chars().count() > MAX_NAME || name.contains(is_invisible) {
            let message = format!("House rules have a name of 1 to {MAX_NAME} characters.");
            return Err(SiteError::unprocessable(ErrorCode::BadName, message).with_kind("rules"));
        }
        // Reject rules that cannot be played.
        RulesChoice::House(rules.clone()).rules()?;
        let id = SavedRulesId::new().map_err(GameError::from)?;
        let rules = SavedRuleSet { id, account, name: name.to_owned(), rules, saved_at: clock::now() };
        self.parts.store.save_rule_set(rules, MAX_RULE_SETS).await?.ok_or_else(|| {
            let message =
                format!("You can save at most {MAX_RULE_SETS} sets of house rules. Delete some first.");
            SiteError::conflict(ErrorCode::TooManySavedRules, message)
        })
    }

    /// Returns the house rules with this id.
    pub(crate) async fn find(&self, id: SavedRulesId) -> Result<SavedRuleSet, SiteError> {
        self.parts.store.saved_rule_set(id).await?.ok_or_else(|| SiteError::not_found("saved rule set"))
    }

    /// Returns the house rules of an account, sorted by name.
    pub(crate) async fn of(&self, account: AccountId) -> Result<Vec<SavedRuleSet>, SiteError> {
        Ok(self.parts.store.saved_rule_sets(account).await?)
    }

    /// Deletes house rules of an account.
    pub(crate) async fn delete(&self, account: AccountId, id: SavedRulesId) -> Result<(), SiteError> {
        let deleted = self.parts.store.delete_rule_set(account, id).await?;
        if deleted { Ok(()) } else { Err(SiteError::not_found("saved rule set")) }
    }
}
