//! Whole states of a game, each rendered once after an event and shared by all viewers who do not play.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Mutex as AsyncMutex;

use super::messages::{ServerMessage, with_message};
use crate::error::SiteError;
use crate::services::GameRecord;
use crate::site::Site;
use crate::views::display_preferences::DisplayPreferences;
use crate::views::event::SharedEvent;
use play::game::GameState;
use play::id::GameId;

/// The state of a game after an event.
pub(super) struct WholeState {
    /// The number of the last event before its events.
    pub(super) after: u64,
    /// Its events, each with its message. Some are visible to one side only.
    pub(super) events: Vec<(SharedEvent, Utf8Bytes)>,
    /// The game, from which the state of a player is rendered.
    pub(super) record: Arc<GameRecord>,
    /// The message with the state for viewers who do not play.
    pub(super) message: Utf8Bytes,
}

/// The last whole state of a game, for each set of display preferences in use.
pub(super) struct WholeStates {
    game: GameId,
    last: Mutex<HashMap<DisplayPreferences, Arc<WholeState>>>,
    /// The game as it was last read or rendered, with the names of its players.
    record: Mutex<Option<Arc<GameRecord>>>,
    /// Held while a state is rendered, so that connections wait for it instead of rendering it again.
    rendering: AsyncMutex<()>,
}

impl WholeStates {
    pub(super) fn new(game: GameId) -> Self {
        Self { game, last: Mutex::default(), record: Mutex::default(), rendering: AsyncMutex::default() }
    }

    /// Reads the game for a new connection. The names are read again: a guest may have chosen one.
    pub(super) async fn read(
        &self,
        site: &Site,
        state: Arc<GameState>,
    ) -> Result<Arc<GameRecord>, SiteError> {
        let record = Arc::new(site.games.record_of(self.game, state).await?);
        *self.record() = Some(Arc::clone(&record));
        Ok(record)
    }

    /// Returns a state that includes event `until`.
    pub(super) async fn get(
        &self,
        site: &Site,
        preferences: DisplayPreferences,
        until: u64,
    ) -> Result<Arc<WholeState>, SiteError> {
        let known = || self.last().get(&preferences).filter(|last| last.record.state.seq() >= until).cloned();
        if let Some(whole) = known() {
            return Ok(whole);
        }
        let _rendering = self.rendering.lock().await;
        if let Some(whole) = known() {
            return Ok(whole);
        }
        let whole = Arc::new(self.render(site, preferences, until).await?);
        self.last().insert(preferences, Arc::clone(&whole));
        Ok(whole)
    }

    async fn render(
        &self,
        site: &Site,
        preferences: DisplayPreferences,
        until: u64,
    ) -> Result<WholeState, SiteError> {
        let state = site.games.state_at(self.game, until).await?;
        let seq = state.seq();
        let before = self.last().get(&preferences).map(|last| last.record.state.seq());
        let after = before.unwrap_or(until.saturating_sub(1));
        let mut events = site.games.events(self.game, after, seq).await?;
        events.retain(|event| event.seq <= seq);
        let earlier = self.record().clone();
        let record = match earlier {
            Some(earlier) => {
                let record = Arc::new(site.games.record_after(&earlier, state).await?);
                *self.record() = Some(Arc::clone(&record));
                record
            }
            None => self.read(site, state).await?,
        };
        let game = site.views.view(&record, None, preferences).await?;
        // A long gap is read in parts, by each connection for itself.
        let is_complete = events.last().is_some_and(|event| event.seq == seq);
        Ok(WholeState {
            after: if is_complete { after } else { seq },
            events: events.into_iter().map(with_message).collect(),
            message: ServerMessage::State { game: &game }.to_text(),
            record,
        })
    }

    fn last(&self) -> MutexGuard<'_, HashMap<DisplayPreferences, Arc<WholeState>>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn record(&self) -> MutexGuard<'_, Option<Arc<GameRecord>>> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
