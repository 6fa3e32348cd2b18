//! The game repository: event logs of games, the states they fold into, and commands that extend them.
//!
//! A command is decided on the current state of its game. Its events are appended only if no other event was appended
//! meanwhile (compare and append); once they are durable, the command is acknowledged and its events are announced. States
//! in memory are a cache: before a command is rejected, its game is brought up to date with the log.

mod cache;
mod damaged;
mod error;
mod execute;
mod gate;
mod log;
mod presence;
mod receipt;

use std::sync::Arc;
use std::time::Duration;

use draughts::{Color, Rules};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::mpsc::UnboundedSender;

pub use error::{GameError, TermsError};
pub use gate::Gate;
pub(crate) use log::{parse_rules, parse_terms};
pub use presence::{Audience, PlayerPresence, Presence, SpectatorGuard};

use crate::slots::BlockingSlots;
use bus::{Bus, OnEvents, Topic};
use cache::Cache;
use damaged::DamagedGames;
use play::game::{Decision, EventKind, FinalState, GameState, Terms};
use play::id::{AccountId, GameId, NodeId};
use play::rated_game::RatedGame;
use play::time::Timestamp;
use store::clock;
use store::{Append, AppendOutcome, CommandRecord, NewAuditEntry, NewGame, Store, StoredEvent, StoredGame};
use texts::Language;

/// Maximum number of events or games read at a time.
const CHUNK: usize = 1000;
/// Maximum number of events that are applied on a thread of the async runtime.
const FEW_EVENTS: usize = 50;
/// Number of decisions that can take long, and of long logs, that are computed at the same time.
const SLOTS: usize = 2;

/// Loads games, executes commands and appends their events.
pub struct GameRepository {
    store: Arc<dyn Store>,
    bus: Arc<dyn Bus>,
    cache: Arc<Cache>,
    presence: Presence,
    gate: Gate,
    damaged: DamagedGames,
    /// The time an opponent must have been away before victory can be claimed.
    patience: Duration,
    /// Sends the games in which the engine is to act, with their last event; `None` if the engine does not play here.
    engine_turns: Option<UnboundedSender<(GameId, u64)>>,
    /// For decisions that can take long: new games and conditional moves.
    decision_slots: BlockingSlots,
    /// For games that are loaded from a long log.
    load_slots: BlockingSlots,
}

/// The games that a node has in memory. They are created before its bus, which updates them, and its repository, which
/// reads them.
#[derive(Clone, Default)]
pub struct CachedGames(Arc<Cache>);

impl CachedGames {
    /// Creates an empty cache for about this number of bytes.
    #[must_use]
    pub fn with_capacity(bytes: u64) -> Self {
        Self(Arc::new(Cache::with_capacity(bytes)))
    }

    /// Returns the callback that applies the events announced by other nodes.
    #[must_use]
    pub fn on_events(&self) -> OnEvents {
        let cache = Arc::clone(&self.0);
        Arc::new(move |game, text| cache.apply_announced(game, text))
    }
}

/// An event of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameEvent {
    /// The number of the event in the game, from 1.
    pub seq: u64,
    /// When the server received the command that caused the event.
    pub at: Timestamp,
    /// The kind of the event.
    #[serde(rename = "entry")]
    pub kind: EventKind,
}

/// The sender of a command, and the time of its receipt.
#[derive(Clone, Copy, Debug)]
pub struct CommandContext<'a> {
    /// The account that sent the command.
    pub account: AccountId,
    /// The id of the command, chosen by the client.
    pub command_id: &'a str,
    /// When the command was received.
    pub now: Timestamp,
    /// The network lag of the connection, which is compensated as far as the quota of the player allows.
    pub lag: Duration,
    /// The language of the message if the command is rejected.
    pub language: Language,
}

/// The parts of a [`GameRepository`].
pub struct RepositoryParts {
    /// Stores the games.
    pub store: Arc<dyn Store>,
    /// Announces events to subscribers and other nodes.
    pub bus: Arc<dyn Bus>,
    /// The games that the bus [updates](CachedGames::on_events).
    pub cached_games: CachedGames,
    /// The time an opponent must have been away before victory can be claimed.
    pub patience: Duration,
    /// Sends the games in which the engine is to act, with their last event; `None` if the engine does not play
    /// here.
    pub engine_turns: Option<UnboundedSender<(GameId, u64)>>,
    /// The node under which presence is shared with other nodes; `None` if it is not shared.
    pub node: Option<NodeId>,
}

