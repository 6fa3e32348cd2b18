//! Data outside of the event logs: accounts, seats, ratings, challenges, the audit log, saved rules.

use std::collections::HashMap;

use draughts::ruleset::RuleSet;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

use super::fields::Fields;
use crate::archive::error::ArchiveError;
use crate::archive::rows::Reader;
use crate::archive::tables::{
    ACCOUNT, AUDIT_ENTRY, CHALLENGE, RATING, RATING_CHANGE, SAVED_RULE_SET, SEAT, Table,
};
use crate::archive::value::{Row, name};
use crate::records::{ChallengeState, ChallengeTarget};
use play::id::{AccountId, GameId};
use play::moderator_action::ModeratorAction;
use play::proposal::Proposal;
use play::role::Role;

/// Time within which two games of a player may be written in the other order, in milliseconds.
const REORDER_WINDOW: i64 = 60_000;

/// The seats and rating changes of all games.
#[derive(Default)]
pub(super) struct AccountData {
    /// Ordered by the number of the game.
    seats: Vec<Seat>,
    changes: Vec<Change>,
    pools: Vec<String>,
}

/// The seat of an account in a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Seat {
    number: i64,
    pub(super) account: AccountId,
    pub(super) is_over: bool,
}

/// The change of a rating by a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Change {
    number: i64,
    pub(super) account: AccountId,
    pool: usize,
    pub(super) at: i64,
}

impl AccountData {
    /// Reads accounts, seats and ratings, and adds the inconsistencies of the ratings.
    pub(super) fn read(
        source: &mut dyn Reader,
        inconsistencies: &mut Vec<String>,
    ) -> Result<Self, ArchiveError> {
        let mut data = Self::default();
        for_each_row(source, &ACCOUNT, inconsistencies, |account| {
            account.parsed::<AccountId>("id")?;
            account.parsed::<Role>("role")?;
            Ok(())
        })?;
        for_each_row(source, &SEAT, inconsistencies, |seat| {
            let (number, account) = (seat.integer("number")?, seat.parsed("account")?);
            data.seats.push(Seat { number, account, is_over: seat.integer("is_over")? != 0 });
            Ok(())
        })?;
        data.seats.sort_unstable();
        let mut ratings: HashMap<(AccountId, usize), Rating> = HashMap::new();
        for_each_row(source, &RATING, inconsistencies, |rating| {
            let key = (rating.parsed("account")?, data.pool_index(rating.text("pool")?));
            let last = (rating.integer("updated_at")?, rating.real("rating")?, rating.real("deviation")?);
            let games = rating.integer("games")?;
            ratings.insert(key, Rating { last, games, changes: 0, latest: i64::MIN, has_last: false });
            Ok(())
        })?;
        for_each_row(source, &RATING_CHANGE, inconsistencies, |change| {
            let (account, at) = (change.parsed("account")?, change.integer("at")?);
            let pool = data.pool_index(change.text("pool")?);
            data.changes.push(Change { number: change.integer("number")?, account, pool, at });
            let changed = (at, change.real("rating")?, change.real("deviation")?);
            let rating = ratings.get_mut(&(account, pool));
            rating
                .map(|rating| rating.add_change(changed))
                .ok_or_else(|| "the rating itself is missing".to_owned())
        })?;
        data.changes.sort_unstable();
        let mut rating_inconsistencies: Vec<String> = Vec::new();
        for ((account, pool), rating) in &ratings {
            if let Some(inconsistency) = rating.inconsistency() {
                rating_inconsistencies
                    .push(format!("the rating of {account} in {}: {inconsistency}", data.pools[*pool]));
            }
        }
        rating_inconsistencies.sort();
        inconsistencies.extend(rating_inconsistencies);
        Ok(data)
    }

    /// Returns the index of a pool, which is added if it is new.
    fn pool_index(&mut self, name: &str) -> usize {
        self.pools.iter().position(|known| known == name).unwrap_or_else(|| {
            self.pools.push(name.to_owned());
            self.pools.len() - 1
        })
    }

