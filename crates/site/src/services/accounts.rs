//! Accounts, and the sessions and tokens that authenticate them.

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
use play::text::is_invisible;
use store::{Account, Credential, CredentialKind, GameFilter, Role, clock};

/// Maximum length of a name in bytes. Attempts with longer names are not rate-limited: they cannot succeed.
const MAX_NAME: usize = 24;
/// Maximum lifetime of a token that expires, in days.
const MAX_DAYS: u16 = 3660;

/// A token to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewToken {
    /// The purpose of the token, in your own words.
    #[schema(min_length = 1, max_length = 100)]
    pub(crate) label: String,
    /// The scopes of the token.
    #[schema(min_items = 1)]
    pub(crate) scopes: Vec<Scope>,
    /// The lifetime in days. Without it, the token does not expire.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 3660)]
    pub(crate) days: Option<u16>,
}

/// Creates, authenticates and changes accounts, within rate limits.
pub(crate) struct AccountService {
    parts: Parts,
    accounts: Accounts,
}

impl AccountService {
    pub(crate) fn new(parts: Parts) -> Self {
        Self { accounts: Accounts::new(parts.store.clone()), parts }
    }

    /// Returns the session or token with this secret, and its account.
    pub(crate) async fn authenticate(
        &self,
        secret: &str,
    ) -> Result<Option<(Credential, Account)>, store::StoreError> {
        self.accounts.authenticate(secret, clock::now()).await
    }

    /// Subscribes to changes of the games, challenges and warnings of an account.
    pub(crate) fn subscribe(&self, account: AccountId) -> watch::Receiver<u64> {
        self.parts.bus.subscribe(Topic::Account(account))
    }

    /// Subscribes to the revocation of sessions and tokens of an account.
    pub(crate) fn subscribe_credentials(&self, account: AccountId) -> watch::Receiver<u64> {
        self.parts.bus.subscribe(Topic::Credentials(account))
    }

    /// Creates a guest: an account without a name.
    pub(crate) async fn create_guest(&self, address: IpAddr) -> Result<Account, SiteError> {
        self.parts.limits.check_authentication(address)?;
        Ok(self.accounts.create_guest(clock::now()).await?)
    }

    /// Creates an account with a name. A guest who signs up keeps the games, but no session.
    pub(crate) async fn sign_up(
        &self,
        address: IpAddr,
        guest: Option<&Account>,
        name: &str,
        password: String,
        email: Option<String>,
    ) -> Result<Account, SiteError> {
        self.parts.limits.check_authentication(address)?;
        let signed_up = self.accounts.sign_up(guest, name, password, email, Role::Player, clock::now());
        let account = signed_up.await?;
        self.parts.bus.notify(Topic::Credentials(account.id));
        Ok(account)
    }

    /// Returns the account with this name and password, unless there were too many attempts.
    pub(crate) async fn log_in(
        &self,
        address: IpAddr,
        name: &str,
        password: String,
    ) -> Result<Account, SiteError> {
        self.parts.limits.check_authentication(address)?;
        if name.len() <= MAX_NAME {
            self.parts.limits.check_log_in(name, address)?;
        }
        Ok(self.accounts.log_in(name, password).await?)
    }

    /// Opens a session, and returns its secret.
    pub(crate) async fn open_session(&self, account: AccountId, browser: &str) -> Result<String, SiteError> {
        let (_, secret) = self.accounts.open_session(account, browser, clock::now()).await?;
        Ok(secret)
    }

    /// Ends a session.
    pub(crate) async fn end_session(&self, account: AccountId, id: CredentialId) -> Result<(), SiteError> {
        self.parts.store.revoke_credential(account, id).await?;
        self.parts.bus.notify(Topic::Credentials(account));
        Ok(())
    }

    /// Changes the e-mail address, or removes it.
    pub(crate) async fn set_email(&self, account: AccountId, email: Option<String>) -> Result<(), SiteError> {
        email.as_deref().map_or(Ok(()), check_email).map_err(AccountError::Email)?;
        Ok(self.parts.store.set_email(account, email).await?)
    }

    /// Changes the password, if the old one is right. Revokes all sessions and tokens.
    pub(crate) async fn change_password(
        &self,
        address: IpAddr,
        account: AccountId,
        old: String,
        new: String,
    ) -> Result<(), SiteError> {
        self.parts.limits.check_authentication(address)?;
        self.accounts.change_password(account, old, new).await?;
        self.parts.bus.notify(Topic::Credentials(account));
        Ok(())
    }

    /// Turns an account that has not played into a bot.
    pub(crate) async fn become_bot(&self, account: &Account) -> Result<(), SiteError> {
        if account.role == Role::Admin {
            return Err(SiteError::forbidden(ErrorCode::IsAnAdmin, "An administrator cannot become a bot."));
        }
        if !self.parts.store.games_by_account(account.id, GameFilter::All, u64::MAX, 1).await?.is_empty() {
            let message = "Only an account that has not played can become a bot.";
            return Err(SiteError::conflict(ErrorCode::HasPlayed, message));
        }
        Ok(self.parts.store.set_role(account.id, Role::Bot).await?)
    }

    /// Creates a token, and returns it with its secret.
    pub(crate) async fn create_token(
        &self,
        address: IpAddr,
        account: AccountId,
        new: &NewToken,
    ) -> Result<(Credential, String), SiteError> {
        self.parts.limits.check_authentication(address)?;
        let invalid =
            |field, message| SiteError::unprocessable(ErrorCode::BadTokenRequest, message).with_kind(field);
        if !(1..=100).contains(&new.label.chars().count()) || new.label.contains(is_invisible) {
            return Err(invalid("label", "Describe the purpose of the token in 1 to 100 characters."));
        }
        if new.scopes.is_empty() {
            let message = "Choose at least one scope: play, challenge, chat, account or judge.";
            return Err(invalid("scopes", message));
        }
        if new.days.is_some_and(|days| !(1..=MAX_DAYS).contains(&days)) {
            let message = "A token lasts for 1 to 3660 days; without days, it does not expire.";
            return Err(invalid("days", message));
        }
        let lifetime = new.days.map(|days| Duration::from_secs(u64::from(days) * 24 * 3600));
        Ok(self.accounts.create_token(account, &new.label, &new.scopes, lifetime, clock::now()).await?)
    }

    /// Returns the sessions or the tokens of an account, the newest first.
    pub(crate) async fn credentials(
        &self,
        account: AccountId,
        kind: CredentialKind,
    ) -> Result<Vec<Credential>, SiteError> {
        Ok(self.parts.store.credentials(account, kind).await?)
    }

    /// Revokes a session or a token, and closes live connections that use it.
    pub(crate) async fn revoke_credential(
        &self,
        account: AccountId,
        id: CredentialId,
        kind: CredentialKind,
    ) -> Result<(), SiteError> {
        let is_own = self.credentials(account, kind).await?.iter().any(|credential| credential.id == id);
        if !is_own || !self.parts.store.revoke_credential(account, id).await? {
            return Err(SiteError::not_found(kind.as_str()));
        }
        self.parts.bus.notify(Topic::Credentials(account));
        Ok(())
    }
}
