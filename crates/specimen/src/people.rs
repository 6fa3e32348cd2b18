//! Who is there: accounts, guests, bots, administrators; their keys and their house rules.

use std::sync::Arc;

use play::id::{AccountId, CredentialId, SavedRulesId};
use play::time::Timestamp;
use serde_json::{Map, Value, json};
use store::secret::{self, hash};
use store::{
    Credential, CredentialKind, ModeratorAction, NewAccount, NewAuditEntry, NewCredential, Role,
    SavedRuleSet, Store,
};
use trial::player::Lot;

use crate::{Trouble, trouble};

/// One account for so many games, so that ratings have a history.
const GAMES_EACH: usize = 40;

/// Who is there.
pub(crate) struct People {
    /// Those with a name, who play for ratings.
    pub(crate) named: Vec<AccountId>,
    /// Those without.
    pub(crate) guests: Vec<AccountId>,
    /// Who judges.
    pub(crate) admins: Vec<AccountId>,
}

impl People {
    pub(crate) async fn arrive(
        store: &Arc<dyn Store>,
        games: usize,
        now: Timestamp,
    ) -> Result<Self, Trouble> {
        let mut people = Self { named: Vec::new(), guests: Vec::new(), admins: Vec::new() };
        let count = (games / GAMES_EACH).max(8);
        for number in 0..count {
            let role = match number {
                0 | 1 => Role::Admin,
                _ if number % 20 == 5 => Role::Bot,
                _ => Role::Player,
            };
            let name = (number % 6 != 2).then(|| format!("player{number}"));
            let id = AccountId::new().map_err(trouble)?;
            let account = NewAccount {
                id,
                password: name.as_ref().map(|_| format!("$argon2id$made-up${number}")),
                email: (number % 4 == 1).then(|| format!("player{number}@example.org")),
                name,
                created_at: now,
                role,
            };
            let is_named = account.name.is_some();
            if !store.create_account(account).await.map_err(trouble)? {
                return Err("the store is not empty: somebody has the name player0".to_owned());
            }
            if role == Role::Admin {
                people.admins.push(id);
            }
            if is_named {
                people.named.push(id);
            } else {
                people.guests.push(id);
            }
            key(store, id, number, now).await?;
            if number % 10 == 4 {
                shelve(store, id, number, now).await?;
            }
        }
        people.judged(store, now).await?;
        Ok(people)
    }

    /// Some were warned, and some of those may not come back.
    async fn judged(&self, store: &Arc<dyn Store>, at: Timestamp) -> Result<(), Trouble> {
        let Some(&admin) = self.admins.first() else { return Ok(()) };
        let act = |deed, account| {
            let reason = "It was “said” once too often.".to_owned();
            NewAuditEntry { at, admin, deed, game: None, account: Some(account), reason }
        };
        for &account in self.named.iter().skip(3).step_by(17) {
            store.warn(account, act(ModeratorAction::Warn, account)).await.map_err(trouble)?;
        }
        for &account in self.guests.iter().skip(1).step_by(9) {
            store
                .close_account(account, Some(at), act(ModeratorAction::Close, account))
                .await
                .map_err(trouble)?;
        }
        Ok(())
    }

    /// Two who play, and whether it may count: not all who play have an account.
    pub(crate) fn two(&self, lot: &mut Lot) -> ([AccountId; 2], bool) {
        let first = self.named[lot.below(self.named.len())];
        if lot.below(8) == 0 && !self.guests.is_empty() {
            return ([first, self.guests[lot.below(self.guests.len())]], false);
        }
        let second = self.named[lot.below(self.named.len())];
        ([first, second], first != second)
    }
}

/// A browser that somebody has left open, or a program.
async fn key(
    store: &Arc<dyn Store>,
    account: AccountId,
    number: usize,
    now: Timestamp,
) -> Result<(), Trouble> {
    let token = number % 5 == 3;
    let key = Credential {
        id: CredentialId::new().map_err(trouble)?,
        account,
        kind: if token { CredentialKind::Token } else { CredentialKind::Session },
        label: if token { "my program".to_owned() } else { "Firefox, Linux".to_owned() },
        scopes: if token { "play challenge".to_owned() } else { String::new() },
        created_at: now,
        last_used_at: now,
        expires_at: (!token).then_some(Timestamp(now.0 + 30 * 24 * 3600 * 1000)),
    };
    let secret_hash = hash(&secret::new().map_err(trouble)?);
    store.create_credential(NewCredential { key, secret_hash }).await.map_err(trouble)
}

/// House rules that somebody keeps.
async fn shelve(
    store: &Arc<dyn Store>,
    account: AccountId,
    number: usize,
    now: Timestamp,
) -> Result<(), Trouble> {
    let rules: Map<String, Value> =
        [("base".to_owned(), json!("russian")), ("name".to_owned(), json!(format!("Näh’s rules {number}")))]
            .into_iter()
            .collect();
    let id = SavedRulesId::new().map_err(trouble)?;
    let name = format!("Rules {number}");
    store
        .save_rule_set(SavedRuleSet { id, account, name, rules, saved_at: now }, 50)
        .await
        .map_err(trouble)?;
    Ok(())
}
