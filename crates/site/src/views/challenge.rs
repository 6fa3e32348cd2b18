//! Views of challenges.

use serde::Serialize;
use utoipa::ToSchema;

use super::names::PlayerView;
use crate::services::{Names, challenged};
use play::id::{AccountId, ChallengeId, GameId};
use play::time::Timestamp;
use store::{ChallengeState, StoredChallenge, clock};

/// A challenge.
#[derive(Serialize, ToSchema)]
pub(crate) struct ChallengeView {
    /// The id. Anyone who knows it may accept a challenge by link.
    #[schema(value_type = String)]
    id: ChallengeId,
    #[schema(value_type = i64)]
    created_at: Timestamp,
    /// The time at which it expires unless it is accepted, in milliseconds since 1970.
    #[schema(value_type = i64)]
    expires_at: Timestamp,
    /// The player who made the challenge.
    challenger: PlayerView,
    /// `link`, `named` or `lobby`.
    kind: &'static str,
    /// The player who is challenged; `null` unless `kind` is `named`.
    challenged: Option<PlayerView>,
    /// The proposed game.
    #[schema(value_type = Object)]
    proposal: serde_json::Value,
    /// `open`, `accepted`, `declined`, `withdrawn` or `expired`.
    state: &'static str,
    /// The game that was created when it was accepted.
    #[schema(value_type = Option<String>)]
    game: Option<GameId>,
    /// Whether the viewer made the challenge.
    mine: bool,
}

impl ChallengeView {
    /// Returns a challenge as a viewer sees it.
    pub(crate) fn of(stored: StoredChallenge, names: &Names, viewer: Option<AccountId>) -> Self {
        let StoredChallenge { challenge, state, game } = stored;
        let is_expired = state == ChallengeState::Open && challenge.expires_at <= clock::now();
        Self {
            id: challenge.id,
            created_at: challenge.created_at,
            expires_at: challenge.expires_at,
            challenger: names.player(challenge.challenger),
            kind: challenge.target.as_str(),
            challenged: challenged(&challenge).map(|account| names.player(account)),
            state: if is_expired { "expired" } else { state.as_str() },
            game,
            mine: viewer == Some(challenge.challenger),
            proposal: challenge.proposal,
        }
    }
}
