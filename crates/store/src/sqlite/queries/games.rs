//! Games.

use rusqlite::{Connection, OptionalExtension, Result, Row, params};

use super::archived_logs::archived_events;
use super::{execute, first, json, list, moderation, number, parsed, ratings, time};
use crate::records::{Append, AppendOutcome, CommandRecord, GameFilter, NewGame, StoredEvent, StoredGame};
use crate::secret::hash;
use play::id::{AccountId, GameId};
use play::time::Timestamp;

/// The columns of a game `g` with its rules `r`.
const COLUMNS: &str = "g.id, g.number, g.created_at, r.rules, g.rules_hash, g.terms, g.seq, g.deadline, g.judged_since, \
     g.ended_at, g.final_state";
const RULES: &str = "left join rule_set r on r.hash = g.rules_hash";

/// Returns a query of games `g` with this condition, order and limit.
fn select(rest: &str) -> String {
    format!("select {COLUMNS} from game g {RULES} {rest}")
}

pub(crate) fn create_game(connection: &Connection, game: NewGame) -> Result<StoredGame> {
    let number: u64 =
        connection.query_row("select coalesce(max(number), 0) + 1 from game", [], |row| row.get(0))?;
    let rules_hash = hash(&game.rules);
    execute(
        connection,
        "insert or ignore into rule_set (hash, rules) values (?1, ?2)",
        [&rules_hash, &game.rules],
    )?;
    execute(
        connection,
        "insert into game (id, number, created_at, rules_hash, terms, computer_is_asked) \
         values (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            game.id.as_str(),
            number,
            game.created_at.0,
            rules_hash,
            game.terms.to_string(),
            game.awaits_engine
        ],
    )?;
    for account in &game.accounts {
        execute(
            connection,
            "insert into seat (account, number) values (?1, ?2)",
            params![account.as_str(), number],
        )?;
    }
    Ok(StoredGame {
        id: game.id,
        number,
        created_at: game.created_at,
        rules: game.rules,
        rules_hash,
        terms: game.terms,
        seq: 0,
        deadline: None,
        awaits_admin_since: None,
        ended_at: None,
        final_state: None,
    })
}

pub(crate) fn game(connection: &Connection, id: GameId) -> Result<Option<StoredGame>> {
    first(connection, &select("where g.id = ?1"), [id.as_str()], game_from_row)
}

pub(crate) fn game_by_number(connection: &Connection, number: u64) -> Result<Option<StoredGame>> {
    // A number that does not fit belongs to no game.
    let Ok(number) = i64::try_from(number) else { return Ok(None) };
    first(connection, &select("where g.number = ?1"), [number], game_from_row)
}

pub(crate) fn games_by_account(
    connection: &Connection,
    account: AccountId,
    filter: GameFilter,
    before: u64,
    limit: usize,
) -> Result<Vec<StoredGame>> {
    let condition = match filter {
        GameFilter::All => "",
        GameFilter::Running => "and s.is_over = 0",
        GameFilter::Over => "and s.is_over = 1",
    };
    // The cross join keeps the order of the loops: seats from the newest on, until there are enough.
    let query = format!(
        "select {COLUMNS} from seat s cross join game g on g.number = s.number {RULES} \
         where s.account = ?1 and s.number < ?2 {condition} order by s.number desc limit ?3"
    );
    list(connection, &query, params![account.as_str(), number(before), number(limit as u64)], game_from_row)
}

pub(crate) fn running_games(connection: &Connection, before: u64, limit: usize) -> Result<Vec<StoredGame>> {
    let query = select("where g.ended_at is null and g.number < ?1 order by g.number desc limit ?2");
    list(connection, &query, params![number(before), number(limit as u64)], game_from_row)
}

pub(crate) fn count_running_games(connection: &Connection) -> Result<u64> {
    connection
        .prepare_cached("select count(*) from game where ended_at is null")?
        .query_row([], |row| row.get(0))
}

pub(crate) fn engine_games(connection: &Connection, after: u64, limit: usize) -> Result<Vec<StoredGame>> {
    let query = select("where g.computer_is_asked = 1 and g.number > ?1 order by g.number limit ?2");
    list(connection, &query, params![number(after), number(limit as u64)], game_from_row)
}

pub(crate) fn disputed_games(connection: &Connection, limit: usize) -> Result<Vec<StoredGame>> {
    let query = select("where g.judged_since is not null order by g.judged_since limit ?1");
    list(connection, &query, [number(limit as u64)], game_from_row)
}

pub(crate) fn events(
    connection: &Connection,
    game: GameId,
    after: u64,
    limit: usize,
) -> Result<Vec<StoredEvent>> {
    let query = "select seq, at, body from game_event where game = ?1 and seq > ?2 order by seq limit ?3";
    let recent =
        list(connection, query, params![game.as_str(), number(after), number(limit as u64)], |row| {
            Ok(StoredEvent { seq: row.get(0)?, at: Timestamp(row.get(1)?), body: json(row, 2)? })
        })?;
    if recent.first().is_some_and(|event| event.seq == after + 1) {
        return Ok(recent);
    }
    let mut events = archived_events(connection, game, after)?;
    events.extend(recent);
    events.truncate(limit);
    Ok(events)
}

