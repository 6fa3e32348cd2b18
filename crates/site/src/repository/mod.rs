//! The repository: all tables, and what happens at them.
//!
//! A request is tried against the state of its table; what follows from it is appended to the log if nobody was faster, and
//! only when that is durable is it acknowledged, and then announced. What is kept in memory is a cache: a refusal is only
//! given, and an event only appended, on the state that the log has.

mod cache;
mod error;
mod execute;
mod gate;
mod presence;

use std::sync::Arc;
use std::time::Duration;

use draughts::{Color, Rules};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::mpsc::UnboundedSender;

pub use error::{GameError, TermsError};
pub use gate::Gate;
pub use presence::{Audience, PlayerPresence, Presence, SpectatorGuard};

use bus::{Bus, OnEvents, Topic};
use cache::Cache;
use play::game::{Decision, EventKind, GameState, Terms};
use play::id::{AccountId, GameId, NodeId};
use play::rated_game::RatedGame;
use play::time::Timestamp;
use store::clock;
use store::{Append, Appended, CommandRecord, NewAuditEntry, NewGame, Store, StoredEvent, StoredGame};
use texts::Language;

/// So many events are read at a time.
const CHUNK: usize = 1000;

/// All tables.
pub struct GameRepository {
    store: Arc<dyn Store>,
    bus: Arc<dyn Bus>,
    cache: Arc<Cache>,
    presence: Presence,
    gate: Gate,
    /// For how long an opponent must have been away before the game can be claimed.
    patience: Duration,
    /// Receives the games in which the computer is asked, if there is one.
    computer: Option<UnboundedSender<(GameId, u64)>>,
}

/// The tables that a node has in memory: they exist before its bus, which reports to them, and its repository.
#[derive(Clone, Default)]
pub struct CachedGames(Arc<Cache>);

impl CachedGames {
    /// Returns what keeps them up to date with the news of other nodes.
    #[must_use]
    pub fn on_events(&self) -> OnEvents {
        let cache = Arc::clone(&self.0);
        Arc::new(move |game, text| cache.hear(game, text))
    }
}

/// Something that happened at a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameEvent {
    /// Its number in the game, from 1.
    pub seq: u64,
    /// When the server received what caused it.
    pub at: Timestamp,
    /// What.
    pub entry: EventKind,
}

/// Who asks for something, and when it was received.
#[derive(Clone, Copy, Debug)]
pub struct CommandContext<'a> {
    /// Who.
    pub account: AccountId,
    /// The id of the command, made by the client.
    pub command: &'a str,
    /// When it was received.
    pub now: Timestamp,
    /// How long it was under way, as far as the clock is to make up for it.
    pub lag: Duration,
    /// In which language a refusal is told.
    pub language: Language,
}

/// What a repository is made of.
pub struct RepositoryParts {
    /// Stores the games.
    pub store: Arc<dyn Store>,
    /// Announces what happens.
    pub bus: Arc<dyn Bus>,
    /// The tables that the bus [reports](CachedGames::on_events) to.
    pub tables: CachedGames,
    /// How long an opponent must have been away before the game can be claimed.
    pub patience: Duration,
    /// Receives the games in which the computer is asked, and how far they have come; none: nobody plays for it.
    pub computer: Option<UnboundedSender<(GameId, u64)>>,
    /// In whose name other nodes, if there are any, are told who sits at tables here; none: they are not.
    pub node: Option<NodeId>,
}

impl GameRepository {
    /// Creates a repository.
    #[must_use]
    pub fn new(parts: RepositoryParts) -> Self {
        let RepositoryParts { store, bus, tables: CachedGames(cache), patience, computer, node } = parts;
        let presence = Presence::new(clock::now());
        let presence = match node.filter(|_| bus.is_shared()) {
            Some(node) => presence.shared(node, Arc::clone(&store), Arc::clone(&bus)),
            None => presence,
        };
        Self { store, bus, cache, presence, gate: Gate::default(), patience, computer }
    }

    /// Who sits at the tables.
    #[must_use]
    pub fn presence(&self) -> &Presence {
        &self.presence
    }

    /// How many tables are in memory.
    #[must_use]
    pub fn cached_games(&self) -> usize {
        self.cache.len()
    }

    /// What is shut while the clocks are not right.
    #[must_use]
    pub fn gate(&self) -> &Gate {
        &self.gate
    }

