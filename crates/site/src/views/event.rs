//! Views of the events of a game.

use std::sync::Arc;

use draughts::Event;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::names::guest_number;
use crate::repository::GameEvent;
use play::game::{EventKind, GameState};
use play::id::AccountId;
use play::time::Timestamp;

/// An event of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct EventView {
    /// The number of the event in the game, from 1.
    seq: u64,
    /// The time at which the server received the command that caused it, in milliseconds since 1970.
    #[schema(value_type = i64)]
    at: Timestamp,
    /// The kind of the event and its data.
    #[schema(value_type = Object)]
    entry: Value,
}

impl EventView {
    pub(crate) fn of(event: &GameEvent) -> Self {
        let entry = match &event.kind {
            // Guests are shown by their number; the id of an account is private.
            EventKind::SpectatorMessage { account, name, text } => json!({
                "kind": "spectator-message", "name": name, "guest_number": guest_number(*account), "text": text,
            }),
            // The opponent must not read what was written to an administrator.
            EventKind::CallAdmin { by, .. } => json!({ "kind": "call-admin", "by": by }),
            // Serialising an event does not fail.
            entry => serde_json::to_value(entry).unwrap_or_default(),
        };
        Self { seq: event.seq, at: event.at, entry }
    }
}

/// An event that several viewers share.
pub(crate) type SharedEvent = Arc<GameEvent>;

/// Returns whether an event is a move.
pub(crate) fn is_move(event: &GameEvent) -> bool {
    matches!(event.kind, EventKind::Game { event: Event::Move { .. }, .. })
}

/// Returns whether an event is a chat message.
pub(crate) fn is_message(event: &GameEvent) -> bool {
    matches!(event.kind, EventKind::Message { .. } | EventKind::SpectatorMessage { .. })
}

/// Returns whether an event is visible to an account: players see what their side may see, others what spectators may
/// see.
pub(crate) fn is_visible(state: &GameState, account: Option<AccountId>, event: &GameEvent) -> bool {
    let sides = account.map(|account| state.sides_of(account)).unwrap_or_default();
    match sides.is_empty() {
        true => event.kind.is_seen_by(None),
        false => sides.into_iter().any(|side| event.kind.is_seen_by(Some(side))),
    }
}