impl GameRepository {
    /// Creates a repository.
    #[must_use]
    pub fn new(parts: RepositoryParts) -> Self {
        let RepositoryParts { store, bus, cached_games: CachedGames(cache), patience, engine_turns, node } =
            parts;
        let presence = Presence::new(clock::now());
        let presence = match node.filter(|_| bus.is_shared()) {
            Some(node) => presence.with_sharing(node, Arc::clone(&store), Arc::clone(&bus)),
            None => presence,
        };
        let (gate, damaged) = (Gate::default(), DamagedGames::default());
        let [decision_slots, load_slots] = [(); 2].map(|()| BlockingSlots::new(SLOTS));
        Self {
            store,
            bus,
            cache,
            presence,
            gate,
            damaged,
            patience,
            engine_turns,
            decision_slots,
            load_slots,
        }
    }

    /// Returns the presence of players and spectators.
    #[must_use]
    pub fn presence(&self) -> &Presence {
        &self.presence
    }

    /// Returns the number of games in memory.
    #[must_use]
    pub fn cached_game_count(&self) -> usize {
        self.cache.len()
    }

    /// Returns the gate that blocks commands while clocks may be wrong.
    #[must_use]
    pub fn gate(&self) -> &Gate {
        &self.gate
    }

    /// Returns a new game, or an error if it cannot be played on these terms. This can take milliseconds: call it on a
    /// blocking thread.
    pub fn prepare(rules: &Rules, terms: &Terms, now: Timestamp) -> Result<NewGame, GameError> {
        let state =
            GameState::new(rules, terms.clone()).map_err(|error| GameError::InvalidTerms(error.into()))?;
        if state.game().outcome().is_some() {
            return Err(GameError::InvalidTerms(TermsError::GameOver));
        }
        let position = state.game().position();
        if Color::ALL.into_iter().any(|side| position.count(side) == (0, 0)) {
            return Err(GameError::InvalidTerms(TermsError::NoPieces));
        }
        let unserializable = |error: serde_json::Error| GameError::CorruptLog(error.to_string());
        Ok(NewGame {
            id: GameId::new()?,
            created_at: now,
            rules: serde_json::to_string(rules.rule_set()).map_err(unserializable)?,
            terms: serde_json::to_value(terms).map_err(unserializable)?,
            accounts: terms.accounts(),
            awaits_engine: state.columns().awaits_engine,
        })
    }

    /// Returns a new game like [`prepare`](Self::prepare), which runs on a blocking thread.
    pub(crate) async fn prepare_in_turn(
        &self,
        rules: &Rules,
        terms: &Terms,
        now: Timestamp,
    ) -> Result<NewGame, GameError> {
        let (rules, terms) = (rules.clone(), terms.clone());
        self.decision_slots.run(move || Self::prepare(&rules, &terms, now)).await?
    }

    /// Creates a game and announces it.
    pub async fn create(
        &self,
        rules: &Rules,
        terms: &Terms,
        now: Timestamp,
    ) -> Result<StoredGame, GameError> {
        let game = self.prepare_in_turn(rules, terms, now).await?;
        let stored = self.store.create_game(game.clone()).await?;
        self.announce_created(&game);
        Ok(stored)
    }

    /// Notifies the players of a new game, and the engine if it is to move.
    pub fn announce_created(&self, game: &NewGame) {
        if game.awaits_engine {
            self.request_engine_turn(game.id, 0);
        }
        for account in &game.accounts {
            // A player who has just agreed to play is not away.
            self.presence.touch(game.id, *account, game.created_at);
            self.bus.notify(Topic::Account(*account));
        }
    }

    /// Records that an account has viewed a game: a player who does is not away.
    pub fn record_view(&self, game: GameId, state: &GameState, account: Option<AccountId>, now: Timestamp) {
        if let Some(account) = account.filter(|account| !state.sides_of(*account).is_empty()) {
            self.presence.touch(game, account, now);
        }
    }

