//! One game: its log folded, and all that is kept beside it compared with what follows from that.

use std::collections::HashMap;

use draughts::Rules;

use super::accounts::People;
use super::fields::Fields;
use super::games::Whole;
use super::{Damaged, Found};
use crate::archive::tables::{COMMAND, GAME, GAME_EVENT};
use crate::archive::value::Row;
use crate::secret::hash;
use play::game::{EventKind, GameState, Terms};
use play::rated_game::RatedGame;
use play::time::Timestamp;

/// So many rule sets are kept; most games are played by a few.
const BOOKS: usize = 1000;

/// Rule sets that were read already, with their hashes.
#[derive(Default)]
pub(super) struct Books(HashMap<String, (Rules, String)>);

impl Books {
    fn open(&mut self, text: &str) -> Result<&(Rules, String), String> {
        if !self.0.contains_key(text) {
            let bad = |error: &dyn std::fmt::Display| format!("its rules cannot be played by: {error}");
            let rules = serde_json::from_str(text).map_err(|error| bad(&error))?;
            let rules = Rules::recorded(rules).map_err(|error| bad(&error))?;
            if self.0.len() >= BOOKS {
                self.0.clear();
            }
            self.0.insert(text.to_owned(), (rules, hash(text)));
        }
        self.0.get(text).ok_or_else(|| "its rules are lost".to_owned())
    }
}

/// Checks a game, and adds what is wrong with it.
pub(super) fn check(whole: &Whole, books: &mut Books, people: &People, found: &mut Found) {
    found.events += whole.events.len() as u64;
    let name = whole.id.to_string();
    let Some(row) = &whole.game else {
        let (events, commands) = (whole.events.len(), whole.commands.len());
        let fault =
            format!("there are {events} events and {commands} commands of it, and there is no such game");
        found.damaged.push(Damaged { number: 0, name, faults: vec![fault] });
        return;
    };
    found.games += 1;
    let fields = Fields::new(&GAME, row);
    let number = fields.integer("number").unwrap_or_default();
    let mut faults = Vec::new();
    match fold(fields, &whole.events, books, &mut faults) {
        Ok(folded) => {
            folded.compare(fields, &mut faults);
            commands(&whole.commands, folded.table.seq(), &mut faults);
            folded.seats(number, people, &mut faults);
            folded.ratings(number, people, &mut faults);
            found.links.add(number, &name, &folded.table);
        }
        // What follows from a log that breaks off says nothing about the rest.
        Err(fault) => faults.push(fault),
    }
    if !faults.is_empty() {
        found.damaged.push(Damaged { number, name, faults });
    }
}

/// What a log folds into.
struct Folded {
    table: GameState,
    ended_at: Option<i64>,
}

/// Folds a log, as far as it can be understood.
fn fold(
    game: Fields<'_>,
    events: &[Row],
    books: &mut Books,
    faults: &mut Vec<String>,
) -> Result<Folded, String> {
    let (rules, rules_hash) = books.open(game.text("rules")?)?;
    if game.text("rules_hash")? != rules_hash {
        faults.push("its rules are not those of its hash".to_owned());
    }
    let terms: Terms = serde_json::from_str(game.text("terms")?)
        .map_err(|error| format!("its terms cannot be understood: {error}"))?;
    let table =
        GameState::new(rules, terms).map_err(|reason| format!("it cannot have begun like this: {reason}"))?;
    let mut folded = Folded { table, ended_at: None };
    for (seq, row) in (1..).zip(events) {
        let event = Fields::new(&GAME_EVENT, row);
        let found = event.integer("seq")?;
        if found != seq {
            return Err(format!("event {seq} is missing: after {} comes {found}", seq - 1));
        }
        folded.add(event).map_err(|reason| format!("event {seq} {reason}"))?;
    }
    Ok(folded)
}

impl Folded {
    fn add(&mut self, event: Fields<'_>) -> Result<(), String> {
        let (at, body) = (event.integer("at")?, event.text("body")?);
        let entry: EventKind =
            serde_json::from_str(body).map_err(|error| format!("cannot be understood: {error}"))?;
        self.table
            .apply(&entry, Timestamp(at))
            .map_err(|error| format!("does not follow from those before: {error}"))?;
        if self.ended_at.is_none() && self.table.columns().over {
            self.ended_at = Some(at);
        }
        Ok(())
    }

    /// What is kept beside the log is what follows from it.
    fn compare(&self, game: Fields<'_>, faults: &mut Vec<String>) {
        let columns = self.table.columns();
        let followed = [
            ("seq", i64::try_from(self.table.seq()).ok()),
            ("deadline", columns.deadline.map(|time| time.0)),
            ("judged_since", columns.judged_since.map(|time| time.0)),
            ("computer_is_asked", Some(i64::from(columns.computer_is_asked))),
            ("ended_at", self.ended_at),
        ];
        let told = |number: Option<i64>| number.map_or("nothing".to_owned(), |number| number.to_string());
        for (column, follows) in followed {
            match game.number(column) {
                Ok(found) if found == follows => {}
                Ok(found) => {
                    faults.push(format!("{column} is {}, by the log {}", told(found), told(follows)));
                }
                Err(fault) => faults.push(fault),
            }
        }
    }

    /// Those sit there who play.
    fn seats(&self, number: i64, people: &People, faults: &mut Vec<String>) {
        let mut playing = self.table.terms().accounts();
        playing.sort();
        let seated: Vec<_> = people.seats(number).collect();
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

    /// A rated game that was decided has changed the ratings of both, once.
    fn ratings(&self, number: i64, people: &People, faults: &mut Vec<String>) {
        let changes: Vec<_> = people.changes(number).collect();
        let change = RatedGame::of(&self.table);
        if changes.is_empty() {
            if change.is_some() {
                faults.push("it counts for the ratings, and no rating has changed with it".to_owned());
            }
            return;
        }
        if !self.table.terms().rated || !self.table.columns().over {
            faults.push("ratings have changed with it, and it does not count for them".to_owned());
            return;
        }
        let mut playing = self.table.terms().accounts();
        playing.sort();
        if !changes.iter().map(|change| change.account).eq(playing) {
            faults.push("the ratings that have changed with it are not those of its two players".to_owned());
        }
        // By rules that have got another name since, the pool is not known any more.
        let pool = change.as_ref().map(|change| change.pool.as_str());
        for found in changes {
            if pool.is_some_and(|pool| pool != people.pool(found)) {
                let (is, pool) = (people.pool(found), pool.unwrap_or_default());
                faults.push(format!(
                    "the rating of {} has changed in {is}, and should in {pool}",
                    found.account
                ));
            }
            if Some(found.at) != self.ended_at {
                faults.push(format!("the rating of {} has changed when the game did not end", found.account));
            }
        }
    }
}

/// A command is answered with an event that is there.
fn commands(rows: &[Row], last: u64, faults: &mut Vec<String>) {
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
