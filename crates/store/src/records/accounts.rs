//! Accounts and their credentials.

use play::id::{AccountId, CredentialId};
use play::role::Role;
use play::time::Timestamp;

/// An account to create.
#[derive(Clone, PartialEq, Debug)]
pub struct NewAccount {
    /// The id.
    pub id: AccountId,
    /// The name; `None` for a guest.
    pub name: Option<String>,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The hash of the password.
    pub password: Option<String>,
    /// The e-mail address.
    pub email: Option<String>,
    /// The role, which decides the permissions.
    pub role: Role,
}

/// An account of a player, a bot or an administrator.
#[derive(Clone, PartialEq, Debug)]
pub struct Account {
    /// The id.
    pub id: AccountId,
    /// The name; `None` for a guest.
    pub name: Option<String>,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The e-mail address.
    pub email: Option<String>,
    /// The role, which decides the permissions.
    pub role: Role,
    /// The time at which an administrator closed the account.
    pub closed_at: Option<Timestamp>,
}

impl Account {
    /// Returns whether this is a guest, an account without a name.
    #[must_use]
    pub fn is_guest(&self) -> bool {
        self.name.is_none()
    }
}

/// The kind of a credential.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CredentialKind {
    /// A session, whose secret is the cookie of a browser.
    Session,
    /// A personal token, which a program sends.
    Token,
}

impl CredentialKind {
    /// Returns the stored name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::Token => "token",
        }
    }
}

/// A credential to create.
#[derive(Clone, PartialEq, Debug)]
pub struct NewCredential {
    /// The credential.
    pub credential: Credential,
    /// The hash of its secret.
    pub secret_hash: String,
}

/// A session or a personal token, without its secret.
#[derive(Clone, PartialEq, Debug)]
pub struct Credential {
    /// The public id.
    pub id: CredentialId,
    /// The account that it authenticates.
    pub account: AccountId,
    /// Session or token.
    pub kind: CredentialKind,
    /// The label: the browser of a session, the purpose of a token.
    pub label: String,
    /// The scopes, separated by spaces. A session is not limited by scopes.
    pub scopes: String,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The approximate time of the last use.
    pub last_used_at: Timestamp,
    /// The time at which it expires; `None` if it does not.
    pub expires_at: Option<Timestamp>,
}
