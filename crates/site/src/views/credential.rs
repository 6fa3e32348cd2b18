//! Sessions and tokens, as their owners see them.

use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::Scope;
use play::id::CredentialId;
use play::time::Timestamp;
use store::Credential;

/// A key that lets somebody in.
#[derive(Serialize, ToSchema)]
pub(crate) struct CredentialView {
    /// By this it can be revoked.
    #[schema(value_type = String)]
    pub(crate) id: CredentialId,
    /// The browser of a session, the purpose of a token.
    pub(crate) label: String,
    /// What a token is good for.
    pub(crate) scopes: Vec<Scope>,
    #[schema(value_type = i64)]
    pub(crate) created_at: Timestamp,
    /// When it was used last, to the hour.
    #[schema(value_type = i64)]
    pub(crate) last_used_at: Timestamp,
    #[schema(value_type = Option<i64>)]
    pub(crate) expires_at: Option<Timestamp>,
    /// Is it the one that this request came with?
    pub(crate) current: bool,
}

impl CredentialView {
    /// Returns keys as their owner sees them; `shown` is the one that the request came with.
    pub(crate) fn all(keys: Vec<Credential>, shown: Option<CredentialId>) -> Vec<Self> {
        keys.into_iter().map(|key| Self::of(key, shown)).collect()
    }

    pub(crate) fn of(key: Credential, shown: Option<CredentialId>) -> Self {
        Self {
            current: shown == Some(key.id),
            id: key.id,
            scopes: Scope::read(&key.scopes),
            label: key.label,
            created_at: key.created_at,
            last_used_at: key.last_used_at,
            expires_at: key.expires_at,
        }
    }
}

/// A token that was made.
#[derive(Serialize, ToSchema)]
pub(crate) struct MadeToken {
    /// The secret. It is shown this once.
    pub(crate) token: String,
    /// All else about it.
    #[serde(flatten)]
    pub(crate) key: CredentialView,
}
