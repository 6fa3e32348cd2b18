//! Accounts, and the keys that let people in.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Answer;
use crate::id::{AccountId, KeyId};
use crate::time::Timestamp;

/// Where people are kept.
pub trait People: Send + Sync {
    /// Makes an account; false: the name is taken.
    fn create_account(&self, account: NewAccount) -> Answer<'_, bool>;

    /// Gives a guest a name and a password; false: the name is taken, or it is no guest.
    fn name_guest(&self, account: NewAccount) -> Answer<'_, bool>;

    /// An account by its id.
    fn account(&self, id: AccountId) -> Answer<'_, Option<Account>>;

    /// An account by its name, small letters and capitals taken for one another.
    fn account_by_name(&self, name: String) -> Answer<'_, Option<Account>>;

    /// The names of accounts; a guest has none.
    fn names(&self, ids: Vec<AccountId>) -> Answer<'_, Vec<(AccountId, Option<String>, Role)>>;

    /// The hash of a password; none: there is no such account, or it has none.
    fn password(&self, id: AccountId) -> Answer<'_, Option<String>>;

    /// Changes the password, and revokes all sessions but one.
    fn set_password(&self, id: AccountId, hash: String, kept: Option<KeyId>) -> Answer<'_, ()>;

    /// Changes the e-mail address.
    fn set_email(&self, id: AccountId, email: Option<String>) -> Answer<'_, ()>;

    /// Changes the role.
    fn set_role(&self, id: AccountId, role: Role) -> Answer<'_, ()>;

    /// Makes a key.
    fn create_key(&self, key: NewKey) -> Answer<'_, ()>;

    /// The key with this hash, and whose it is. Keys that have expired, and those of closed accounts, open nothing.
    fn key(&self, secret_hash: String, now: Timestamp) -> Answer<'_, Option<(Key, Account)>>;

    /// Notes that a key was used; a session lasts until `expires_at` then.
    fn use_key(&self, id: KeyId, now: Timestamp, expires_at: Timestamp) -> Answer<'_, ()>;

    /// Forgets keys that have expired, and challenges that expired long ago.
    fn forget_expired(&self, now: Timestamp) -> Answer<'_, ()>;

    /// The keys of an account, the newest first.
    fn keys(&self, account: AccountId, kind: KeyKind) -> Answer<'_, Vec<Key>>;

    /// Revokes a key; false: the account has no such key.
    fn revoke_key(&self, account: AccountId, id: KeyId) -> Answer<'_, bool>;
}

/// What somebody is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// To play.
    Player,
    /// To play as a program.
    Bot,
    /// To judge, too.
    Admin,
}

impl Role {
    /// As it is written.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Bot => "bot",
            Self::Admin => "admin",
        }
    }
}

/// A word that is not what it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownWord(pub String);

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not known here", self.0)
    }
}

impl std::error::Error for UnknownWord {}

impl FromStr for Role {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        [Self::Player, Self::Bot, Self::Admin]
            .into_iter()
            .find(|role| role.as_str() == text)
            .ok_or_else(|| UnknownWord(text.to_owned()))
    }
}

/// An account that is to be made.
#[derive(Clone, PartialEq, Debug)]
pub struct NewAccount {
    /// Its id.
    pub id: AccountId,
    /// Its name; none: a guest.
    pub name: Option<String>,
    /// When it is made.
    pub created_at: Timestamp,
    /// The hash of its password.
    pub password: Option<String>,
    /// Its e-mail address.
    pub email: Option<String>,
    /// What it is allowed.
    pub role: Role,
}

/// Somebody who plays.
#[derive(Clone, PartialEq, Debug)]
pub struct Account {
    /// The id.
    pub id: AccountId,
    /// The name; none: a guest.
    pub name: Option<String>,
    /// When it was made.
    pub created_at: Timestamp,
    /// The e-mail address.
    pub email: Option<String>,
    /// What it is allowed.
    pub role: Role,
    /// When an administrator closed it.
    pub closed_at: Option<Timestamp>,
}

impl Account {
    /// Has nobody chosen a name yet?
    #[must_use]
    pub fn is_guest(&self) -> bool {
        self.name.is_none()
    }
}

/// How somebody is let in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyKind {
    /// By the cookie of a browser.
    Session,
    /// By a token that a program sends.
    Token,
}

impl KeyKind {
    /// As it is written.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::Token => "token",
        }
    }
}

/// A key that is to be made.
#[derive(Clone, PartialEq, Debug)]
pub struct NewKey {
    /// What it is afterwards.
    pub key: Key,
    /// The hash of its secret.
    pub secret_hash: String,
}

/// A key that lets somebody in.
#[derive(Clone, PartialEq, Debug)]
pub struct Key {
    /// Its public id.
    pub id: KeyId,
    /// Whose it is.
    pub account: AccountId,
    /// How it is used.
    pub kind: KeyKind,
    /// What its owner calls it.
    pub label: String,
    /// What it is good for, with blanks in between; a session is good for everything.
    pub scopes: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was used last, about.
    pub last_used_at: Timestamp,
    /// When it ends.
    pub expires_at: Option<Timestamp>,
}