    /// Returns the seats of a game, ordered by account.
    pub(super) fn seats(&self, number: i64) -> impl Iterator<Item = &Seat> {
        let first = self.seats.partition_point(|seat| seat.number < number);
        self.seats[first..].iter().take_while(move |seat| seat.number == number)
    }

    /// Returns the rating changes of a game, ordered by account.
    pub(super) fn changes(&self, number: i64) -> impl Iterator<Item = &Change> {
        let first = self.changes.partition_point(|change| change.number < number);
        self.changes[first..].iter().take_while(move |change| change.number == number)
    }

    /// Returns the pool of a change.
    pub(super) fn pool(&self, change: &Change) -> &str {
        self.pools.get(change.pool).map_or("", String::as_str)
    }
}

/// A rating, and the summary of its changes.
struct Rating {
    /// The time of the last change, the rating and the deviation.
    last: (i64, f64, f64),
    games: i64,
    /// The number of changes.
    changes: i64,
    /// The time of the latest change.
    latest: i64,
    /// Whether one of the changes led to the rating.
    has_last: bool,
}

impl Rating {
    fn add_change(&mut self, change: (i64, f64, f64)) {
        self.changes += 1;
        self.latest = self.latest.max(change.0);
        self.has_last |= change == self.last;
    }

    fn inconsistency(&self) -> Option<String> {
        if self.changes != self.games {
            return Some(format!(
                "it counts {} games, but {} rating changes are recorded",
                self.games, self.changes
            ));
        }
        let is_last = self.has_last && self.latest <= self.last.0.saturating_add(REORDER_WINDOW);
        (!is_last).then(|| "it differs from the rating after the last game".to_owned())
    }
}

/// Checks that the rows of a table can be read.
pub(super) fn check(
    source: &mut dyn Reader,
    table: &'static Table,
    inconsistencies: &mut Vec<String>,
) -> Result<(), ArchiveError> {
    for_each_row(source, table, inconsistencies, |row| {
        if *table == AUDIT_ENTRY {
            parse::<ModeratorAction>(&Json::from(row.text("what")?).to_string())
                .map_err(|()| "what is not known here")?;
        } else if *table == CHALLENGE {
            check_challenge(row)?;
        } else if *table == SAVED_RULE_SET {
            parse::<Map<String, Json>>(row.text("rules")?).map_err(|()| "its rules are no JSON object")?;
        }
        Ok(())
    })
}

/// Checks a challenge: it has a game if and only if it was accepted.
fn check_challenge(row: Fields<'_>) -> Result<(), String> {
    let state: ChallengeState = row.text("state")?.parse().map_err(|_| "its state is not known here")?;
    let challenged = if row.is_null("challenged") { None } else { Some(row.parsed("challenged")?) };
    ChallengeTarget::from_stored(row.text("kind")?, challenged)
        .map_err(|_| "its kind does not fit the challenged account")?;
    if (state == ChallengeState::Accepted) == row.is_null("game") {
        return Err("only a challenge that was accepted has a game".to_owned());
    }
    if !row.is_null("game") {
        row.parsed::<GameId>("game")?;
    }
    parse::<RuleSet>(row.text("rules")?).map_err(|()| "its rules are no rule set")?;
    parse::<Proposal>(row.text("proposal")?).map_err(|()| "its proposal cannot be understood")?;
    Ok(())
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<(), ()> {
    serde_json::from_str::<T>(text).map(|_| ()).map_err(|_| ())
}

/// Checks every row of a table, and adds inconsistencies with the name of the row.
pub(super) fn for_each_row(
    source: &mut dyn Reader,
    table: &'static Table,
    inconsistencies: &mut Vec<String>,
    mut check: impl FnMut(Fields<'_>) -> Result<(), String>,
) -> Result<(), ArchiveError> {
    let mut scan = source.scan(table, None)?;
    loop {
        let rows: Vec<Row> = source.next(&mut scan)?;
        if rows.is_empty() {
            return Ok(());
        }
        for row in &rows {
            if let Err(inconsistency) = check(Fields::new(table, row)) {
                inconsistencies.push(format!("{}: {inconsistency}", name(table, row)));
            }
        }
    }
}
