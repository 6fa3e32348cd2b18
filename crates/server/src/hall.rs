//! The hall: all tables, and what happens at them.
//!
//! A request is tried against the state of its table; what follows from it is appended to the log if nobody was faster, and
//! only when that is durable is it acknowledged, and then announced. What is kept in memory is a cache: it is brought
//! up to date from the log before it is believed.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use draughts::{Language, Rules};
use serde_json::Value;

use crate::bus::Bus;
use crate::id::GameId;
use crate::store::{Append, Appended, Command, NewGame, Store, StoreError, StoredGame};
use crate::table::{Entry, Refused, Request, Table, Terms};
use crate::time::Timestamp;

/// So many tables are kept in memory.
const MOST_CACHED: usize = 10_000;
/// So many events are read at a time.
const CHUNK: usize = 1000;

/// All tables.
pub struct Hall {
    store: Arc<dyn Store>,
    bus: Arc<dyn Bus>,
    cache: Mutex<HashMap<GameId, Table>>,
}

/// Why a request is not carried out.
#[derive(Clone, PartialEq, Debug)]
pub enum ActError {
    /// There is no such game.
    NoGame,
    /// Who asks does not play in this game.
    NotAPlayer,
    /// The request is refused: a short name for programs, and the reason in words.
    Refused {
        /// A short name that programs can go by.
        code: &'static str,
        /// The reason in words.
        message: String,
    },
    /// The id of the command was used for something else.
    OtherCommand,
    /// The game cannot begin like this.
    BadTerms(String),
    /// The log of the game cannot be understood.
    Damaged(String),
    /// The store does not answer.
    Store(StoreError),
}

