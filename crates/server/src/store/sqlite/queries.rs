//! What is asked of the database. Nothing here commits: the writer does, for many at a time.

use rusqlite::{Connection, OptionalExtension, Row, params};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::super::{Append, Appended, Command, NewGame, StoredEvent, StoredGame};
use crate::id::GameId;
use crate::time::Timestamp;

const GAME: &str =
    "select id, number, created_at, rules, rules_hash, terms, seq, deadline, ended_at from game";

pub(super) fn create_game(connection: &Connection, game: &NewGame) -> rusqlite::Result<StoredGame> {
    let number: u64 =
        connection.query_row("select coalesce(max(number), 0) + 1 from game", [], |row| row.get(0))?;
    let rules_hash = hash(&game.rules);
    connection
        .prepare_cached(
            "insert into game (id, number, created_at, rules, rules_hash, terms) values (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![
            game.id.as_str(),
            number,
            game.created_at.0,
            game.rules,
            rules_hash,
            game.terms.to_string()
        ])?;
    Ok(StoredGame {
        id: game.id,
        number,
        created_at: game.created_at,
        rules: game.rules.clone(),
        rules_hash,
        terms: game.terms.clone(),
        seq: 0,
        deadline: None,
        ended_at: None,
    })
}

pub(super) fn game(connection: &Connection, id: GameId) -> rusqlite::Result<Option<StoredGame>> {
    connection.prepare_cached(&format!("{GAME} where id = ?1"))?.query_row([id.as_str()], stored).optional()
}

pub(super) fn game_by_number(connection: &Connection, number: u64) -> rusqlite::Result<Option<StoredGame>> {
    // No game has a number that does not fit.
    let Ok(number) = i64::try_from(number) else { return Ok(None) };
    connection.prepare_cached(&format!("{GAME} where number = ?1"))?.query_row([number], stored).optional()
}

pub(super) fn events(
    connection: &Connection,
    game: GameId,
    after: u64,
    limit: usize,
) -> rusqlite::Result<Vec<StoredEvent>> {
    let mut query = connection.prepare_cached(
        "select seq, at, body from game_event where game = ?1 and seq > ?2 order by seq limit ?3",
    )?;
    let rows = query.query_map(params![game.as_str(), number(after), number(limit as u64)], |row| {
        Ok(StoredEvent { seq: row.get(0)?, at: Timestamp(row.get(1)?), body: json(row, 2)? })
    })?;
    rows.collect()
}

pub(super) fn overdue(
    connection: &Connection,
    now: Timestamp,
    limit: usize,
) -> rusqlite::Result<Vec<GameId>> {
    let mut query = connection.prepare_cached(
        "select id from game where deadline is not null and deadline <= ?1 order by deadline limit ?2",
    )?;
    query.query_map(params![now.0, number(limit as u64)], |row| id(row, 0))?.collect()
}

pub(super) fn append(connection: &Connection, append: &Append) -> rusqlite::Result<Appended> {
    let game = append.game.as_str();
    let seq: Option<u64> = connection
        .prepare_cached("select seq from game where id = ?1")?
        .query_row([game], |row| row.get(0))
        .optional()?;
    let Some(seq) = seq else { return Ok(Appended::NoGame) };
    if let Some(command) = &append.command
        && let Some(known) = known_command(connection, append.game, command)?
    {
        return Ok(known);
    }
    if seq != append.after {
        return Ok(Appended::Meanwhile { seq });
    }
    let mut insert =
        connection.prepare_cached("insert into game_event (game, seq, at, body) values (?1, ?2, ?3, ?4)")?;
    let mut last = seq;
    for event in &append.events {
        last += 1;
        insert.execute(params![game, last, append.at.0, event.to_string()])?;
    }
    let ended_at = append.ends.then_some(append.at.0);
    let deadline = append.deadline.map(|deadline| deadline.0).filter(|_| !append.ends);
    connection
        .prepare_cached(
            "update game set seq = ?2, deadline = ?3, ended_at = coalesce(ended_at, ?4) where id = ?1",
        )?
        .execute(params![game, last, deadline, ended_at])?;
    if let Some(command) = &append.command {
        connection
            .prepare_cached("insert into command (game, id, content, seq) values (?1, ?2, ?3, ?4)")?
            .execute(params![game, command.id, hash(&command.content), last])?;
    }
    Ok(Appended::Done { seq: last })
}

/// What became of the command when it was sent before.
pub(super) fn known_command(
    connection: &Connection,
    game: GameId,
    command: &Command,
) -> rusqlite::Result<Option<Appended>> {
    let known: Option<(String, u64)> = connection
        .prepare_cached("select content, seq from command where game = ?1 and id = ?2")?
        .query_row([game.as_str(), &command.id], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    Ok(known.map(|(content, seq)| {
        if content == hash(&command.content) { Appended::Before { seq } } else { Appended::OtherCommand }
    }))
}

fn stored(row: &Row<'_>) -> rusqlite::Result<StoredGame> {
    Ok(StoredGame {
        id: id(row, 0)?,
        number: row.get(1)?,
        created_at: Timestamp(row.get(2)?),
        rules: row.get(3)?,
        rules_hash: row.get(4)?,
        terms: json(row, 5)?,
        seq: row.get(6)?,
        deadline: row.get::<_, Option<i64>>(7)?.map(Timestamp),
        ended_at: row.get::<_, Option<i64>>(8)?.map(Timestamp),
    })
}

fn json(row: &Row<'_>, column: usize) -> rusqlite::Result<Value> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| unreadable(column, error))
}

fn id(row: &Row<'_>, column: usize) -> rusqlite::Result<GameId> {
    let text: String = row.get(column)?;
    text.parse().map_err(|error| unreadable(column, error))
}

fn unreadable(column: usize, error: impl std::error::Error + Send + Sync + 'static) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, Box::new(error))
}

/// Numbers beyond what the database knows are as good as its greatest.
fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn hash(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}
