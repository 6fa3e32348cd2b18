//! What is not in the logs: people, who sits where, ratings and how they changed, challenges, acts, house rules.

use std::collections::HashMap;

use draughts::ruleset::RuleSet;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

use super::fields::Fields;
use crate::archive::error::ArchiveError;
use crate::archive::rows::Reader;
use crate::archive::tables::{ACCOUNT, ACT, CHALLENGE, RATING, RATING_CHANGE, SEAT, SHELF, Table};
use crate::archive::value::{Row, name};
use crate::records::State;
use play::id::{AccountId, GameId};
use play::moderator_action::ModeratorAction;
use play::proposal::Proposal;
use play::role::Role;

/// Two games of a player that end within this time, in milliseconds, may be written in the other order.
const AT_ONCE: i64 = 60_000;

/// Who sits where, and whose rating changed with which game.
#[derive(Default)]
pub(super) struct People {
    /// By the number of the game.
    seats: Vec<(i64, AccountId)>,
    changes: Vec<Change>,
    pools: Vec<String>,
}

/// A rating that has changed with a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Change {
    number: i64,
    pub(super) account: AccountId,
    pool: usize,
    pub(super) at: i64,
}

impl People {
    /// Reads them, and tells what is wrong with the ratings.
    pub(super) fn read(source: &mut dyn Reader, faults: &mut Vec<String>) -> Result<Self, ArchiveError> {
        let mut people = Self::default();
        each(source, &ACCOUNT, faults, |account| {
            account.parsed::<AccountId>("id")?;
            account.parsed::<Role>("role")?;
            Ok(())
        })?;
        each(source, &SEAT, faults, |seat| {
            people.seats.push((seat.integer("number")?, seat.parsed("account")?));
            Ok(())
        })?;
        people.seats.sort_unstable();
        let mut ratings: HashMap<(AccountId, usize), Rating> = HashMap::new();
        each(source, &RATING, faults, |rating| {
            let key = (rating.parsed("account")?, people.pool_number(rating.text("pool")?));
            let last = (rating.integer("updated_at")?, rating.real("rating")?, rating.real("deviation")?);
            let games = rating.integer("games")?;
            ratings.insert(key, Rating { last, games, changes: 0, latest: i64::MIN, found: false });
            Ok(())
        })?;
        each(source, &RATING_CHANGE, faults, |change| {
            let (account, at) = (change.parsed("account")?, change.integer("at")?);
            let pool = people.pool_number(change.text("pool")?);
            people.changes.push(Change { number: change.integer("number")?, account, pool, at });
            let changed = (at, change.real("rating")?, change.real("deviation")?);
            let rating = ratings.get_mut(&(account, pool));
            rating
                .map(|rating| rating.change(changed))
                .ok_or_else(|| "the rating itself is missing".to_owned())
        })?;
        people.changes.sort_unstable();
        let mut wrong: Vec<String> = Vec::new();
        for ((account, pool), rating) in &ratings {
            if let Some(fault) = rating.fault() {
                wrong.push(format!("the rating of {account} in {}: {fault}", people.pools[*pool]));
            }
        }
        wrong.sort();
        faults.extend(wrong);
        Ok(people)
    }

    fn pool_number(&mut self, name: &str) -> usize {
        self.pools.iter().position(|known| known == name).unwrap_or_else(|| {
            self.pools.push(name.to_owned());
            self.pools.len() - 1
        })
    }

    /// Who sits in a game.
    pub(super) fn seats(&self, number: i64) -> impl Iterator<Item = AccountId> {
        let first = self.seats.partition_point(|(other, _)| *other < number);
        self.seats[first..].iter().take_while(move |(other, _)| *other == number).map(|(_, account)| *account)
    }

    /// The ratings that changed with a game, by account.
    pub(super) fn changes(&self, number: i64) -> impl Iterator<Item = &Change> {
        let first = self.changes.partition_point(|change| change.number < number);
        self.changes[first..].iter().take_while(move |change| change.number == number)
    }

    /// What was rated.
    pub(super) fn pool(&self, change: &Change) -> &str {
        self.pools.get(change.pool).map_or("", String::as_str)
    }
}

/// A rating, and what is known of how it came about.
struct Rating {
    /// When it changed last, to what, and how far it may be off.
    last: (i64, f64, f64),
    games: i64,
    /// How many changes there are, when the latest was, and whether one of them led to the rating.
    changes: i64,
    latest: i64,
    found: bool,
}

impl Rating {
    fn change(&mut self, change: (i64, f64, f64)) {
        self.changes += 1;
        self.latest = self.latest.max(change.0);
        self.found |= change == self.last;
    }

    fn fault(&self) -> Option<String> {
        if self.changes != self.games {
            return Some(format!("it rests on {} games, and has changed with {}", self.games, self.changes));
        }
        let is_last = self.found && self.latest <= self.last.0.saturating_add(AT_ONCE);
        (!is_last).then(|| "it is not what it was after the last game".to_owned())
    }
}

/// Looks whether the rows of a table are understood where they are read.
pub(super) fn look(
    source: &mut dyn Reader,
    table: &'static Table,
    faults: &mut Vec<String>,
) -> Result<(), ArchiveError> {
    each(source, table, faults, |row| {
        if *table == ACT {
            understood::<ModeratorAction>(&Json::from(row.text("what")?).to_string())
                .map_err(|()| "what is not known here")?;
        } else if *table == CHALLENGE {
            challenge(row)?;
        } else if *table == SHELF {
            understood::<Map<String, Json>>(row.text("rules")?)
                .map_err(|()| "its rules are no JSON object")?;
        }
        Ok(())
    })
}

/// A challenge that was accepted has a game, and no other has.
fn challenge(row: Fields<'_>) -> Result<(), String> {
    let state = row.text("state")?;
    let state = State::ALL.into_iter().find(|known| known.as_str() == state);
    let state = state.ok_or("its state is not known here")?;
    if (state == State::Accepted) == row.is_null("game") {
        return Err("only a challenge that was accepted has a game".to_owned());
    }
    if !row.is_null("game") {
        row.parsed::<GameId>("game")?;
    }
    understood::<RuleSet>(row.text("rules")?).map_err(|()| "its rules are no rule set")?;
    understood::<Proposal>(row.text("proposal")?).map_err(|()| "its proposal cannot be understood")?;
    Ok(())
}

fn understood<T: DeserializeOwned>(text: &str) -> Result<(), ()> {
    serde_json::from_str::<T>(text).map(|_| ()).map_err(|_| ())
}

/// Looks at every row of a table; what is wrong with one is told with its name.
fn each(
    source: &mut dyn Reader,
    table: &'static Table,
    faults: &mut Vec<String>,
    mut look: impl FnMut(Fields<'_>) -> Result<(), String>,
) -> Result<(), ArchiveError> {
    let mut scan = source.scan(table, None)?;
    loop {
        let rows: Vec<Row> = source.next(&mut scan)?;
        if rows.is_empty() {
            return Ok(());
        }
        for row in &rows {
            if let Err(fault) = look(Fields::new(table, row)) {
                faults.push(format!("{}: {fault}", name(table, row)));
            }
        }
    }
}
