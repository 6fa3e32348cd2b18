//! The check of one game: its log is replayed, and the derived columns and rows are compared with the result.

use std::collections::HashMap;

use draughts::Rules;

use super::accounts::AccountData;
use super::fields::Fields;
use super::game_stream::GameRecords;
use super::{DamagedGame, Findings};
use crate::archive::tables::{COMMAND, GAME, GAME_EVENT};
use crate::archive::value::Row;
use crate::secret::hash;
use play::game::{EventKind, GameState, Terms};
use play::rated_game::RatedGame;
use play::time::Timestamp;

/// Maximum number of cached rule sets. Most games use a few.
const MAX_CACHED_RULES: usize = 1000;

/// A cache of parsed rule sets with their hashes.
#[derive(Default)]
pub(super) struct RulesCache(HashMap<String, (Rules, String)>);

impl RulesCache {
    fn get(&mut self, text: &str) -> Result<&(Rules, String), String> {
        if !self.0.contains_key(text) {
            let invalid = |error: &dyn std::fmt::Display| format!("its rules cannot be played by: {error}");
            let rules = serde_json::from_str(text).map_err(|error| invalid(&error))?;
            let rules = Rules::recorded(rules).map_err(|error| invalid(&error))?;
            if self.0.len() >= MAX_CACHED_RULES {
                self.0.clear();
            }
            self.0.insert(text.to_owned(), (rules, hash(text)));
        }
        self.0.get(text).ok_or_else(|| "its rules are lost".to_owned())
    }
}

/// Checks a game, and adds its faults.
pub(super) fn check(
    records: &GameRecords,
    rules_cache: &mut RulesCache,
    accounts: &AccountData,
    findings: &mut Findings,
) {
    findings.events += records.events.len() as u64;
    let name = records.id.to_string();
    let Some(row) = &records.game else {
        let (events, commands) = (records.events.len(), records.commands.len());
        let fault =
            format!("there are {events} events and {commands} commands of it, and there is no such game");
        findings.damaged.push(DamagedGame { number: 0, name, faults: vec![fault] });
        return;
    };
    findings.games += 1;
    let fields = Fields::new(&GAME, row);
    let number = fields.integer("number").unwrap_or_default();
    let mut faults = Vec::new();
    match replay(fields, &records.events, rules_cache, &mut faults) {
        Ok(replayed) => {
            replayed.check_columns(fields, &mut faults);
            check_commands(&records.commands, replayed.state.seq(), &mut faults);
            replayed.check_seats(number, accounts, &mut faults);
            replayed.check_ratings(number, accounts, &mut faults);
            findings.rematches.add(number, &name, &replayed.state);
        }
        // The state after an incomplete log cannot be compared with anything.
        Err(fault) => faults.push(fault),
    }
    if !faults.is_empty() {
        findings.damaged.push(DamagedGame { number, name, faults });
    }
}

/// The result of replaying a log.
struct ReplayedGame {
    state: GameState,
    ended_at: Option<i64>,
}

/// Replays a log.
fn replay(
    game: Fields<'_>,
    events: &[Row],
    rules_cache: &mut RulesCache,
    faults: &mut Vec<String>,
) -> Result<ReplayedGame, String> {
    let (rules, rules_hash) = rules_cache.get(game.text("rules")?)?;
    if game.text("rules_hash")? != rules_hash {
        faults.push("its rules are not those of its hash".to_owned());
    }
    let terms: Terms = serde_json::from_str(game.text("terms")?)
        .map_err(|error| format!("its terms cannot be understood: {error}"))?;
    let state =
        GameState::new(rules, terms).map_err(|reason| format!("it cannot have begun like this: {reason}"))?;
    let mut replayed = ReplayedGame { state, ended_at: None };
    for (seq, row) in (1..).zip(events) {
        let event = Fields::new(&GAME_EVENT, row);
        let actual = event.integer("seq")?;
        if actual != seq {
            return Err(format!("event {seq} is missing: after {} comes {actual}", seq - 1));
        }
        replayed.apply(event).map_err(|reason| format!("event {seq} {reason}"))?;
    }
    Ok(replayed)
}

