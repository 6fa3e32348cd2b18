//! The hall: all tables, and what happens at them.
//!
//! A request is tried against the state of its table; what follows from it is appended to the log if nobody was faster, and
//! only when that is durable is it acknowledged, and then announced. What is kept in memory is a cache: a refusal is only
//! given, and an event only appended, on the state that the log has.

mod cache;
mod error;
mod presence;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use draughts::game::GameResult;
use draughts::{Color, Language, Rules};
use serde::Serialize;
use serde_json::Value;
use tokio::sync::mpsc::UnboundedSender;

pub use error::ActError;
pub use presence::{Here, Presence};

use crate::bus::{Bus, Topic};
use crate::id::{AccountId, GameId};
use crate::rating;
use crate::store::{Append, Appended, Command, NewAct, NewChange, NewGame, Store, StoredEvent, StoredGame};
use crate::table::{Decision, Entry, Judgement, Moment, Refused, Request, Table, Terms};
use crate::time::Timestamp;
use cache::Cache;

/// So many events are read at a time.
const CHUNK: usize = 1000;

/// After an outage the clocks of so many games are looked at.
const MOST_CLOCKS: usize = 100_000;

/// All tables.
pub struct Hall {
    store: Arc<dyn Store>,
    bus: Arc<dyn Bus>,
    cache: Cache,
    presence: Presence,
    /// For how long an opponent must have been away before the game can be claimed.
    patience: Duration,
    /// Hears of games in which the computer is asked.
    computer: OnceLock<UnboundedSender<GameId>>,
}

/// Something that happened at a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct News {
    /// Its number in the game, from 1.
    pub seq: u64,
    /// When the server received what caused it.
    pub at: Timestamp,
    /// What.
    pub entry: Entry,
}

/// Who asks for something, and when it was received.
#[derive(Clone, Copy, Debug)]
pub struct Asking<'a> {
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

