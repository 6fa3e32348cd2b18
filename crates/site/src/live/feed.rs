//! Updates of games, computed once for each event and shared by all connections with the same display preferences.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Mutex as AsyncMutex;

use super::messages::{ServerMessage, with_message};
use super::whole_state::WholeStates;
use crate::error::SiteError;
use crate::site::Site;
use crate::views::changes::GameChanges;
use crate::views::display_preferences::DisplayPreferences;
use crate::views::event::{SharedEvent, is_move};
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
        let feed = Arc::new(Feed {
            game,
            channels: Mutex::default(),
            advancing: AsyncMutex::default(),
            whole_states: WholeStates::new(game),
        });
        feeds.insert(game, Arc::downgrade(&feed));
        feed
    }
}

/// The updates of one game, for each set of display preferences in use.
pub(super) struct Feed {
    game: GameId,
    channels: Mutex<HashMap<DisplayPreferences, Channel>>,
    /// Held while an update is computed, so that connections wait for it instead of computing it again.
    advancing: AsyncMutex<()>,
    /// The whole states of the game, for connections that get them after each change.
    pub(super) whole_states: WholeStates,
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
    /// Returns the updates after event `after`, at least up to event `until`; `None` if they are no longer known.
    pub(super) async fn updates(
        &self,
        site: &Site,
        preferences: DisplayPreferences,
        after: u64,
        until: u64,
    ) -> Result<Option<Vec<Arc<Update>>>, SiteError> {
        // Thousands of spectators ask at once: those who find the update take it without waiting for each other.
        if !self.knows(preferences, until) {
            let _advancing = self.advancing.lock().await;
            if !self.knows(preferences, until) {
                self.advance(site, preferences, until).await?;
            }
        }
        Ok(self.channels().get(&preferences).and_then(|channel| channel.since(after)))
    }

    /// Begins a channel with a state that a viewer gets, so that the next event is an update to it.
    pub(super) fn begin(&self, preferences: DisplayPreferences, state: &Arc<GameState>) {
        self.channels().entry(preferences).or_insert_with(|| Channel::new(Arc::clone(state)));
    }

    fn channels(&self) -> MutexGuard<'_, HashMap<DisplayPreferences, Channel>> {
        self.channels.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether the updates up to event `until` are known.
    fn knows(&self, preferences: DisplayPreferences, until: u64) -> bool {
        self.channels().get(&preferences).is_some_and(|channel| channel.state.seq() >= until)
    }

    /// Loads a state that includes event `until` and appends the update that leads to it; a new channel starts with the
    /// state alone.
    async fn advance(
        &self,
        site: &Site,
        preferences: DisplayPreferences,
        until: u64,
    ) -> Result<(), SiteError> {
        let state = site.games.state_at(self.game, until).await?;
        let before = self.channels().get(&preferences).map(|channel| Arc::clone(&channel.state));
        let update = match before {
            Some(before) => {
                Some(Update::between(site, self.game, before, Arc::clone(&state), preferences).await?)
            }
            None => None,
        };
        let mut channels = self.channels();
        let channel = channels.entry(preferences).or_insert_with(|| Channel::new(Arc::clone(&state)));
        channel.state = state;
        if channel.updates.len() == MAX_UPDATES {
            channel.updates.pop_front();
        }
        channel.updates.extend(update.map(Arc::new));
        Ok(())
    }
}

impl Update {
    /// Computes the update from one state to the next.
    async fn between(
        site: &Site,
        game: GameId,
        before: Arc<GameState>,
        state: Arc<GameState>,
        preferences: DisplayPreferences,
    ) -> Result<Self, SiteError> {
        let after = before.seq();
        let mut events = site.games.events(game, after, state.seq()).await?;
        events.retain(|event| event.seq <= state.seq());
        let ended = before.game().outcome().is_none() && state.game().outcome().is_some();
        let ratings = if ended { site.games.rating_changes(game, &state).await? } else { None };
        let changes_call = before.call() != state.call();
        let now = Arc::clone(&state);
        let changes = site.views.compute(state.game(), move || {
            let changes = GameChanges::between(&before, &now, ratings.as_ref(), preferences, clock::now());
            ServerMessage::Update { seq: now.seq(), changes: &changes }.to_text()
        });
        Ok(Self {
            after,
            seq: state.seq(),
            changes_call,
            changes: changes.await?,
            events: events.into_iter().filter(|event| !is_move(event)).map(with_message).collect(),
            state,
        })
    }
}

impl Channel {
    fn new(state: Arc<GameState>) -> Self {
        Self { state, updates: VecDeque::new() }
    }

    /// Returns the updates after event `after`; `None` if no known update begins there.
    fn since(&self, after: u64) -> Option<Vec<Arc<Update>>> {
        if after >= self.state.seq() {
            return Some(Vec::new());
        }
        let first = self.updates.iter().position(|update| update.after == after)?;
        Some(self.updates.iter().skip(first).cloned().collect())
    }
}
