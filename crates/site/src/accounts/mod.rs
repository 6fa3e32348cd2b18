//! People: guests, accounts, and the keys that let them in.

mod names;
mod password;

pub use names::{BadEmail, BadName, check_email, check_name};
pub use password::{BadPassword, Hasher, PasswordError};
pub use play::scope::Scope;

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use play::id::{AccountId, CredentialId};
use play::time::Timestamp;
use store::{
    Account, Credential, CredentialKind, NewAccount, NewCredential, Role, Store, StoreError, secret,
};

/// A session that is not used for so long is void.
const SESSION: Duration = Duration::from_secs(180 * 24 * 3600);
/// When a key was used is noted no more often than this.
const NOTED: Duration = Duration::from_secs(3600);

/// All people.
pub struct Accounts {
    store: Arc<dyn Store>,
    hasher: Hasher,
}

/// Why somebody cannot have an account, or cannot be let in.
#[derive(Debug, Error)]
pub enum AccountError {
    /// The name cannot be used.
    #[error(transparent)]
    Name(#[from] BadName),
    /// The e-mail address cannot be used.
    #[error(transparent)]
    Email(#[from] BadEmail),
    /// The name is taken.
    #[error("the name {0} is taken")]
    Taken(String),
    /// The password cannot be used, or not be checked now.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// There is no such account, or the password is not its own.
    #[error("there is no account with this name and password")]
    NotLetIn,
    /// The account was closed.
    #[error("this account was closed")]
    Closed,
    /// Who has a name already need not choose one.
    #[error("the account has a name already")]
    HasName,
    /// The store does not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Accounts {
    /// People of this store.
    #[must_use]
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self { store, hasher: Hasher::default() }
    }

    /// Somebody without a name.
    pub async fn guest(&self, now: Timestamp) -> Result<Account, AccountError> {
        let new = NewAccount {
            id: AccountId::new().map_err(no_chance)?,
            name: None,
            created_at: now,
            password: None,
            email: None,
            role: Role::Player,
        };
        self.store.create_account(new.clone()).await?;
        Ok(account_of(new))
    }

    /// An account with a name; a guest who makes one keeps the games.
    pub async fn sign_up(
        &self,
        guest: Option<&Account>,
        name: &str,
        password: String,
        email: Option<String>,
        role: Role,
        now: Timestamp,
    ) -> Result<Account, AccountError> {
        check_name(name)?;
        email.as_deref().map_or(Ok(()), check_email)?;
        if guest.is_some_and(|guest| !guest.is_guest()) {
            return Err(AccountError::HasName);
        }
        if self.store.account_by_name(name.to_owned()).await?.is_some() {
            return Err(AccountError::Taken(name.to_owned()));
        }
        let hash = self.hasher.hash(password).await?;
        let new = NewAccount {
            id: guest.map_or_else(|| AccountId::new().map_err(no_chance), |guest| Ok(guest.id))?,
            name: Some(name.to_owned()),
            created_at: guest.map_or(now, |guest| guest.created_at),
            password: Some(hash),
            email,
            role,
        };
        let done = match guest {
            Some(_) => self.store.name_guest(new.clone()).await?,
            None => self.store.create_account(new.clone()).await?,
        };
        if done { Ok(account_of(new)) } else { Err(AccountError::Taken(name.to_owned())) }
    }

    /// Makes an account an administrator's. If there is none with this name, creates it, and returns its new password too.
    pub async fn make_admin(
        &self,
        name: &str,
        now: Timestamp,
    ) -> Result<(Account, Option<String>), AccountError> {
        if let Some(account) = self.store.account_by_name(name.to_owned()).await? {
            self.store.set_role(account.id, Role::Admin).await?;
            return Ok((Account { role: Role::Admin, ..account }, None));
        }
        let password = secret::new().map_err(no_chance)?;
        let account = self.sign_up(None, name, password.clone(), None, Role::Admin, now).await?;
        Ok((account, Some(password)))
    }

    /// The account with this name and password.
    pub async fn log_in(&self, name: &str, password: String) -> Result<Account, AccountError> {
        let account = self.store.account_by_name(name.to_owned()).await?;
        let hash = match &account {
            Some(account) => self.store.password(account.id).await?,
            None => None,
        };
        // As much work for a name that does not exist, so that nobody learns which do.
        let right = self.hasher.verify(password, hash).await?;
        match account {
            Some(account) if right && account.closed_at.is_some() => Err(AccountError::Closed),
            Some(account) if right => Ok(account),
            _ => Err(AccountError::NotLetIn),
        }
    }

    /// Changes a password, if the old one is right; all other sessions end.
    pub async fn change_password(
        &self,
        account: AccountId,
        old: String,
        new: String,
        kept: Option<CredentialId>,
    ) -> Result<(), AccountError> {
        let hash = self.store.password(account).await?;
        if !self.hasher.verify(old, hash).await? {
            return Err(AccountError::NotLetIn);
        }
        let hash = self.hasher.hash(new).await?;
        Ok(self.store.set_password(account, hash, kept).await?)
    }

    /// A new session, and its secret.
    pub async fn open_session(
        &self,
        account: AccountId,
        browser: &str,
        now: Timestamp,
    ) -> Result<(Credential, String), AccountError> {
        let label: String = browser.chars().filter(|letter| !letter.is_control()).take(200).collect();
        let secret = secret::new().map_err(no_chance)?;
        let key =
            self.key(account, CredentialKind::Session, label, String::new(), Some(now.after(SESSION)), now)?;
        self.keep(key, secret).await
    }

    /// A new personal token, and its secret.
    pub async fn create_token(
        &self,
        account: AccountId,
        label: &str,
        scopes: &[Scope],
        lasts: Option<Duration>,
        now: Timestamp,
    ) -> Result<(Credential, String), AccountError> {
        let secret = format!("{}{}", secret::TOKEN_PREFIX, secret::new().map_err(no_chance)?);
        let expires_at = lasts.map(|lasts| now.after(lasts));
        let key =
            self.key(account, CredentialKind::Token, label.to_owned(), Scope::list(scopes), expires_at, now)?;
        self.keep(key, secret).await
    }

    /// Whose secret this is.
    pub async fn who(
        &self,
        secret: &str,
        now: Timestamp,
    ) -> Result<Option<(Credential, Account)>, StoreError> {
        let found = self.store.key(secret::hash(secret), now).await?;
        if let Some((key, _)) = &found
            && now.since(key.last_used_at) > NOTED
        {
            // Who may come in is let in, though it cannot be noted: a full disk must not lock people out.
            if let Err(error) = self.store.touch_credential(key.id, now, now.after(SESSION)).await {
                tracing::warn!(%error, "the use of a key is not noted");
            }
        }
        Ok(found)
    }

    fn key(
        &self,
        account: AccountId,
        kind: CredentialKind,
        label: String,
        scopes: String,
        expires_at: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<Credential, AccountError> {
        let id = CredentialId::new().map_err(no_chance)?;
        Ok(Credential { id, account, kind, label, scopes, created_at: now, last_used_at: now, expires_at })
    }

    async fn keep(&self, key: Credential, secret: String) -> Result<(Credential, String), AccountError> {
        self.store
            .create_credential(NewCredential { key: key.clone(), secret_hash: secret::hash(&secret) })
            .await?;
        Ok((key, secret))
    }
}

fn account_of(new: NewAccount) -> Account {
    let NewAccount { id, name, created_at, email, role, .. } = new;
    Account { id, name, created_at, email, role, closed_at: None }
}

fn no_chance(error: getrandom::Error) -> AccountError {
    AccountError::Store(StoreError::Other(error.to_string()))
}
