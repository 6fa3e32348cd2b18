//! Views of games, whose moves are computed once for each event and shared.

use std::sync::Arc;

use draughts::Game;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::display_preferences::DisplayPreferences;
use super::game::GameView;
use super::moves::MoveLists;
use crate::error::SiteError;
use crate::services::GameRecord;
use crate::slots::{BlockingSlots, Requester, SlotError};
use play::id::{AccountId, GameId};

/// Maximum size of the lists in memory, in bytes.
const CACHE_BYTES: u64 = 16 << 20;
/// Estimated size of lists without moves, in bytes.
const LISTS_BYTES: u64 = 256;
/// Estimated size of a move without its route, in bytes.
const MOVE_BYTES: u64 = 160;
/// The number of captured pieces of a move from which tracing its routes may take long.
const LONG_CAPTURE: usize = 9;
/// The number of captured pieces of all legal moves from which tracing their routes may take long.
const MANY_CAPTURED: usize = 64;

/// The number of turns from which writing them may take long.
const MANY_TURNS: usize = 200;

/// Returns whether the moves of a position may take more than a millisecond to compute.
fn is_costly(game: &Game) -> bool {
    let captured = || game.legal_moves().iter().map(|m| m.captured().len());
    captured().any(|pieces| pieces >= LONG_CAPTURE) || captured().sum::<usize>() >= MANY_CAPTURED
}

/// Returns whether the moves played so far may take more than a millisecond to write.
fn has_costly_turns(game: &Game) -> bool {
    let turns = game.turns();
    turns.len() >= MANY_TURNS || turns.iter().any(|turn| turn.played.captured().len() >= LONG_CAPTURE)
}

/// The game, the number of its last event, and the preferences of the viewer.
type Key = (GameId, u64, DisplayPreferences);

#[derive(Clone)]
struct SizeEstimate;

impl Weighter<Key, MoveLists> for SizeEstimate {
    fn weight(&self, _: &Key, lists: &MoveLists) -> u64 {
        let played = lists.played.iter().map(|played| played.route.len());
        let possible = lists.legal.iter().chain(&*lists.irregular).map(|m| m.route.len());
        LISTS_BYTES + played.chain(possible).map(|squares| MOVE_BYTES + squares as u64).sum::<u64>()
    }
}

/// Creates views of games. Costly moves are computed away from the threads of the async runtime, a few games at a time,
/// and kept up to a number of bytes.
pub(crate) struct GameViews {
    lists: Cache<Key, MoveLists, SizeEstimate>,
    slots: BlockingSlots,
}

impl GameViews {
    /// Creates the views; they are computed for at most `slots` games at a time.
    pub(crate) fn new(slots: usize) -> Self {
        let games = usize::try_from(CACHE_BYTES / (LISTS_BYTES + 30 * MOVE_BYTES)).unwrap_or(usize::MAX);
        Self {
            lists: Cache::with_weighter(games, CACHE_BYTES, SizeEstimate),
            slots: BlockingSlots::new(slots),
        }
    }

    /// Returns the view of a game for a viewer.
    pub(crate) async fn view(
        &self,
        record: &GameRecord,
        viewer: Option<AccountId>,
        preferences: DisplayPreferences,
    ) -> Result<GameView, SiteError> {
        let key = (record.stored.id, record.state.seq(), preferences);
        let state = Arc::clone(&record.state);
        let compute = async {
            let work = move || MoveLists::of(state.game(), preferences);
            if has_costly_turns(record.state.game()) {
                self.run(work).await
            } else {
                self.compute(record.state.game(), work).await
            }
        };
        // Requests for the same lists wait for the first of them.
        let lists = self.lists.get_or_insert_async(&key, compute).await?;
        Ok(GameView::of(record, lists, viewer, preferences))
    }

    /// Computes something about a game; on another thread if the moves of its position may take long.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        game: &Game,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, SiteError> {
        if is_costly(game) { self.run(work).await } else { Ok(work()) }
    }

    /// Computes something that may take long, on another thread.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, SiteError> {
        self.slots.run(work).await.map_err(busy)
    }

    /// Computes something for a client that may take long, on another thread.
    pub(crate) async fn run_for<T: Send + 'static>(
        &self,
        requester: Requester,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, SiteError> {
        self.slots.run_for(requester, work).await.map_err(busy)
    }
}

fn busy(error: SlotError) -> SiteError {
    match error {
        SlotError::Busy => SiteError::busy("Too many games are being opened at the moment."),
        SlotError::Failed => SiteError::internal(),
    }
}
