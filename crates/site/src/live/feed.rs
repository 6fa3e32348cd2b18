//! Updates of games, computed once for each event and shared by all connections with the same display preferences.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Mutex as AsyncMutex;

use super::messages::ServerMessage;
use crate::error::SiteError;
use crate::site::Site;
use crate::views::changes::GameChanges;
use crate::views::display_preferences::DisplayPreferences;
use crate::views::event::{EventView, SharedEvent, is_move};
use play::game::GameState;
use play::id::GameId;
use store::clock;

/// Number of updates kept for connections that lag behind; older ones are replaced by the whole state.
const MAX_UPDATES: usize = 16;

/// The feeds of all games with live connections.
#[derive(Default)]
pub(super) struct Feeds(Mutex<HashMap<GameId, Weak<Feed>>>);

impl Feeds {
    /// Returns the feed of a game.
    pub(super) fn get(&self, game: GameId) -> Arc<Feed> {
        let mut feeds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(feed) = feeds.get(&game).and_then(Weak::upgrade) {
            return feed;
        }
        if feeds.len() == feeds.capacity() {
            feeds.retain(|_, feed| feed.strong_count() > 0);
        }
        let feed = Arc::new(Feed { game, channels: AsyncMutex::default() });
        feeds.insert(game, Arc::downgrade(&feed));
        feed
    }
}

/// The updates of one game, for each set of display preferences in use.
pub(super) struct Feed {
    game: GameId,
    channels: AsyncMutex<HashMap<DisplayPreferences, Channel>>,
}

/// The last updates for one set of display preferences.
struct Channel {
    /// The state after the last update.
    state: Arc<GameState>,
    updates: VecDeque<Arc<Update>>,
}

/// The change of a game by one or several events.
pub(super) struct Update {
    /// The number of the last event before it.
    after: u64,
    /// The number of its last event.
    pub(super) seq: u64,
    /// Its events except moves, each with its message. Some are visible to one side only.
    pub(super) events: Vec<(SharedEvent, Utf8Bytes)>,
    /// The message with the changes that all viewers see.
    pub(super) changes: Utf8Bytes,
    /// Whether a call for an administrator, which only players see, was made or answered.
    pub(super) changes_call: bool,
    /// The state after the update.
    pub(super) state: Arc<GameState>,
}

impl Feed {
    /// Returns the updates after event `after`, at least up to event `until`; none if they are no longer known.
    pub(super) async fn updates(
        &self,
        site: &Site,
        preferences: DisplayPreferences,
        after: u64,
        until: u64,
    ) -> Result<Option<Vec<Arc<Update>>>, SiteError> {
        let mut channels = self.channels.lock().await;
        let known = channels.get(&preferences).map_or(0, |channel| channel.state.seq());
        if known < until {
            let state = site.games.state_at(self.game, until).await?;
            match channels.get_mut(&preferences) {
                Some(channel) => channel.advance(site, self.game, state, preferences).await?,
                None => {
                    channels.insert(preferences, Channel { state, updates: VecDeque::new() });
                }
            }
        }
        Ok(channels.get(&preferences).and_then(|channel| channel.since(after)))
    }
}

impl Channel {
    /// Adds the update from the last state to this one.
    async fn advance(
        &mut self,
        site: &Site,
        game: GameId,
        state: Arc<GameState>,
        preferences: DisplayPreferences,
    ) -> Result<(), SiteError> {
        let after = self.state.seq();
        let mut events = site.games.events(game, after, state.seq()).await?;
        events.retain(|event| event.seq <= state.seq());
        let ended = self.state.game().outcome().is_none() && state.game().outcome().is_some();
        let ratings = if ended { site.games.rating_changes(game, &state).await? } else { None };
        let (before, now) = (Arc::clone(&self.state), Arc::clone(&state));
        let changes = site.views.compute(state.game(), move || {
            let changes = GameChanges::between(&before, &now, ratings.as_ref(), preferences, clock::now());
            ServerMessage::Update { seq: now.seq(), changes: &changes }.to_text()
        });
        let changes = changes.await?;
        if self.updates.len() == MAX_UPDATES {
            self.updates.pop_front();
        }
        self.updates.push_back(Arc::new(Update {
            after,
            seq: state.seq(),
            changes_call: self.state.call() != state.call(),
            changes,
            events: events.into_iter().filter(|event| !is_move(event)).map(with_message).collect(),
            state: Arc::clone(&state),
        }));
        self.state = state;
        Ok(())
    }

    /// Returns the updates after event `after`; none if they do not begin there.
    fn since(&self, after: u64) -> Option<Vec<Arc<Update>>> {
        if after >= self.state.seq() {
            return Some(Vec::new());
        }
        let first = self.updates.iter().position(|update| update.after == after)?;
        Some(self.updates.iter().skip(first).cloned().collect())
    }
}

fn with_message(event: SharedEvent) -> (SharedEvent, Utf8Bytes) {
    let message = ServerMessage::Event(&EventView::of(&event)).to_text();
    (event, message)
}
