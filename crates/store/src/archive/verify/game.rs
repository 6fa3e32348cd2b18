//! The check of one game: its log is replayed, and the derived columns and rows are compared with the result.

use super::accounts::AccountData;
use super::fields::Fields;
use super::game_stream::GameRecords;
use super::rule_sets::RulesCache;
use super::{DamagedGame, Findings};
use crate::archive::tables::{ARCHIVED_LOG, COMMAND, GAME, GAME_EVENT};
use crate::archive::value::{Row, Value};
use crate::archived_log::decode;
use crate::records::StoredEvent;
use play::game::{EventKind, FinalState, GameState, Terms};
use play::rated_game::RatedGame;
use play::time::Timestamp;

/// Checks a game, and adds its inconsistencies.
pub(super) fn check(
    records: GameRecords,
    rules_cache: &mut RulesCache<'_>,
    accounts: &AccountData,
    findings: &mut Findings,
) {
    let id = records.id.to_string();
    let mut inconsistencies = Vec::new();
    let events = all_events(records.archived, records.events, &mut inconsistencies);
    findings.events += events.len() as u64;
    let Some(row) = &records.game else {
        let (events, commands) = (events.len(), records.commands.len());
        let inconsistency =
            format!("there are {events} events and {commands} commands of it, and there is no such game");
        findings.damaged.push(DamagedGame { number: 0, id, inconsistencies: vec![inconsistency] });
        return;
    };
    findings.games += 1;
    let fields = Fields::new(&GAME, row);
    let number = fields.integer("number").unwrap_or_default();
    match replay(fields, &events, rules_cache) {
        Ok(replayed) => {
            replayed.check_columns(fields, &mut inconsistencies);
            inconsistencies.extend(replayed.check_final_state(fields).err());
            check_commands(&records.commands, replayed.state.seq(), &mut inconsistencies);
            replayed.check_seats(number, accounts, &mut inconsistencies);
            replayed.check_ratings(number, accounts, &mut inconsistencies);
            findings.rematches.add(number, &id, &replayed.state);
        }
        // The state after an incomplete log cannot be compared with anything.
        Err(inconsistency) => inconsistencies.push(inconsistency),
    }
    if !inconsistencies.is_empty() {
        findings.damaged.push(DamagedGame { number, id, inconsistencies });
    }
}

