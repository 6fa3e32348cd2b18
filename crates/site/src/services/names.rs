//! The names and roles of accounts, for display.

use std::collections::HashMap;

use play::id::AccountId;
use store::Role;

/// The names and roles of some accounts.
#[derive(Clone, Default)]
pub(crate) struct Names(HashMap<AccountId, (Option<String>, Role)>);

impl Names {
    /// Returns the name of an account; `None` for a guest.
    pub(crate) fn name(&self, account: AccountId) -> Option<&str> {
        self.0.get(&account).and_then(|(name, _)| name.as_deref())
    }

    /// Returns the role of an account.
    pub(crate) fn role(&self, account: AccountId) -> Role {
        self.0.get(&account).map_or(Role::Player, |(_, role)| *role)
    }
}

impl FromIterator<(AccountId, Option<String>, Role)> for Names {
    fn from_iter<I: IntoIterator<Item = (AccountId, Option<String>, Role)>>(rows: I) -> Self {
        Self(rows.into_iter().map(|(account, name, role)| (account, (name, role))).collect())
    }
}