    /// A game that could begin now, or why it cannot.
    pub fn prepare(rules: &Rules, terms: &Terms, now: Timestamp) -> Result<NewGame, GameError> {
        let table =
            GameState::new(rules, terms.clone()).map_err(|error| GameError::BadTerms(error.into()))?;
        if table.game().outcome().is_some() {
            return Err(GameError::BadTerms(TermsError::GameOver));
        }
        let position = table.game().position();
        if Color::ALL.into_iter().any(|side| position.count(side) == (0, 0)) {
            return Err(GameError::BadTerms(TermsError::NoPieces));
        }
        let text = |error: serde_json::Error| GameError::Damaged(error.to_string());
        Ok(NewGame {
            id: GameId::new().map_err(GameError::chance)?,
            created_at: now,
            rules: serde_json::to_string(rules.rule_set()).map_err(text)?,
            terms: serde_json::to_value(terms).map_err(text)?,
            accounts: terms.accounts(),
            computer_is_asked: table.columns().computer_is_asked,
        })
    }

    /// Begins a game.
    pub async fn open(&self, rules: &Rules, terms: &Terms, now: Timestamp) -> Result<StoredGame, GameError> {
        let game = Self::prepare(rules, terms, now)?;
        let stored = self.store.create_game(game.clone()).await?;
        self.has_begun(&game);
        Ok(stored)
    }

    /// Tells whom it concerns that a game has begun.
    pub fn has_begun(&self, game: &NewGame) {
        if game.computer_is_asked {
            self.ask_computer(game.id, 0);
        }
        for account in &game.accounts {
            // Whoever has just agreed to play is not away.
            self.presence.touch(game.id, *account, game.created_at);
            self.bus.notify(Topic::Account(*account));
        }
    }

    /// Somebody has looked at a table: a player who does is not away.
    pub fn looked(&self, game: GameId, table: &GameState, account: Option<AccountId>, now: Timestamp) {
        if let Some(account) = account.filter(|account| !table.sides_of(*account).is_empty()) {
            self.presence.touch(game, account, now);
        }
    }

    /// Returns how long the opponent still has to wait before the game can be claimed because this player has left;
    /// none for a player who is here.
    pub async fn abandoned_in(&self, game: GameId, account: AccountId, now: Timestamp) -> Option<Duration> {
        let away = self.presence.away(game, account, now).await?;
        Some(self.patience.saturating_sub(away))
    }

    /// A table as the log has it now.
    pub async fn table(&self, game: GameId) -> Result<Arc<GameState>, GameError> {
        let table = self.known(game).await?;
        self.caught_up(game, table).await
    }

    /// A table as it was when it was last looked at.
    pub async fn known(&self, game: GameId) -> Result<Arc<GameState>, GameError> {
        match self.cache.table(game) {
            Some(table) => Ok(table),
            None => {
                let table = Arc::new(self.fresh(game).await?);
                self.caught_up(game, table).await
            }
        }
    }

    /// What has happened at a table after this entry, which is known to have come to `until` at least.
    pub async fn news(&self, game: GameId, after: u64, until: u64) -> Result<Vec<Arc<GameEvent>>, GameError> {
        if let Some(news) = self.cache.news(game, after, until) {
            return Ok(news);
        }
        let table = self.known(game).await?;
        if table.seq() < until {
            self.caught_up(game, table).await?;
            if let Some(news) = self.cache.news(game, after, until) {
                return Ok(news);
            }
        }
        let events = self.store.events(game, after, CHUNK).await?;
        events.into_iter().map(|event| news(event).map(Arc::new)).collect()
    }

    /// Appends one entry that the server decided on; the table has it, or what others appended meanwhile.
    async fn append_entry(
        &self,
        game: GameId,
        table: &GameState,
        entry: EventKind,
        now: Timestamp,
    ) -> Result<Arc<GameState>, GameError> {
        let decision = table.with(entry, now).map_err(|refused| GameError::damaged(&refused))?;
        let (_, next) = self.append(game, table, decision, None, None, now).await?;
        Ok(next)
    }