    /// Returns the time until the opponent of a player can claim victory because the player has left; `None` for a
    /// player who is present.
    pub async fn abandoned_in(&self, game: GameId, account: AccountId, now: Timestamp) -> Option<Duration> {
        let away = self.presence.away_for(game, account, now).await?;
        Some(self.patience.saturating_sub(away))
    }

    /// Loads the current state of a game.
    pub async fn load(&self, game: GameId) -> Result<Arc<GameState>, GameError> {
        let state = self.load_cached(game).await?;
        self.catch_up(game, state).await
    }

    /// Returns the cached state of a game, which may lag behind the log; loads the game if it is not cached.
    pub async fn load_cached(&self, game: GameId) -> Result<Arc<GameState>, GameError> {
        match self.cache.get(game) {
            Some(state) => Ok(state),
            None => {
                let state = Arc::new(self.load_initial(game).await?);
                self.catch_up(game, state).await
            }
        }
    }

    /// Returns the state of a game if it is cached, with all events of the stored game.
    pub(crate) async fn cached_state(
        &self,
        stored: &StoredGame,
    ) -> Result<Option<Arc<GameState>>, GameError> {
        match self.cache.get(stored.id) {
            Some(state) if state.seq() < stored.seq => self.catch_up(stored.id, state).await.map(Some),
            cached => Ok(cached),
        }
    }

    /// Caches the state of a game, unless a newer one is cached.
    pub(crate) fn cache_state(&self, game: GameId, state: &Arc<GameState>) {
        self.cache.insert(game, Arc::clone(state), Vec::new());
    }

    /// Returns events of a game after number `after`; the game is known to have reached `until` at least.
    pub async fn events(
        &self,
        game: GameId,
        after: u64,
        until: u64,
    ) -> Result<Vec<Arc<GameEvent>>, GameError> {
        if let Some(events) = self.cache.events(game, after, until) {
            return Ok(events);
        }
        let state = self.load_cached(game).await?;
        if state.seq() < until {
            self.catch_up(game, state).await?;
            if let Some(events) = self.cache.events(game, after, until) {
                return Ok(events);
            }
        }
        let events = self.store.events(game, after, CHUNK).await?;
        events.into_iter().map(|event| parse_event(event).map(Arc::new)).collect()
    }

    /// Appends an event that the server decided on. Returns the state with it, or with events that were appended
    /// meanwhile.
    async fn append_event(
        &self,
        game: GameId,
        state: &GameState,
        kind: EventKind,
        now: Timestamp,
    ) -> Result<Arc<GameState>, GameError> {
        let decision = state.with(kind, now).map_err(|error| GameError::corrupt_log(&error))?;
        let (_, next) = self.append(game, state, decision, None, None, now).await?;
        Ok(next)
    }

    /// Appends the events of a decision on this state. Returns the state with them, or with events that were appended
    /// meanwhile.
    async fn append(
        &self,
        game: GameId,
        state: &GameState,
        mut decision: Decision,
        command: Option<CommandRecord>,
        audit: Option<NewAuditEntry>,
        at: Timestamp,
    ) -> Result<(AppendOutcome, Arc<GameState>), GameError> {
        let next_game = match decision.begins.take() {
            None => None,
            Some(terms) => {
                let new = self.prepare_in_turn(state.game().rules(), &terms, at).await?;
                decision.next_game(new.id).map_err(|error| GameError::corrupt_log(&error))?;
                Some(new)
            }
        };
        let Decision { events: kinds, next, .. } = decision;
        let unserializable = |error: serde_json::Error| GameError::CorruptLog(error.to_string());
        let bodies: Result<Vec<Value>, _> = kinds.iter().map(serde_json::to_value).collect();
        let final_state = FinalState::of(&next).map(|state| serde_json::to_string(&state));
        let columns = next.columns();
        let ends = columns.over && !state.columns().over;
        let append = Append {
            game,
            after: state.seq(),
            at,
            command,
            events: bodies.map_err(unserializable)?,
            deadline: columns.deadline,
            awaits_admin_since: columns.awaits_admin_since,
            awaits_engine: columns.awaits_engine,
            ends,
            final_state: final_state.transpose().map_err(unserializable)?,
            rated_game: ends.then(|| RatedGame::of(&next)).flatten(),
            next_game: next_game.clone(),
            audit_entry: audit,
        };
        let appended = self.store.append(append).await?;
        if let AppendOutcome::Conflict { seq } = appended
            && seq < state.seq()
        {
            // The database was restored to an earlier state while this node was running.
            tracing::error!(%game, cached = state.seq(), stored = seq, "game_log_truncated");
            self.cache.remove(game);
        }
        if !matches!(appended, AppendOutcome::Done { .. }) {
            let current = self.load(game).await?;
            // If the reply to an earlier attempt was lost, its events are durable but not announced.
            self.announce(game, &current, &[]);
            return Ok((appended, current));
        }
        let next = Arc::new(next);
        // The span of the request adds its id.
        tracing::debug!(%game, seq = next.seq(), "events_appended");
        let events = (state.seq() + 1..).zip(kinds);
        let events: Vec<Arc<GameEvent>> =
            events.map(|(seq, kind)| Arc::new(GameEvent { seq, at, kind })).collect();
        self.cache.insert(game, Arc::clone(&next), events.clone());
        self.announce(game, &next, &events);
        if let Some(next_game) = next_game {
            self.announce_created(&next_game);
        }
        Ok((appended, next))
    }

