//! Guests, accounts, passwords, sessions and tokens.

mod names;
mod password;

pub use names::{InvalidEmail, InvalidName, check_email, check_name};
pub use password::{Hasher, InvalidPassword, PasswordError};
pub use play::scope::Scope;

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use play::id::{AccountId, CredentialId};
use play::text::is_invisible;
use play::time::Timestamp;
use store::{
    Account, Credential, CredentialKind, NewAccount, NewCredential, Role, Store, StoreError, secret,
};

/// The time after which an unused session expires.
const SESSION_LIFETIME: Duration = Duration::from_secs(180 * 24 * 3600);
/// Minimum time between two records of the use of a credential.
const TOUCH_INTERVAL: Duration = Duration::from_secs(3600);

/// Creates and authenticates accounts.
pub struct Accounts {
    store: Arc<dyn Store>,
    hasher: Hasher,
}

/// Why an account is not created or authenticated.
#[derive(Debug, Error)]
pub enum AccountError {
    /// The name is invalid.
    #[error(transparent)]
    Name(#[from] InvalidName),
    /// The e-mail address is invalid.
    #[error(transparent)]
    Email(#[from] InvalidEmail),
    /// The name is taken, or looks like one that is.
    #[error("the name {0} is taken, or looks like another name")]
    Taken(String),
    /// The password is invalid, or cannot be hashed now.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// There is no account with this name and password.
    #[error("there is no account with this name and password")]
    WrongCredentials,
    /// The account is closed.
    #[error("this account was closed")]
    Closed,
    /// The account has a name already.
    #[error("the account has a name already")]
    HasName,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Accounts {
    /// Creates the accounts of a store.
    #[must_use]
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self { store, hasher: Hasher::default() }
    }

    /// Creates a guest: an account without a name.
    pub async fn create_guest(&self, now: Timestamp) -> Result<Account, AccountError> {
        let new = NewAccount {
            id: AccountId::new()?,
            name: None,
            created_at: now,
            password: None,
            email: None,
            role: Role::Player,
        };
        self.store.create_account(new.clone()).await?;
        Ok(account_of(new))
    }

    /// Creates an account with a name. A guest who signs up keeps the games, but no session.
    pub async fn sign_up(
        &self,
        guest: Option<&Account>,
        name: &str,
        password: String,
        email: Option<String>,
        role: Role,
        now: Timestamp,
    ) -> Result<Account, AccountError> {
        match check_name(name) {
            // An administrator speaks for the site.
            Err(InvalidName::Reserved) if role == Role::Admin => {}
            checked => checked?,
        }
        email.as_deref().map_or(Ok(()), check_email)?;
        if guest.is_some_and(|guest| !guest.is_guest()) {
            return Err(AccountError::HasName);
        }
        if self.store.account_by_name(name.to_owned()).await?.is_some() {
            return Err(AccountError::Taken(name.to_owned()));
        }
        let hash = self.hasher.hash(password).await?;
        let new = NewAccount {
            id: guest.map_or_else(AccountId::new, |guest| Ok(guest.id))?,
            name: Some(name.to_owned()),
            created_at: guest.map_or(now, |guest| guest.created_at),
            password: Some(hash),
            email,
            role,
        };
        let created = match guest {
            Some(_) => self.store.name_guest(new.clone()).await?,
            None => self.store.create_account(new.clone()).await?,
        };
        if created { Ok(account_of(new)) } else { Err(AccountError::Taken(name.to_owned())) }
    }

    /// Makes the account with this name an administrator's. Creates it if there is none, and returns its new password.
    pub async fn make_admin(
        &self,
        name: &str,
        now: Timestamp,
    ) -> Result<(Account, Option<String>), AccountError> {
        if let Some(account) = self.store.account_by_name(name.to_owned()).await? {
            self.store.set_role(account.id, Role::Admin).await?;
            return Ok((Account { role: Role::Admin, ..account }, None));
        }
        let password = secret::new()?;
        let account = self.sign_up(None, name, password.clone(), None, Role::Admin, now).await?;
        Ok((account, Some(password)))
    }

    /// Returns the account with this name and password.
    pub async fn log_in(&self, name: &str, password: String) -> Result<Account, AccountError> {
        let account = self.store.account_by_name(name.to_owned()).await?;
        let hash = match &account {
            Some(account) => self.store.password(account.id).await?,
            None => None,
        };
        // An unknown name takes as long, so that the time does not reveal which names exist.
        let is_right = self.hasher.verify(password, hash).await?;
        match account {
            Some(account) if is_right && account.closed_at.is_some() => Err(AccountError::Closed),
            Some(account) if is_right => Ok(account),
            _ => Err(AccountError::WrongCredentials),
        }
    }

    /// Changes a password, if the old one is right. Revokes all sessions and tokens.
    pub async fn change_password(
        &self,
        account: AccountId,
        old: String,
        new: String,
    ) -> Result<(), AccountError> {
        let hash = self.store.password(account).await?;
        if !self.hasher.verify(old, hash).await? {
            return Err(AccountError::WrongCredentials);
        }
        let hash = self.hasher.hash(new).await?;
        Ok(self.store.set_password(account, hash).await?)
    }

    /// Opens a session, and returns it with its secret.
    pub async fn open_session(
        &self,
        account: AccountId,
        browser: &str,
        now: Timestamp,
    ) -> Result<(Credential, String), AccountError> {
        let label: String = browser.chars().filter(|letter| !is_invisible(*letter)).take(200).collect();
        let secret = secret::new()?;
        let (kind, expires_at) = (CredentialKind::Session, Some(now.after(SESSION_LIFETIME)));
        let credential = new_credential(account, kind, label, String::new(), expires_at, now)?;
        self.insert(credential, secret).await
    }

    /// Creates a token, and returns it with its secret.
    pub async fn create_token(
        &self,
        account: AccountId,
        label: &str,
        scopes: &[Scope],
        lifetime: Option<Duration>,
        now: Timestamp,
    ) -> Result<(Credential, String), AccountError> {
        let secret = format!("{}{}", secret::TOKEN_PREFIX, secret::new()?);
        let expires_at = lifetime.map(|lifetime| now.after(lifetime));
        let (kind, scopes) = (CredentialKind::Token, Scope::list(scopes));
        let credential = new_credential(account, kind, label.to_owned(), scopes, expires_at, now)?;
        self.insert(credential, secret).await
    }

    /// Returns the session or token with this secret, and its account.
    pub async fn authenticate(
        &self,
        secret: &str,
        now: Timestamp,
    ) -> Result<Option<(Credential, Account)>, StoreError> {
        let found = self.store.credential(secret::hash(secret), now).await?;
        if let Some((credential, _)) = &found
            && now.since(credential.last_used_at) > TOUCH_INTERVAL
        {
            // A full disk must not lock people out.
            if let Err(error) =
                self.store.touch_credential(credential.id, now, now.after(SESSION_LIFETIME)).await
            {
                tracing::warn!(%error, "credential_touch_failed");
            }
        }
        Ok(found)
    }

    async fn insert(
        &self,
        credential: Credential,
        secret: String,
    ) -> Result<(Credential, String), AccountError> {
        let new = NewCredential { credential: credential.clone(), secret_hash: secret::hash(&secret) };
        self.store.create_credential(new).await?;
        Ok((credential, secret))
    }
}

fn new_credential(
    account: AccountId,
    kind: CredentialKind,
    label: String,
    scopes: String,
    expires_at: Option<Timestamp>,
    now: Timestamp,
) -> Result<Credential, AccountError> {
    let id = CredentialId::new()?;
    Ok(Credential { id, account, kind, label, scopes, created_at: now, last_used_at: now, expires_at })
}

fn account_of(new: NewAccount) -> Account {
    let NewAccount { id, name, created_at, email, role, .. } = new;
    Account { id, name, created_at, email, role, closed_at: None }
}

/// The system provides no random bytes.
impl From<getrandom::Error> for AccountError {
    fn from(error: getrandom::Error) -> Self {
        Self::Store(StoreError::Other(error.to_string()))
    }
}