    /// Appends what was decided on this table, and gives the table afterwards: with that, or with what others appended
    /// meanwhile.
    async fn append(
        &self,
        game: GameId,
        table: &GameState,
        mut decision: Decision,
        command: Option<CommandRecord>,
        act: Option<NewAuditEntry>,
        at: Timestamp,
    ) -> Result<(Appended, Arc<GameState>), GameError> {
        let begins = match decision.begins.take() {
            None => None,
            Some(terms) => {
                let new = Self::prepare(table.game().rules(), &terms, at)?;
                decision.next_game(new.id).map_err(|refused| GameError::damaged(&refused))?;
                Some(new)
            }
        };
        let Decision { entries, next, .. } = decision;
        let bodies: Result<Vec<Value>, _> = entries.iter().map(serde_json::to_value).collect();
        let columns = next.columns();
        let ends = columns.over && !table.columns().over;
        let append = Append {
            game,
            after: table.seq(),
            at,
            command,
            events: bodies.map_err(|error| GameError::Damaged(error.to_string()))?,
            deadline: columns.deadline,
            judged_since: columns.judged_since,
            computer_is_asked: columns.computer_is_asked,
            ends,
            change: ends.then(|| RatedGame::of(&next)).flatten(),
            begins: begins.clone(),
            act,
        };
        let appended = self.store.append(append).await?;
        if let Appended::Meanwhile { seq } = appended
            && seq < table.seq()
        {
            // The database was put back to an earlier state, under a node that runs.
            tracing::error!(%game, known = table.seq(), found = seq, "the log is shorter than it was");
            self.cache.forget(game);
        }
        if !matches!(appended, Appended::Done { .. }) {
            let known = self.known(game).await?;
            let now = self.caught_up(game, known).await?;
            // It may be durable and the answer lost, so that nobody has told of it.
            self.tell(game, &now, &[]);
            return Ok((appended, now));
        }
        let next = Arc::new(next);
        // The request is told with every line.
        tracing::debug!(%game, seq = next.seq(), "appended");
        let news =
            (table.seq() + 1..).zip(entries).map(|(seq, entry)| Arc::new(GameEvent { seq, at, entry }));
        let news: Vec<Arc<GameEvent>> = news.collect();
        self.cache.keep(game, Arc::clone(&next), news.clone());
        self.tell(game, &next, &news);
        if let Some(begins) = begins {
            self.has_begun(&begins);
        }
        Ok((appended, next))
    }

    /// Announces how far a table has come, to whoever it concerns, and what has happened last.
    fn tell(&self, game: GameId, table: &GameState, news: &[Arc<GameEvent>]) {
        let told = || {
            let news: Vec<&GameEvent> = news.iter().map(Arc::as_ref).collect();
            // What cannot be told is read.
            serde_json::to_string(&news).unwrap_or_default()
        };
        self.bus.announce_events(game, table.seq(), &told);
        for account in table.terms().accounts() {
            self.bus.notify(Topic::Account(account));
        }
        if table.asks_computer().is_some() {
            self.ask_computer(game, table.seq());
        }
    }

    /// Tells the computer that it is asked in a game, which has come to this event.
    fn ask_computer(&self, game: GameId, seq: u64) {
        if let Some(computer) = &self.computer {
            // It may be gone when the site closes; after the next start it looks for its games.
            let _ = computer.send((game, seq));
        }
    }

    /// A table before its first entry.
    async fn fresh(&self, game: GameId) -> Result<GameState, GameError> {
        let stored = self.store.game(game).await?.ok_or(GameError::NoGame)?;
        let damaged = |error: &dyn std::fmt::Display| GameError::Damaged(error.to_string());
        let rules = serde_json::from_str(&stored.rules).map_err(|error| damaged(&error))?;
        let rules = Rules::recorded(rules).map_err(|error| damaged(&error))?;
        let terms = serde_json::from_value(stored.terms).map_err(|error| damaged(&error))?;
        GameState::new(&rules, terms).map_err(|error| damaged(&error))
    }

    /// The table with what the log has beyond it.
    async fn caught_up(&self, game: GameId, mut table: Arc<GameState>) -> Result<Arc<GameState>, GameError> {
        loop {
            let events = self.store.events(game, table.seq(), CHUNK).await?;
            let last = events.len() < CHUNK;
            let mut all_news = Vec::new();
            if !events.is_empty() {
                let next = Arc::make_mut(&mut table);
                for event in events {
                    let news = news(event)?;
                    next.apply(&news.entry, news.at).map_err(|refused| GameError::damaged(&refused))?;
                    all_news.push(Arc::new(news));
                }
            }
            self.cache.keep(game, Arc::clone(&table), all_news);
            if last {
                return Ok(table);
            }
        }
    }
}

fn news(event: StoredEvent) -> Result<GameEvent, GameError> {
    let entry = serde_json::from_value(event.body).map_err(|error| GameError::Damaged(error.to_string()))?;
    Ok(GameEvent { seq: event.seq, at: event.at, entry })
}
