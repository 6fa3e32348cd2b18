//! What has happened in a game, as clients see it.

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::names::guest_number;
use crate::repository::GameEvent;
use play::game::{EventKind, GameState};
use play::id::AccountId;
use play::time::Timestamp;

/// Something that happened in a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct EventView {
    /// Its number in the game, from 1.
    seq: u64,
    /// When the server received what caused it.
    #[schema(value_type = i64)]
    at: Timestamp,
    /// What.
    #[schema(value_type = Object)]
    entry: Value,
}

impl EventView {
    pub(crate) fn of(news: &GameEvent) -> Self {
        let entry = match &news.entry {
            // Whoever has no name is known by a number; the id of an account is nobody's business.
            EventKind::SpectatorMessage { account, name, text } => json!({
                "kind": "spectator-message", "name": name, "guest_number": guest_number(*account), "text": text,
            }),
            // An entry always has a JSON form.
            entry => serde_json::to_value(entry).unwrap_or_default(),
        };
        Self { seq: news.seq, at: news.at, entry }
    }
}

/// Returns whether somebody sees an event: players what concerns their side, everybody else what spectators see.
pub(crate) fn sees(table: &GameState, account: Option<AccountId>, news: &GameEvent) -> bool {
    let sides = account.map(|account| table.sides_of(account)).unwrap_or_default();
    match sides.is_empty() {
        true => news.entry.is_seen_by(None),
        false => sides.into_iter().any(|side| news.entry.is_seen_by(Some(side))),
    }
}