pub(crate) fn clocked_games(connection: &Connection, after: u64, limit: usize) -> Result<Vec<(u64, GameId)>> {
    // Terms are written without spaces, and quotes within texts are escaped.
    let query = "select number, id from game where ended_at is null and deadline is not null and number > ?1 \
         and terms not like '%\"kind\":\"days\"%' order by number limit ?2";
    list(connection, query, params![number(after), number(limit as u64)], |row| {
        Ok((row.get(0)?, parsed(row, 1)?))
    })
}

pub(crate) fn overdue_games(connection: &Connection, now: Timestamp, limit: usize) -> Result<Vec<GameId>> {
    let query =
        "select id from game where deadline is not null and deadline <= ?1 order by deadline limit ?2";
    list(connection, query, params![now.0, number(limit as u64)], |row| parsed(row, 0))
}

pub(crate) fn append(connection: &Connection, append: Append) -> Result<AppendOutcome> {
    let game = append.game.as_str();
    let seq: Option<u64> = first(connection, "select seq from game where id = ?1", [game], |row| row.get(0))?;
    let Some(seq) = seq else { return Ok(AppendOutcome::GameNotFound) };
    if let Some(command) = &append.command
        && let Some(known) = known_command(connection, append.game, command)?
    {
        return Ok(known);
    }
    if seq != append.after {
        return Ok(AppendOutcome::Conflict { seq });
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
    let awaits_admin_since = append.awaits_admin_since.map(|since| since.0);
    execute(
        connection,
        "update game set seq = ?2, deadline = ?3, judged_since = ?4, computer_is_asked = ?5, computer_until = null, \
         ended_at = coalesce(ended_at, ?6), final_state = ?7 where id = ?1",
        params![game, last, deadline, awaits_admin_since, append.awaits_engine, ended_at, append.final_state],
    )?;
    if append.ends {
        let end_seats = "update seat set is_over = 1 where number = (select number from game where id = ?1) and is_over = 0";
        execute(connection, end_seats, [game])?;
    }
    if let Some(rated) = &append.rated_game {
        ratings::update(connection, append.game, rated, append.at)?;
    }
    if let Some(next_game) = append.next_game {
        create_game(connection, next_game)?;
    }
    if let Some(entry) = &append.audit_entry {
        moderation::record(connection, entry)?;
    }
    if let Some(command) = &append.command {
        execute(
            connection,
            "insert into command (game, id, content, seq) values (?1, ?2, ?3, ?4)",
            params![game, command.id, hash(&command.content), last],
        )?;
    }
    Ok(AppendOutcome::Done { seq: last })
}

pub(crate) fn record_final_state(
    connection: &Connection,
    game: GameId,
    seq: u64,
    final_state: String,
) -> Result<()> {
    let record = "update game set final_state = ?3 where id = ?1 and seq = ?2 and ended_at is not null";
    execute(connection, record, params![game.as_str(), number(seq), final_state])?;
    Ok(())
}

pub(crate) fn command_outcome(
    connection: &Connection,
    game: GameId,
    command: CommandRecord,
) -> Result<Option<AppendOutcome>> {
    known_command(connection, game, &command)
}

/// Returns the outcome of a repeated command.
fn known_command(
    connection: &Connection,
    game: GameId,
    command: &CommandRecord,
) -> Result<Option<AppendOutcome>> {
    let known: Option<(String, u64)> = first(
        connection,
        "select content, seq from command where game = ?1 and id = ?2",
        [game.as_str(), &command.id],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    Ok(known.map(|(content, seq)| {
        if content == hash(&command.content) {
            AppendOutcome::Duplicate { seq }
        } else {
            AppendOutcome::CommandIdReused
        }
    }))
}

pub(crate) fn last_event_numbers(connection: &Connection, games: Vec<GameId>) -> Result<Vec<(GameId, u64)>> {
    let mut query = connection.prepare_cached("select seq from game where id = ?1")?;
    let mut found = Vec::new();
    for game in games {
        let seq = query.query_row([game.as_str()], |row| row.get(0)).optional()?;
        found.extend(seq.map(|seq| (game, seq)));
    }
    Ok(found)
}

pub(crate) fn claim_engine_turn(
    connection: &Connection,
    game: GameId,
    now: Timestamp,
    until: Timestamp,
) -> Result<bool> {
    let claimed = execute(
        connection,
        "update game set computer_until = ?3 \
         where id = ?1 and computer_is_asked = 1 and coalesce(computer_until, 0) <= ?2",
        params![game.as_str(), now.0, until.0],
    )?;
    Ok(claimed == 1)
}

fn game_from_row(row: &Row<'_>) -> Result<StoredGame> {
    Ok(StoredGame {
        id: parsed(row, 0)?,
        number: row.get(1)?,
        created_at: Timestamp(row.get(2)?),
        rules: row.get(3)?,
        rules_hash: row.get(4)?,
        terms: json(row, 5)?,
        seq: row.get(6)?,
        deadline: time(row, 7)?,
        awaits_admin_since: time(row, 8)?,
        ended_at: time(row, 9)?,
        final_state: row.get(10)?,
    })
}