    /// Announces the last event of a game to subscribers and players, and the new events to other nodes.
    fn announce(&self, game: GameId, state: &GameState, events: &[Arc<GameEvent>]) {
        let encode = || {
            let events: Vec<&GameEvent> = events.iter().map(Arc::as_ref).collect();
            // Events that cannot be announced are read from the log.
            serde_json::to_string(&events).unwrap_or_default()
        };
        self.bus.announce_events(game, state.seq(), &encode);
        for account in state.terms().accounts() {
            self.bus.notify(Topic::Account(account));
        }
        if state.engine_to_act().is_some() {
            self.request_engine_turn(game, state.seq());
        }
    }

    /// Requests a turn of the engine in a game, which has reached event `seq`.
    fn request_engine_turn(&self, game: GameId, seq: u64) {
        if let Some(engine_turns) = &self.engine_turns {
            // The receiver is gone while the site shuts down; the next start finds these games.
            let _ = engine_turns.send((game, seq));
        }
    }

    /// Loads the state of a game before its first event.
    async fn load_initial(&self, game: GameId) -> Result<GameState, GameError> {
        let stored = self.store.game(game).await?.ok_or(GameError::NotFound)?;
        let terms = parse_terms(&stored)?;
        self.load_slots.run_always(move || log::initial_state(&stored.rules, terms)).await?
    }

    /// Applies the events that the log has beyond this state, and caches the result.
    async fn catch_up(&self, game: GameId, mut state: Arc<GameState>) -> Result<Arc<GameState>, GameError> {
        loop {
            let stored = self.store.events(game, state.seq(), CHUNK).await?;
            let (is_last, is_short) = (stored.len() < CHUNK, stored.len() <= FEW_EVENTS);
            let apply = move || apply_stored(state, stored);
            let (next, events) =
                if is_short { apply()? } else { self.load_slots.run_always(apply).await?? };
            state = next;
            self.cache.insert(game, Arc::clone(&state), events);
            if is_last {
                return Ok(state);
            }
        }
    }
}

/// Applies events of the log to a state. Returns the state after them, and the events.
fn apply_stored(
    mut state: Arc<GameState>,
    stored: Vec<StoredEvent>,
) -> Result<(Arc<GameState>, Vec<Arc<GameEvent>>), GameError> {
    if stored.is_empty() {
        return Ok((state, Vec::new()));
    }
    let next = Arc::make_mut(&mut state);
    let mut events = Vec::new();
    for event in stored {
        let event = parse_event(event)?;
        next.apply(&event.kind, event.at).map_err(|error| GameError::corrupt_log(&error))?;
        events.push(Arc::new(event));
    }
    Ok((state, events))
}

fn parse_event(event: StoredEvent) -> Result<GameEvent, GameError> {
    let kind =
        serde_json::from_value(event.body).map_err(|error| GameError::CorruptLog(error.to_string()))?;
    Ok(GameEvent { seq: event.seq, at: event.at, kind })
}
