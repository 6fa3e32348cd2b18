//! Accounts, and the keys that let people in.

use play::id::{AccountId, CredentialId};
use play::role::Role;
use play::time::Timestamp;

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
pub enum CredentialKind {
    /// By the cookie of a browser.
    Session,
    /// By a token that a program sends.
    Token,
}

impl CredentialKind {
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
pub struct NewCredential {
    /// What it is afterwards.
    pub key: Credential,
    /// The hash of its secret.
    pub secret_hash: String,
}

/// A key that lets somebody in.
#[derive(Clone, PartialEq, Debug)]
pub struct Credential {
    /// Its public id.
    pub id: CredentialId,
    /// Whose it is.
    pub account: AccountId,
    /// How it is used.
    pub kind: CredentialKind,
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
