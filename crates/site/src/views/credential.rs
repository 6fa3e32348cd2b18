//! Views of sessions and tokens for their owner.

use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::Scope;
use play::id::CredentialId;
use play::time::Timestamp;
use store::Credential;

/// A session or a token.
#[derive(Serialize, ToSchema)]
pub(crate) struct CredentialView {
    /// The id by which it can be revoked.
    #[schema(value_type = String)]
    pub(crate) id: CredentialId,
    /// The browser of a session, the purpose of a token.
    pub(crate) label: String,
    /// The scopes of a token; empty for a session.
    pub(crate) scopes: Vec<Scope>,
    #[schema(value_type = i64)]
    pub(crate) created_at: Timestamp,
    /// The time of the last use, to the hour.
    #[schema(value_type = i64)]
    pub(crate) last_used_at: Timestamp,
    #[schema(value_type = Option<i64>)]
    pub(crate) expires_at: Option<Timestamp>,
    /// Whether it authenticates this request.
    pub(crate) current: bool,
}

impl CredentialView {
    /// Returns the views of credentials; `current` is the one of the request.
    pub(crate) fn all(credentials: Vec<Credential>, current: Option<CredentialId>) -> Vec<Self> {
        credentials.into_iter().map(|credential| Self::of(credential, current)).collect()
    }

    pub(crate) fn of(credential: Credential, current: Option<CredentialId>) -> Self {
        Self {
            current: current == Some(credential.id),
            id: credential.id,
            scopes: Scope::read(&credential.scopes),
            label: credential.label,
            created_at: credential.created_at,
            last_used_at: credential.last_used_at,
            expires_at: credential.expires_at,
        }
    }
}

/// A new token with its secret.
#[derive(Serialize, ToSchema)]
pub(crate) struct CreatedToken {
    /// The secret. It is returned only once.
    pub(crate) token: String,
    /// The token.
    #[serde(flatten)]
    pub(crate) credential: CredentialView,
}