impl Hall {
    /// A hall over this store, announcing on this bus.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, bus: Arc<dyn Bus>, patience: Duration) -> Self {
        let presence = Presence::new(Timestamp::now());
        Self { store, bus, cache: Cache::default(), presence, patience, computer: OnceLock::new() }
    }

    /// Who sits at the tables.
    #[must_use]
    pub fn presence(&self) -> &Presence {
        &self.presence
    }

    /// From now on, this hears of games in which the computer is asked.
    pub fn tell_computer(&self, computer: UnboundedSender<GameId>) {
        // There is one computer; a second is not told.
        let _ = self.computer.set(computer);
    }

    /// A game that could begin now, or why it cannot.
    pub fn prepare(rules: &Rules, terms: &Terms, now: Timestamp) -> Result<NewGame, ActError> {
        let table = Table::new(rules, terms.clone()).map_err(ActError::BadTerms)?;
        if table.game().outcome().is_some() {
            return Err(ActError::BadTerms("the game is over in this position".to_owned()));
        }
        let position = table.game().position();
        if Color::ALL.into_iter().any(|side| position.count(side) == (0, 0)) {
            return Err(ActError::BadTerms("each side needs a piece at least".to_owned()));
        }
        let text = |error: serde_json::Error| ActError::BadTerms(error.to_string());
        Ok(NewGame {
            id: GameId::new().map_err(ActError::chance)?,
            created_at: now,
            rules: serde_json::to_string(rules.rule_set()).map_err(text)?,
            terms: serde_json::to_value(terms).map_err(text)?,
            accounts: terms.accounts(),
            computer_is_asked: table.asks_computer().is_some(),
        })
    }

    /// Begins a game.
    pub async fn open(&self, rules: &Rules, terms: &Terms, now: Timestamp) -> Result<StoredGame, ActError> {
        let game = Self::prepare(rules, terms, now)?;
        let stored = self.store.create_game(game.clone()).await?;
        self.has_begun(&game);
        Ok(stored)
    }

    /// Tells whom it concerns that a game has begun.
    pub fn has_begun(&self, game: &NewGame) {
        if game.computer_is_asked {
            self.ask_computer(game.id);
        }
        for account in &game.accounts {
            // Whoever has just agreed to play is not away.
            self.presence.touch(game.id, *account, game.created_at);
            self.bus.stir(Topic::Account(*account));
        }
    }

    /// Somebody has looked at a table: a player who does is not away.
    pub fn looked(&self, game: GameId, table: &Table, account: Option<AccountId>, now: Timestamp) {
        if let Some(account) = account.filter(|account| !table.sides_of(*account).is_empty()) {
            self.presence.touch(game, account, now);
        }
    }

    /// A table as the log has it now.
    pub async fn table(&self, game: GameId) -> Result<Arc<Table>, ActError> {
        let table = self.known(game).await?;
        self.caught_up(game, table).await
    }

    /// A table as it was when it was last looked at.
    pub async fn known(&self, game: GameId) -> Result<Arc<Table>, ActError> {
        match self.cache.table(game) {
            Some(table) => Ok(table),
            None => {
                let table = Arc::new(self.fresh(game).await?);
                self.caught_up(game, table).await
            }
        }
    }

    /// What has happened at a table after this entry, which is known to have come to `until` at least.
    pub async fn news(&self, game: GameId, after: u64, until: u64) -> Result<Vec<Arc<News>>, ActError> {
        if let Some(news) = self.cache.news(game, after, until) {
            return Ok(news);
        }
        let table = self.known(game).await?;
        if table.seq() < until {
            self.caught_up(game, table).await?;
        }
        let events = self.store.events(game, after, CHUNK).await?;
        events.into_iter().map(|event| news(event).map(Arc::new)).collect()
    }

    /// Carries out what a player asks for, and says with which event that was done. The same command sent again is
    /// answered again, and not done again.
    pub async fn act(&self, game: GameId, asking: Asking<'_>, request: &Request) -> Result<u64, ActError> {
        let Asking { account, now, .. } = asking;
        let content = serde_json::to_string(request).map_err(|error| ActError::Damaged(error.to_string()))?;
        // Two players may make up the same id.
        let command = Command { id: format!("{account} {}", asking.command), content };
        let mut table = self.known(game).await?;
        if table.sides_of(account).is_empty() {
            return Err(ActError::NotAPlayer);
        }
        self.presence.touch(game, account, now);
        let mut up_to_date = false;
        loop {
            // What was planned and not played, because the process ended in between, is played now; and flags fall.
            if let Some(entry) = table.flag_fall(now).or_else(|| table.planned()) {
                table = self.append_entry(game, &table, entry, now).await?;
                continue;
            }
            let decision = match self.decide(game, &table, &asking, request) {
                Ok(decision) => decision,
                Err(_) if !up_to_date => {
                    table = self.caught_up(game, table).await?;
                    up_to_date = true;
                    continue;
                }
                // What was done before cannot be done again, and is acknowledged again.
                Err(refused) => {
                    return match self.store.command(game, command).await? {
                        Some(Appended::Before { seq }) => Ok(seq),
                        Some(_) => Err(ActError::OtherCommand),
                        None => Err(ActError::refused(&refused, &table, asking.language)),
                    };
                }
            };
            let (appended, next) =
                self.append(game, &table, decision, Some(command.clone()), None, now).await?;
            match appended {
                Appended::Done { seq } => {
                    self.follow_plans(game, next, now).await?;
                    return Ok(seq);
                }
                Appended::Before { seq } => return Ok(seq),
                Appended::Meanwhile { .. } => (table, up_to_date) = (next, true),
                Appended::OtherCommand => return Err(ActError::OtherCommand),
                Appended::NoGame => return Err(ActError::NoGame),
            }
        }
    }

    /// What follows from a request. Who plays both sides asks for the one that can do it.
    fn decide(
        &self,
        game: GameId,
        table: &Table,
        asking: &Asking<'_>,
        request: &Request,
    ) -> Result<Decision, Refused> {
        let mut first_refusal = None;
        for side in table.sides_of(asking.account) {
            let opponent = table.terms().seats()[!side].account();
            let away = opponent.and_then(|opponent| self.presence.away(game, opponent, asking.now));
            let (now, lag, patience) = (asking.now, asking.lag, self.patience);
            match table.decide(side, request, &Moment { now, lag, away, patience }) {
                Ok(decision) => return Ok(decision),
                Err(refused) => first_refusal = first_refusal.or(Some(refused)),
            }
        }
        Err(first_refusal.unwrap_or(Refused::NotOver))
    }

    /// Lets the computer do something, if it still stands as it did when it began to think: so many turns were made.
    pub async fn act_for_computer(
        &self,
        game: GameId,
        turns: usize,
        request: &Request,
        now: Timestamp,
    ) -> Result<bool, ActError> {
        let mut table = self.known(game).await?;
        loop {
            let same = |_: &Color| table.game().turns().len() == turns;
            let Some(side) = table.asks_computer().filter(same) else { return Ok(false) };
            if let Some(fall) = table.flag_fall(now) {
                self.append_entry(game, &table, fall, now).await?;
                return Ok(true);
            }
            let Ok(decision) = table.decide(side, request, &Moment::at(now)) else { return Ok(false) };
            let (appended, next) = self.append(game, &table, decision, None, None, now).await?;
            if matches!(appended, Appended::Done { .. }) {
                self.follow_plans(game, next, now).await?;
                return Ok(true);
            }
            // Somebody said something meanwhile; the position may be the same.
            table = next;
        }
    }

    /// Carries out what an administrator decides.
    pub async fn judge(
        &self,
        game: GameId,
        judgement: &Judgement,
        act: NewAct,
        language: Language,
    ) -> Result<u64, ActError> {
        let mut table = self.table(game).await?;
        loop {
            let decision = table
                .judge(judgement, &act.reason, act.at)
                .map_err(|refused| ActError::refused(&refused, &table, language))?;
            let (appended, next) =
                self.append(game, &table, decision, None, Some(act.clone()), act.at).await?;
            match appended {
                Appended::Done { seq } => return Ok(seq),
                _ => table = next,
            }
        }
    }

    /// Plays what was planned for this case, and what was planned for the case that follows.
    async fn follow_plans(
        &self,
        game: GameId,
        mut table: Arc<Table>,
        now: Timestamp,
    ) -> Result<(), ActError> {
        while let Some(entry) = table.planned() {
            let seq = table.seq();
            table = self.append_entry(game, &table, entry, now).await?;
            // Who was faster has looked at the plans, too.
            if table.seq() != seq + 1 {
                break;
            }
        }
        Ok(())
    }

    /// Gives the clocks that ran while the site was away that time back; says how many.
    pub async fn make_up_for(&self, away: Duration, now: Timestamp) -> Result<usize, ActError> {
        let mut made_up = 0;
        for game in self.store.overdue(Timestamp(i64::MAX), MOST_CLOCKS).await? {
            let table = self.table(game).await?;
            if let Some(entry) = table.outage(away) {
                self.append_entry(game, &table, entry, now).await?;
                made_up += 1;
            }
        }
        Ok(made_up)
    }

    /// Lets the flags fall whose time is over; says how many.
    pub async fn drop_flags(&self, now: Timestamp) -> Result<usize, ActError> {
        let mut fallen = 0;
        for game in self.store.overdue(now, CHUNK).await? {
            match self.drop_flag(game, now).await {
                Ok(fell) => fallen += usize::from(fell),
                // A game that cannot be read must not keep the others from ending.
                Err(error) => tracing::error!(%game, %error, "a flag cannot be dropped"),
            }
        }
        Ok(fallen)
    }

    async fn drop_flag(&self, game: GameId, now: Timestamp) -> Result<bool, ActError> {
        let table = self.table(game).await?;
        // What was planned, and not played because the process ended in between, was in time.
        if table.planned().is_some() {
            self.follow_plans(game, table, now).await?;
            return Ok(false);
        }
        let Some(fall) = table.flag_fall(now) else { return Ok(false) };
        self.append_entry(game, &table, fall, now).await?;
        Ok(true)
    }

    /// Appends one entry that the server decided on; the table has it, or what others appended meanwhile.
    async fn append_entry(
        &self,
        game: GameId,
        table: &Table,
        entry: Entry,
        now: Timestamp,
    ) -> Result<Arc<Table>, ActError> {
        let damaged = |refused: Refused| ActError::Damaged(refused.code().to_owned());
        let decision = table.with(entry, now).map_err(damaged)?;
        let (_, next) = self.append(game, table, decision, None, None, now).await?;
        Ok(next)
    }

    /// Appends what was decided on this table, and gives the table afterwards: with that, or with what others appended
    /// meanwhile.
    async fn append(
        &self,
        game: GameId,
        table: &Table,
        mut decision: Decision,
        command: Option<Command>,
        act: Option<NewAct>,
        at: Timestamp,
    ) -> Result<(Appended, Arc<Table>), ActError> {
        let damaged = |refused: Refused| ActError::Damaged(refused.code().to_owned());
        let begins = match decision.begins.take() {
            None => None,
            Some(terms) => {
                let new = Self::prepare(table.game().rules(), &terms, at)?;
                decision.next_game(new.id).map_err(damaged)?;
                Some(new)
            }
        };
        let Decision { entries, next, .. } = decision;
        let bodies: Result<Vec<Value>, _> = entries.iter().map(serde_json::to_value).collect();
        let ends = next.game().outcome().is_some() && table.game().outcome().is_none();
        let append = Append {
            game,
            after: table.seq(),
            at,
            command,
            events: bodies.map_err(|error| ActError::Damaged(error.to_string()))?,
            deadline: next.clocks().deadline(),
            judged_since: next.judged_since(),
            computer_is_asked: next.asks_computer().is_some(),
            ends,
            change: ends.then(|| change(&next)).flatten(),
            begins: begins.clone(),
            act,
        };
        let appended = self.store.append(append).await?;
        if !matches!(appended, Appended::Done { .. }) {
            let known = self.known(game).await?;
            return Ok((appended, self.caught_up(game, known).await?));
        }
        let next = Arc::new(next);
        let news = (table.seq() + 1..).zip(entries).map(|(seq, entry)| Arc::new(News { seq, at, entry }));
        self.cache.keep(game, Arc::clone(&next), news.collect());
        self.tell(game, &next);
        if let Some(begins) = begins {
            self.has_begun(&begins);
        }
        Ok((appended, next))
    }

    /// Announces how far a table has come, to whoever it concerns.
    fn tell(&self, game: GameId, table: &Table) {
        self.bus.announce(game, table.seq());
        for account in table.terms().accounts() {
            self.bus.stir(Topic::Account(account));
        }
        if table.asks_computer().is_some() {
            self.ask_computer(game);
        }
    }

    /// Tells the computer that it is asked in a game.
    pub(crate) fn ask_computer(&self, game: GameId) {
        if let Some(computer) = self.computer.get() {
            // It may be gone when the site closes; after the next start it looks for its games.
            let _ = computer.send(game);
        }
    }

    /// A table before its first entry.
    async fn fresh(&self, game: GameId) -> Result<Table, ActError> {
        let stored = self.store.game(game).await?.ok_or(ActError::NoGame)?;
        let damaged = |error: &dyn std::fmt::Display| ActError::Damaged(error.to_string());
        let rules = serde_json::from_str(&stored.rules).map_err(|error| damaged(&error))?;
        let rules = Rules::new(rules).map_err(|error| damaged(&error))?;
        let terms = serde_json::from_value(stored.terms).map_err(|error| damaged(&error))?;
        Table::new(&rules, terms).map_err(ActError::Damaged)
    }

    /// The table with what the log has beyond it.
    async fn caught_up(&self, game: GameId, mut table: Arc<Table>) -> Result<Arc<Table>, ActError> {
        loop {
            let events = self.store.events(game, table.seq(), CHUNK).await?;
            let last = events.len() < CHUNK;
            let mut all_news = Vec::new();
            if !events.is_empty() {
                let next = Arc::make_mut(&mut table);
                for event in events {
                    let news = news(event)?;
                    next.apply(&news.entry, news.at)
                        .map_err(|refused| ActError::Damaged(refused.code().to_owned()))?;
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

fn news(event: StoredEvent) -> Result<News, ActError> {
    let entry = serde_json::from_value(event.body).map_err(|error| ActError::Damaged(error.to_string()))?;
    Ok(News { seq: event.seq, at: event.at, entry })
}

/// What the end of a rated game does to the ratings.
fn change(table: &Table) -> Option<NewChange> {
    let terms = table.terms();
    let pool = rating::pool(table.game().rules().rule_set(), terms.time).filter(|_| terms.rated)?;
    let result = match table.game().outcome()?.result {
        GameResult::Win(Color::White) => rating::Result::Win,
        GameResult::Win(Color::Black) => rating::Result::Loss,
        GameResult::Draw => rating::Result::Draw,
        GameResult::None => return None,
    };
    let (white, black) = (terms.white.account()?, terms.black.account()?);
    (white != black).then_some(NewChange { pool, white, black, result })
}
