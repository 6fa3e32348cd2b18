//! Enlarges the file of a site: its finished games are multiplied and guests are added, which is faster than playing.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension, params};

use crate::Error;

/// The digits of the new ids: 8 of the characters that ids may have, in the order of SQLite.
const DIGITS: &[u8; 8] = b"23456789";
/// The length of an id.
const ID_LENGTH: usize = 20;
/// The lifetime of a session in milliseconds.
const SESSION_LIFETIME: i64 = 180 * 24 * 3_600_000;

/// Returns an id that no random one equals and that follows the one before, so that rows are added at the end of a table.
fn id(number: usize) -> String {
    let digit = |place: usize| char::from(DIGITS[number >> (3 * place).min(60) & 7]);
    (0..ID_LENGTH).rev().map(digit).collect()
}

/// Opens a file that no site serves. If the machine fails, it is useless.
fn open(path: &Path) -> Result<Connection, Error> {
    let connection = Connection::open(path)?;
    connection
        .execute_batch("pragma foreign_keys = off; pragma synchronous = off; pragma cache_size = -500000")?;
    Ok(connection)
}

/// Copies finished games until the site has at least `games` games. Copies have no command records, as if they had been
/// deleted. Games that have changed ratings or led to a rematch are not copied.
pub(super) fn multiply_games(path: &Path, games: usize) -> Result<(), Error> {
    let mut connection = open(path)?;
    let transaction = connection.transaction()?;
    let sources: Vec<(String, i64)> = transaction
        .prepare(
            "select id, number from game g where ended_at is not null and judged_since is null and computer_is_asked = 0 \
             and not exists (select 1 from rating_change where number = g.number) \
             and not exists (select 1 from game_event where game = g.id and body like '%next-game%')",
        )?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    let last: i64 = transaction.query_row("select max(number) from game", [], |row| row.get(0))?;
    let existing: usize = transaction.query_row("select count(*) from game", [], |row| row.get(0))?;
    if sources.is_empty() {
        return Err(Error::new("the site has no game that can be copied"));
    }
    {
        let mut game = transaction.prepare(
            "insert into game (id, number, created_at, rules_hash, terms, seq, ended_at, final_state) \
             select ?1, ?2, created_at, rules_hash, terms, seq, ended_at, final_state from game where id = ?3",
        )?;
        let mut events = transaction.prepare(
            "insert into game_event (game, seq, at, body) select ?1, seq, at, body from game_event where game = ?2",
        )?;
        let mut seats = transaction.prepare(
            "insert into seat (account, number, is_over) select account, ?1, 1 from seat where number = ?2",
        )?;
        for (copy, (source, number)) in (0..games.saturating_sub(existing)).zip(sources.iter().cycle()) {
            let (id, new_number) = (id(copy), last + 1 + copy as i64);
            game.execute(params![id, new_number, source])?;
            events.execute(params![id, source])?;
            seats.execute(params![new_number, number])?;
        }
    }
    Ok(transaction.commit()?)
}

/// Adds guests who came at `now`, each with a session and nothing else.
pub(super) fn add_guests(path: &Path, guests: usize, now: i64) -> Result<(), Error> {
    let mut connection = open(path)?;
    let transaction = connection.transaction()?;
    {
        let mut account =
            transaction.prepare("insert into account (id, created_at, role) values (?1, ?2, 'player')")?;
        let mut session = transaction.prepare(
            "insert into access_key (id, secret_hash, account, kind, label, scopes, created_at, last_used_at, expires_at) \
             values (?1, ?1, ?1, 'session', 'Firefox, Linux', '', ?2, ?2, ?3)",
        )?;
        for number in 0..guests {
            account.execute(params![id(number), now])?;
            session.execute(params![id(number), now, now + SESSION_LIFETIME])?;
        }
    }
    Ok(transaction.commit()?)
}

/// Sets the time of the last visit of the guests back, so that cleanup deletes them.
pub(super) fn age_guests(path: &Path, milliseconds: i64) -> Result<(), Error> {
    let connection = open(path)?;
    let first = id(0);
    // Random ids have other characters, too.
    connection.execute(
        "update access_key set created_at = created_at - ?1, last_used_at = last_used_at - ?1 where id glob ?2",
        params![milliseconds, format!("{}*", &first[..8])],
    )?;
    connection.execute(
        "update account set created_at = created_at - ?1 where id glob ?2",
        params![milliseconds, format!("{}*", &first[..8])],
    )?;
    Ok(())
}

/// Returns the number of guests without games.
pub(super) fn count_guests(path: &Path) -> Result<u64, Error> {
    let query = "select count(*) from account where name is null and id not in (select account from seat)";
    Ok(Connection::open(path)?.query_row(query, [], |row| row.get(0))?)
}

/// Returns the names of players, and the number of the newest game.
pub(super) fn players(path: &Path) -> Result<(Vec<String>, u64), Error> {
    let connection = Connection::open(path)?;
    let names = connection
        .prepare(
            "select distinct a.name from account a join seat s on s.account = a.id where a.name is not null",
        )?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let newest = connection.query_row("select max(number) from game", [], |row| row.get(0)).optional()?;
    Ok((names, newest.unwrap_or_default()))
}