impl ReplayedGame {
    fn apply(&mut self, event: Fields<'_>) -> Result<(), String> {
        let (at, body) = (event.integer("at")?, event.text("body")?);
        let event: EventKind =
            serde_json::from_str(body).map_err(|error| format!("cannot be understood: {error}"))?;
        self.state
            .apply(&event, Timestamp(at))
            .map_err(|error| format!("does not follow from those before: {error}"))?;
        if self.ended_at.is_none() && self.state.columns().over {
            self.ended_at = Some(at);
        }
        Ok(())
    }

    /// Compares the derived columns of the game with the replayed state.
    fn check_columns(&self, game: Fields<'_>, faults: &mut Vec<String>) {
        let columns = self.state.columns();
        let expected = [
            ("seq", i64::try_from(self.state.seq()).ok()),
            ("deadline", columns.deadline.map(|time| time.0)),
            ("judged_since", columns.disputed_since.map(|time| time.0)),
            ("computer_is_asked", Some(i64::from(columns.awaits_engine))),
            ("ended_at", self.ended_at),
        ];
        let show = |number: Option<i64>| number.map_or("nothing".to_owned(), |number| number.to_string());
        for (column, expected) in expected {
            match game.optional_integer(column) {
                Ok(actual) if actual == expected => {}
                Ok(actual) => {
                    faults.push(format!("{column} is {}, by the log {}", show(actual), show(expected)));
                }
                Err(fault) => faults.push(fault),
            }
        }
    }

    /// Checks that exactly the players have seats.
    fn check_seats(&self, number: i64, accounts: &AccountData, faults: &mut Vec<String>) {
        let mut playing = self.state.terms().accounts();
        playing.sort();
        let seated: Vec<_> = accounts.seats(number).collect();
        faults.extend(playing.iter().filter(|account| !seated.contains(account)).map(|account| {
            format!("{account} plays in it and has no seat: it is missing among the games of that account")
        }));
        faults.extend(
            seated
                .iter()
                .filter(|account| !playing.contains(account))
                .map(|account| format!("{account} has a seat in it and does not play")),
        );
    }

    /// Checks that a rated game has changed the ratings of both players once, and no other game has.
    fn check_ratings(&self, number: i64, accounts: &AccountData, faults: &mut Vec<String>) {
        let changes: Vec<_> = accounts.changes(number).collect();
        let rated = RatedGame::of(&self.state);
        if changes.is_empty() {
            if rated.is_some() {
                faults.push("it counts for the ratings, and no rating has changed with it".to_owned());
            }
            return;
        }
        if !self.state.terms().rated || !self.state.columns().over {
            faults.push("ratings have changed with it, and it does not count for them".to_owned());
            return;
        }
        let mut playing = self.state.terms().accounts();
        playing.sort();
        if !changes.iter().map(|change| change.account).eq(playing) {
            faults.push("the ratings that have changed with it are not those of its two players".to_owned());
        }
        // The pool is unknown if the rules were renamed since.
        let pool = rated.as_ref().map(|rated| rated.pool.as_str());
        for change in changes {
            if pool.is_some_and(|pool| pool != accounts.pool(change)) {
                let (is, pool) = (accounts.pool(change), pool.unwrap_or_default());
                faults.push(format!(
                    "the rating of {} has changed in {is}, and should in {pool}",
                    change.account
                ));
            }
            if Some(change.at) != self.ended_at {
                faults
                    .push(format!("the rating of {} has changed when the game did not end", change.account));
            }
        }
    }
}

/// Checks that every command refers to an existing event.
fn check_commands(rows: &[Row], last: u64, faults: &mut Vec<String>) {
    for row in rows {
        let command = Fields::new(&COMMAND, row);
        let id = command.text("id").unwrap_or_default();
        match command.integer("seq").map(u64::try_from) {
            Ok(Ok(seq)) if (1..=last).contains(&seq) => {}
            Ok(_) => faults.push(format!("the command {id:?} was answered with an event that is not there")),
            Err(fault) => faults.push(format!("the command {id:?}: {fault}")),
        }
    }
}