/// Returns the archived events followed by the others.
fn all_events(archived: Option<Row>, others: Vec<Row>, inconsistencies: &mut Vec<String>) -> Vec<Row> {
    let Some(row) = archived else { return others };
    let fields = Fields::new(&ARCHIVED_LOG, &row);
    let decoded = fields.bytes("events").and_then(|bytes| decode(bytes).map_err(|error| error.to_string()));
    let archived = match decoded {
        Ok(archived) => archived,
        Err(inconsistency) => {
            inconsistencies.push(inconsistency);
            return others;
        }
    };
    if fields.integer("last").ok().and_then(|last| usize::try_from(last).ok()) != Some(archived.len()) {
        inconsistencies
            .push(format!("its archived log has {} events, and should have others", archived.len()));
    }
    let event = |event: StoredEvent| {
        let seq = i64::try_from(event.seq).unwrap_or(i64::MAX);
        let (at, body) = (Value::Integer(event.at.0), Value::Text(event.body.to_string()));
        vec![Value::Null, Value::Integer(seq), at, body]
    };
    archived.into_iter().map(event).chain(others).collect()
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
    rules_cache: &mut RulesCache<'_>,
) -> Result<ReplayedGame, String> {
    let rules = rules_cache.get(game.text("rules_hash")?)?;
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
    fn check_columns(&self, game: Fields<'_>, inconsistencies: &mut Vec<String>) {
        let columns = self.state.columns();
        let expected = [
            ("seq", i64::try_from(self.state.seq()).ok()),
            ("deadline", columns.deadline.map(|time| time.0)),
            ("judged_since", columns.awaits_admin_since.map(|time| time.0)),
            ("computer_is_asked", Some(i64::from(columns.awaits_engine))),
            ("ended_at", self.ended_at),
        ];
        let show = |number: Option<i64>| number.map_or("nothing".to_owned(), |number| number.to_string());
        for (column, expected) in expected {
            match game.optional_integer(column) {
                Ok(actual) if actual == expected => {}
                Ok(actual) => {
                    inconsistencies.push(format!(
                        "{column} is {}; the log says {}",
                        show(actual),
                        show(expected)
                    ));
                }
                Err(inconsistency) => inconsistencies.push(inconsistency),
            }
        }
    }

    /// Compares the stored final state with the replayed one. Games that ended before it was stored have none.
    fn check_final_state(&self, game: Fields<'_>) -> Result<(), String> {
        let Some(stored) = game.optional_text("final_state")? else { return Ok(()) };
        let stored: FinalState = serde_json::from_str(stored)
            .map_err(|error| format!("its final_state cannot be understood: {error}"))?;
        match FinalState::of(&self.state) {
            Some(replayed) if replayed == stored => Ok(()),
            Some(_) => Err("final_state is not what the log says".to_owned()),
            None => Err("it has a final_state, and is running".to_owned()),
        }
    }

    /// Checks that exactly the players have seats, and that these are marked if the game is over.
    fn check_seats(&self, number: i64, accounts: &AccountData, inconsistencies: &mut Vec<String>) {
        let mut playing = self.state.terms().accounts();
        playing.sort();
        let seated: Vec<_> = accounts.seats(number).map(|seat| seat.account).collect();
        inconsistencies.extend(playing.iter().filter(|account| !seated.contains(account)).map(|account| {
            format!("{account} plays in it and has no seat: it is missing among the games of that account")
        }));
        inconsistencies.extend(
            seated
                .iter()
                .filter(|account| !playing.contains(account))
                .map(|account| format!("{account} has a seat in it and does not play")),
        );
        let is_over = self.ended_at.is_some();
        inconsistencies.extend(accounts.seats(number).filter(|seat| seat.is_over != is_over).map(|seat| {
            let [stored, actual] = if is_over { ["running", "over"] } else { ["over", "running"] };
            format!("the seat of {} is marked as {stored}, but the game is {actual}", seat.account)
        }));
    }

    /// Checks that a rated game has changed the ratings of both players once, and no other game has.
    fn check_ratings(&self, number: i64, accounts: &AccountData, inconsistencies: &mut Vec<String>) {
        let changes: Vec<_> = accounts.changes(number).collect();
        let rated = RatedGame::of(&self.state);
        if changes.is_empty() {
            if rated.is_some() {
                inconsistencies.push("the game is rated, but no rating change is recorded".to_owned());
            }
            return;
        }
        if !self.state.terms().rated || !self.state.columns().over {
            inconsistencies
                .push("rating changes are recorded for a game that is unrated or not over".to_owned());
            return;
        }
        let mut playing = self.state.terms().accounts();
        playing.sort();
        if !changes.iter().map(|change| change.account).eq(playing) {
            inconsistencies
                .push("the ratings that have changed with it are not those of its two players".to_owned());
        }
        // The pool is unknown if the rules were renamed since.
        let pool = rated.as_ref().map(|rated| rated.pool.as_str());
        for change in changes {
            if pool.is_some_and(|pool| pool != accounts.pool(change)) {
                let (is, pool) = (accounts.pool(change), pool.unwrap_or_default());
                inconsistencies.push(format!(
                    "the rating of {} has changed in {is}, and should in {pool}",
                    change.account
                ));
            }
            if Some(change.at) != self.ended_at {
                inconsistencies.push(format!(
                    "the rating change of {} is not dated at the end of the game",
                    change.account
                ));
            }
        }
    }
}

/// Checks that every command refers to an existing event.
fn check_commands(rows: &[Row], last: u64, inconsistencies: &mut Vec<String>) {
    for row in rows {
        let command = Fields::new(&COMMAND, row);
        let id = command.text("id").unwrap_or_default();
        match command.integer("seq").map(u64::try_from) {
            Ok(Ok(seq)) if (1..=last).contains(&seq) => {}
            Ok(_) => inconsistencies
                .push(format!("the command {id:?} was answered with an event that is not there")),
            Err(inconsistency) => inconsistencies.push(format!("the command {id:?}: {inconsistency}")),
        }
    }
}