impl Hall {
    /// A hall over this store, announcing on this bus.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, bus: Arc<dyn Bus>) -> Self {
        Self { store, bus, cache: Mutex::default() }
    }

    /// Begins a game.
    pub async fn open(&self, rules: &Rules, terms: Terms, now: Timestamp) -> Result<StoredGame, ActError> {
        let table = Table::new(rules, terms.clone()).map_err(ActError::BadTerms)?;
        if table.game().outcome().is_some() {
            return Err(ActError::BadTerms("the game is over in this position".to_owned()));
        }
        let text = |error: serde_json::Error| ActError::BadTerms(error.to_string());
        let game = NewGame {
            id: GameId::new().map_err(|error| ActError::Store(StoreError::Other(error.to_string())))?,
            created_at: now,
            rules: serde_json::to_string(rules.rule_set()).map_err(text)?,
            terms: serde_json::to_value(&terms).map_err(text)?,
        };
        let stored = self.store.create_game(game).await?;
        self.keep(stored.id, table);
        Ok(stored)
    }

    /// A table as the log has it now.
    pub async fn table(&self, game: GameId) -> Result<Table, ActError> {
        let cached = self.cache().get(&game).cloned();
        let mut table = match cached {
            Some(table) => table,
            None => self.fresh(game).await?,
        };
        self.catch_up(game, &mut table).await?;
        Ok(table)
    }

    /// Carries out what a player asks for, and says with which event that was done. The same command sent again is
    /// answered again, and not done again.
    pub async fn act(
        &self,
        game: GameId,
        account: &str,
        id: &str,
        request: &Request,
        now: Timestamp,
    ) -> Result<u64, ActError> {
        let content = serde_json::to_string(request).map_err(|error| ActError::Damaged(error.to_string()))?;
        let command = Command { id: id.to_owned(), content: format!("{account} {content}") };
        let mut table = self.table(game).await?;
        // What was planned and not played, because the process ended in between, is played now.
        self.follow_plans(game, &mut table, now).await?;
        loop {
            if let Some(fall) = table.flag_fall(now) {
                self.append(game, &mut table, &fall, None, now).await?;
                continue;
            }
            let side = table.side_of(account).ok_or(ActError::NotAPlayer)?;
            let entry = match table.decide(side, request, now) {
                Ok(entry) => entry,
                // What was done before cannot be done again, and is acknowledged again.
                Err(refused) => {
                    return match self.store.command(game, command).await? {
                        Some(Appended::Before { seq }) => Ok(seq),
                        Some(_) => Err(ActError::OtherCommand),
                        None => Err(self::refused(&refused, &table)),
                    };
                }
            };
            match self.append(game, &mut table, &entry, Some(command.clone()), now).await? {
                Appended::Done { seq } => {
                    self.follow_plans(game, &mut table, now).await?;
                    return Ok(seq);
                }
                Appended::Before { seq } => return Ok(seq),
                Appended::Meanwhile { .. } => {}
                Appended::OtherCommand => return Err(ActError::OtherCommand),
                Appended::NoGame => return Err(ActError::NoGame),
            }
        }
    }

    /// Plays what was planned for this case, and what was planned for the case that follows.
    async fn follow_plans(&self, game: GameId, table: &mut Table, now: Timestamp) -> Result<(), ActError> {
        while let Some(entry) = table.planned() {
            // Who was faster has looked at the plans, too.
            if !matches!(self.append(game, table, &entry, None, now).await?, Appended::Done { .. }) {
                break;
            }
        }
        Ok(())
    }

    /// Lets the flags fall whose time is over; says how many.
    pub async fn drop_flags(&self, now: Timestamp) -> Result<usize, ActError> {
        let mut fallen = 0;
        for game in self.store.overdue(now, CHUNK).await? {
            let mut table = self.table(game).await?;
            if let Some(fall) = table.flag_fall(now) {
                let appended = self.append(game, &mut table, &fall, None, now).await?;
                fallen += usize::from(matches!(appended, Appended::Done { .. }));
            }
        }
        Ok(fallen)
    }

    /// Appends an entry that was decided on this table. If others were faster, the table has caught up afterwards.
    async fn append(
        &self,
        game: GameId,
        table: &mut Table,
        entry: &Entry,
        command: Option<Command>,
        at: Timestamp,
    ) -> Result<Appended, ActError> {
        let damaged = |refused: Refused| ActError::Damaged(refused.code().to_owned());
        let mut next = table.clone();
        next.apply(entry, at).map_err(damaged)?;
        let body = serde_json::to_value(entry).map_err(|error| ActError::Damaged(error.to_string()))?;
        let append = Append {
            game,
            after: table.seq(),
            at,
            command,
            events: vec![body],
            deadline: next.clocks().deadline(),
            ends: next.game().outcome().is_some(),
        };
        let appended = self.store.append(append).await?;
        match appended {
            Appended::Done { seq } => {
                *table = next;
                self.keep(game, table.clone());
                self.bus.announce(game, seq);
            }
            _ => self.catch_up(game, table).await?,
        }
        Ok(appended)
    }

    /// A table before its first entry.
    async fn fresh(&self, game: GameId) -> Result<Table, ActError> {
        let stored = self.store.game(game).await?.ok_or(ActError::NoGame)?;
        let damaged = |error: &dyn fmt::Display| ActError::Damaged(error.to_string());
        let rules = serde_json::from_str(&stored.rules).map_err(|error| damaged(&error))?;
        let rules = Rules::new(rules).map_err(|error| damaged(&error))?;
        let terms = serde_json::from_value(stored.terms).map_err(|error| damaged(&error))?;
        Table::new(&rules, terms).map_err(ActError::Damaged)
    }

    /// Adds what the log has beyond the table.
    async fn catch_up(&self, game: GameId, table: &mut Table) -> Result<(), ActError> {
        loop {
            let events = self.store.events(game, table.seq(), CHUNK).await?;
            let last = events.len() < CHUNK;
            for event in events {
                let entry = entry(event.body)?;
                let refused = |refused: Refused| ActError::Damaged(refused.code().to_owned());
                table.apply(&entry, event.at).map_err(refused)?;
            }
            if last {
                break;
            }
        }
        self.keep(game, table.clone());
        Ok(())
    }

    fn cache(&self) -> MutexGuard<'_, HashMap<GameId, Table>> {
        // It is only a cache: whatever is in it is brought up to date before it is believed.
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, game: GameId, table: Table) {
        let mut cache = self.cache();
        if cache.len() >= MOST_CACHED {
            cache.clear();
        }
        // A slower task must not put an older table back.
        if cache.get(&game).is_none_or(|kept| kept.seq() <= table.seq()) {
            cache.insert(game, table);
        }
    }
}

fn entry(body: Value) -> Result<Entry, ActError> {
    serde_json::from_value(body).map_err(|error| ActError::Damaged(error.to_string()))
}

fn refused(refused: &Refused, table: &Table) -> ActError {
    let message = refused.tell(table.game().rules(), Language::English);
    ActError::Refused { code: refused.code(), message }
}

impl From<StoreError> for ActError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}
