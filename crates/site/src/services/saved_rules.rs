//! House rules that people keep.

use serde_json::{Map, Value};

use super::Parts;
use crate::error::SiteError;
use crate::error_code::ErrorCode;
use crate::repository::GameError;
use play::id::{AccountId, SavedRulesId};
use play::proposal::RulesChoice;
use store::{SavedRuleSet, clock};

/// So many an account keeps at the most.
const MOST: usize = 50;
/// A name has so many characters at the most.
const LONGEST_NAME: usize = 60;

/// Keeps house rules for their authors.
pub(crate) struct SavedRules {
    parts: Parts,
}

impl SavedRules {
    pub(crate) fn new(parts: Parts) -> Self {
        Self { parts }
    }

    /// Keeps house rules under a name, in the place of what was kept under it.
    pub(crate) async fn keep(
        &self,
        account: AccountId,
        name: &str,
        rules: Map<String, Value>,
    ) -> Result<SavedRuleSet, SiteError> {
        self.parts.limits.game(account)?;
        let name = name.trim();
        if name.is_empty() || name.chars().count() > LONGEST_NAME || name.contains(char::is_control) {
            let message = format!("House rules have a name of 1 to {LONGEST_NAME} characters.");
            return Err(SiteError::unusable(ErrorCode::BadName, message));
        }
        // What cannot be played is not kept.
        RulesChoice::House(rules.clone()).rules()?;
        let id = SavedRulesId::new().map_err(GameError::chance)?;
        let rules = SavedRuleSet { id, account, name: name.to_owned(), rules, saved_at: clock::now() };
        self.parts.store.save_rule_set(rules, MOST).await?.ok_or_else(|| {
            let message =
                format!("{MOST} house rules are kept at the most. Delete some that are not needed.");
            SiteError::conflict(ErrorCode::ShelfFull, message)
        })
    }

    /// Returns house rules by their id.
    pub(crate) async fn find(&self, id: SavedRulesId) -> Result<SavedRuleSet, SiteError> {
        self.parts.store.saved_rule_set(id).await?.ok_or_else(|| SiteError::nothing("house rules"))
    }

    /// Returns the house rules that an account keeps, by name.
    pub(crate) async fn of(&self, account: AccountId) -> Result<Vec<SavedRuleSet>, SiteError> {
        Ok(self.parts.store.saved_rule_sets(account).await?)
    }

    /// Removes house rules that an account keeps.
    pub(crate) async fn remove(&self, account: AccountId, id: SavedRulesId) -> Result<(), SiteError> {
        let gone = self.parts.store.delete_rule_set(account, id).await?;
        if gone { Ok(()) } else { Err(SiteError::nothing("house rules")) }
    }
}
