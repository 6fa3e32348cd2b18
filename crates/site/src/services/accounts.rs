//! Accounts, and the sessions and tokens that let their owners in.

use std::net::IpAddr;
use std::time::Duration;

use serde::Deserialize;
use tokio::sync::watch;
use utoipa::ToSchema;

use super::Parts;
use crate::accounts::{AccountError, Accounts, Scope, check_email};
use crate::error::SiteError;
use crate::error_code::ErrorCode;
use bus::Topic;
use play::id::{AccountId, CredentialId};
use store::{Account, Credential, CredentialKind, GameFilter, Role, clock};

/// A name that is longer is nobody's, and need not be counted.
const LONGEST_NAME: usize = 24;
/// A token lasts for so many days at the most, if it ends at all.
const MOST_DAYS: u16 = 3660;

/// A token that is to be made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewToken {
    /// What it is for, in your own words.
    #[schema(min_length = 1, max_length = 100)]
    pub(crate) label: String,
    /// What it is good for.
    #[schema(min_items = 1)]
    pub(crate) scopes: Vec<Scope>,
    /// After so many days it ends; none: never.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 3660)]
    pub(crate) days: Option<u16>,
}

/// Makes and changes accounts, and lets people in.
pub(crate) struct AccountService {
    parts: Parts,
    people: Accounts,
}

impl AccountService {
    pub(crate) fn new(parts: Parts) -> Self {
        Self { people: Accounts::new(parts.store.clone()), parts }
    }

    /// Returns whose secret this is.
    pub(crate) async fn who(&self, secret: &str) -> Result<Option<(Credential, Account)>, store::StoreError> {
        self.people.who(secret, clock::now()).await
    }

    /// Listens to changes that concern an account: its games and challenges, and warnings.
    pub(crate) fn subscribe(&self, account: AccountId) -> watch::Receiver<u64> {
        self.parts.bus.subscribe(Topic::Account(account))
    }

    /// Listens to keys of an account being revoked.
    pub(crate) fn subscribe_credentials(&self, account: AccountId) -> watch::Receiver<u64> {
        self.parts.bus.subscribe(Topic::Credentials(account))
    }

    /// Makes an account without a name.
    pub(crate) async fn create_guest(&self, address: IpAddr) -> Result<Account, SiteError> {
        self.parts.limits.door(address)?;
        Ok(self.people.guest(clock::now()).await?)
    }

    /// Makes an account; a guest keeps the games.
    pub(crate) async fn sign_up(
        &self,
        address: IpAddr,
        guest: Option<&Account>,
        name: &str,
        password: String,
        email: Option<String>,
    ) -> Result<Account, SiteError> {
        self.parts.limits.door(address)?;
        Ok(self.people.sign_up(guest, name, password, email, Role::Player, clock::now()).await?)
    }

    /// Returns the account with this name and password, for who has not tried too often.
    pub(crate) async fn log_in(
        &self,
        address: IpAddr,
        name: &str,
        password: String,
    ) -> Result<Account, SiteError> {
        self.parts.limits.door(address)?;
        if name.len() <= LONGEST_NAME {
            self.parts.limits.log_in(name, address)?;
        }
        Ok(self.people.log_in(name, password).await?)
    }

    /// Opens a session, and returns its secret.
    pub(crate) async fn open_session(&self, account: AccountId, browser: &str) -> Result<String, SiteError> {
        let (_, secret) = self.people.open_session(account, browser, clock::now()).await?;
        Ok(secret)
    }

    /// Ends a session.
    pub(crate) async fn end_session(&self, account: AccountId, key: CredentialId) -> Result<(), SiteError> {
        self.parts.store.revoke_credential(account, key).await?;
        self.parts.bus.notify(Topic::Credentials(account));
        Ok(())
    }

    /// Changes the e-mail address, or removes it.
    pub(crate) async fn set_email(&self, account: AccountId, email: Option<String>) -> Result<(), SiteError> {
        email.as_deref().map_or(Ok(()), check_email).map_err(AccountError::Email)?;
        Ok(self.parts.store.set_email(account, email).await?)
    }

    /// Changes the password, if the old one is right. All sessions end but the one that is kept.
    pub(crate) async fn change_password(
        &self,
        address: IpAddr,
        account: AccountId,
        old: String,
        new: String,
        kept: Option<CredentialId>,
    ) -> Result<(), SiteError> {
        self.parts.limits.door(address)?;
        self.people.change_password(account, old, new, kept).await?;
        self.parts.bus.notify(Topic::Credentials(account));
        Ok(())
    }

    /// Makes an account that has not played a bot.
    pub(crate) async fn become_bot(&self, account: &Account) -> Result<(), SiteError> {
        if account.role == Role::Admin {
            return Err(SiteError::forbidden(ErrorCode::IsAnAdmin, "An administrator cannot become a bot."));
        }
        if !self.parts.store.games_of(account.id, GameFilter::All, u64::MAX, 1).await?.is_empty() {
            let message = "Only an account that has not played can become a bot.";
            return Err(SiteError::conflict(ErrorCode::HasPlayed, message));
        }
        Ok(self.parts.store.set_role(account.id, Role::Bot).await?)
    }

    /// Makes a token, and returns it with its secret.
    pub(crate) async fn create_token(
        &self,
        address: IpAddr,
        account: AccountId,
        new: &NewToken,
    ) -> Result<(Credential, String), SiteError> {
        self.parts.limits.door(address)?;
        let unusable = |field, message| SiteError::unusable(ErrorCode::BadTokenWish, message).of_kind(field);
        if !(1..=100).contains(&new.label.chars().count()) || new.label.contains(char::is_control) {
            return Err(unusable("label", "Say in 1 to 100 characters what the token is for."));
        }
        if new.scopes.is_empty() {
            let message = "Say what the token is good for: play, challenge, chat, account or judge.";
            return Err(unusable("scopes", message));
        }
        if new.days.is_some_and(|days| !(1..=MOST_DAYS).contains(&days)) {
            let message = "A token lasts for 1 to 3660 days, or for ever if no days are given.";
            return Err(unusable("days", message));
        }
        let lasts = new.days.map(|days| Duration::from_secs(u64::from(days) * 24 * 3600));
        Ok(self.people.create_token(account, &new.label, &new.scopes, lasts, clock::now()).await?)
    }

    /// Returns the sessions or the tokens of an account, the newest first.
    pub(crate) async fn keys(
        &self,
        account: AccountId,
        kind: CredentialKind,
    ) -> Result<Vec<Credential>, SiteError> {
        Ok(self.parts.store.keys(account, kind).await?)
    }

    /// Revokes a session or a token; whatever is connected with it is cut off.
    pub(crate) async fn revoke_key(
        &self,
        account: AccountId,
        id: CredentialId,
        kind: CredentialKind,
    ) -> Result<(), SiteError> {
        let own = self.keys(account, kind).await?.iter().any(|key| key.id == id);
        if !own || !self.parts.store.revoke_credential(account, id).await? {
            return Err(SiteError::nothing(kind.as_str()));
        }
        self.parts.bus.notify(Topic::Credentials(account));
        Ok(())
    }
}
