//! Games.

use deadpool_postgres::GenericClient;
use tokio_postgres::Row;

use super::{column, first, json, number, parsed, text, time, time_or_none, unsigned};
use crate::archived_log::decode;
use crate::postgres::error::PostgresError;
use crate::postgres::pool::Pool;
use crate::postgres::replicas::Replicas;
use crate::postgres::session::{Values, rows};
use crate::records::{AppendOutcome, CommandRecord, GameFilter, NewGame, StoredEvent, StoredGame};
use crate::secret::hash;
use play::id::{AccountId, GameId};
use play::time::Timestamp;

/// Returns a query of games `g` with this condition, order and limit; `from` is where the games come from.
macro_rules! game {
    ($rest:literal) => {
        game!("game g", $rest)
    };
    ($from:literal, $rest:literal) => {
        concat!(
            "select g.id, g.number, g.created_at, r.rules, g.rules_hash, g.terms, g.seq, g.deadline, g.judged_since, \
             g.ended_at, g.final_state from ",
            $from,
            " left join rule_set r on r.hash = g.rules_hash ",
            $rest
        )
    };
}

/// Returns a statement that creates a game and its seats, with the values of [`Creation`] as its first parameters. The
/// query `condition` decides whether the game is created: it returns one row or none.
macro_rules! create {
    ($condition:literal) => {
        concat!(
            "with condition as (",
            $condition,
            "), inserted_rules as (
                insert into rule_set (hash, rules) select $4::text, $3::text from condition on conflict do nothing
            ), created as (
                insert into game (id, created_at, rules_hash, terms, computer_is_asked)
                select $1::text, $2::bigint, $4::text, $5::text, $6::boolean from condition
                returning number
            ), inserted_seats as (
                insert into seat (account, number)
                select a.account, c.number from created c cross join unnest($7::text[]) as a (account)
            )
            select number from created"
        )
    };
}
pub(super) use create;

const CREATE: &str = create!("select 1");

/// The values of a new game.
pub(super) struct Creation<'a> {
    game: &'a NewGame,
    id: &'a str,
    rules_hash: String,
    terms: String,
    accounts: Vec<&'a str>,
}

impl<'a> Creation<'a> {
    pub(super) fn new(game: &'a NewGame) -> Self {
        let accounts = game.accounts.iter().map(AccountId::as_str).collect();
        let (rules_hash, terms) = (hash(&game.rules), game.terms.to_string());
        Self { game, id: game.id.as_str(), rules_hash, terms, accounts }
    }

    pub(super) fn values(&self) -> [&(dyn tokio_postgres::types::ToSql + Sync); 7] {
        let NewGame { created_at, rules, awaits_engine, .. } = self.game;
        [&self.id, &created_at.0, rules, &self.rules_hash, &self.terms, awaits_engine, &self.accounts]
    }

    /// Returns the stored game, whose number is in the row.
    pub(super) fn into_stored_game(self, row: &Row) -> Result<StoredGame, PostgresError> {
        Ok(StoredGame {
            id: self.game.id,
            number: unsigned(row, 0)?,
            created_at: self.game.created_at,
            rules: self.game.rules.clone(),
            rules_hash: self.rules_hash,
            terms: self.game.terms.clone(),
            seq: 0,
            deadline: None,
            awaits_admin_since: None,
            ended_at: None,
            final_state: None,
        })
    }
}

fn no_number() -> PostgresError {
    PostgresError::Unexpected("the server returned no number for a new game".to_owned())
}

/// Creates a game within a transaction.
pub(crate) async fn create_within(
    client: &impl GenericClient,
    game: &NewGame,
) -> Result<StoredGame, PostgresError> {
    let creation = Creation::new(game);
    let created = rows(client, CREATE, &creation.values()).await?;
    creation.into_stored_game(first(&created).ok_or_else(no_number)?)
}

pub(crate) async fn create_game(pool: &Pool, game: NewGame) -> Result<StoredGame, PostgresError> {
    let creation = Creation::new(&game);
    let created = pool.write(CREATE, &creation.values()).await?;
    creation.into_stored_game(first(&created).ok_or_else(no_number)?)
}

pub(crate) async fn game(pool: &Pool, id: GameId) -> Result<Option<StoredGame>, PostgresError> {
    first(&pool.read(game!("where g.id = $1"), &[&id.as_str()]).await?).map(game_from_row).transpose()
}

pub(crate) async fn game_by_number(pool: &Pool, number: u64) -> Result<Option<StoredGame>, PostgresError> {
    // A number that does not fit belongs to no game.
    let Ok(number) = i64::try_from(number) else { return Ok(None) };
    first(&pool.read(game!("where g.number = $1"), &[&number]).await?).map(game_from_row).transpose()
}

pub(crate) async fn games_by_account(
    replicas: &Replicas,
    account: AccountId,
    filter: GameFilter,
    before: u64,
    limit: usize,
) -> Result<Vec<StoredGame>, PostgresError> {
    let query = match filter {
        GameFilter::All => game!(
            "seat s join game g on g.number = s.number",
            "where s.account = $1 and s.number < $2 order by s.number desc limit $3"
        ),
        GameFilter::Running => game!(
            "seat s join game g on g.number = s.number",
            "where s.account = $1 and s.number < $2 and not s.is_over order by s.number desc limit $3"
        ),
        GameFilter::Over => game!(
            "seat s join game g on g.number = s.number",
            "where s.account = $1 and s.number < $2 and s.is_over order by s.number desc limit $3"
        ),
    };
    let values: Values<'_> = &[&account.as_str(), &number(before), &number(limit as u64)];
    replicas.read(query, values).await?.iter().map(game_from_row).collect()
}

pub(crate) async fn running_games(
    replicas: &Replicas,
    before: u64,
    limit: usize,
) -> Result<Vec<StoredGame>, PostgresError> {
    let query = game!("where g.ended_at is null and g.number < $1 order by g.number desc limit $2");
    let values: Values<'_> = &[&number(before), &number(limit as u64)];
    replicas.read(query, values).await?.iter().map(game_from_row).collect()
}

pub(crate) async fn count_running_games(replicas: &Replicas) -> Result<u64, PostgresError> {
    let query = "select count(*) from game where ended_at is null";
    let rows = replicas.read(query, &[]).await?;
    first(&rows).map_or(Ok(0), |row| unsigned(row, 0))
}

pub(crate) async fn engine_games(
    pool: &Pool,
    after: u64,
    limit: usize,
) -> Result<Vec<StoredGame>, PostgresError> {
    let query = game!("where g.computer_is_asked and g.number > $1 order by g.number limit $2");
    pool.read(query, &[&number(after), &number(limit as u64)]).await?.iter().map(game_from_row).collect()
}

pub(crate) async fn disputed_games(pool: &Pool, limit: usize) -> Result<Vec<StoredGame>, PostgresError> {
    let query = game!("where g.judged_since is not null order by g.judged_since limit $1");
    pool.read(query, &[&number(limit as u64)]).await?.iter().map(game_from_row).collect()
}

pub(crate) async fn events(
    pool: &Pool,
    game: GameId,
    after: u64,
    limit: usize,
) -> Result<Vec<StoredEvent>, PostgresError> {
    // An archived log comes before the events that were appended later.
    let query = "select seq, at, body, null::bytea from game_event where game = $1 and seq > $2
        union all select last, 0, '', events from archived_log where game = $1 and last > $2
        order by 1 limit $3";
    let found = pool.read(query, &[&game.as_str(), &number(after), &number(limit as u64)]).await?;
    let mut events = Vec::with_capacity(found.len());
    for row in &found {
        match column::<Option<&[u8]>>(row, 3)? {
            None => {
                events.push(StoredEvent { seq: unsigned(row, 0)?, at: time(row, 1)?, body: json(row, 2)? });
            }
            Some(bytes) => {
                let archived = decode(bytes).map_err(|error| PostgresError::Unreadable(error.to_string()))?;
                events.extend(archived.into_iter().filter(|event| event.seq > after));
            }
        }
    }
    events.truncate(limit);
    Ok(events)
}

pub(crate) async fn clocked_games(
    pool: &Pool,
    after: u64,
    limit: usize,
) -> Result<Vec<(u64, GameId)>, PostgresError> {
    // Terms are written without spaces, and quotes within texts are escaped.
    let query = "select number, id from game where ended_at is null and deadline is not null and number > $1
        and terms not like '%\"kind\":\"days\"%' order by number limit $2";
    let found = pool.read(query, &[&number(after), &number(limit as u64)]).await?;
    found.iter().map(|row| Ok((unsigned(row, 0)?, parsed(row, 1)?))).collect()
}

/// The column `look_at` is at most `deadline` and changes less often. Games with a later deadline had a move since, and
/// their `look_at` is set to the current deadline.
pub(crate) async fn overdue_games(
    pool: &Pool,
    now: Timestamp,
    limit: usize,
) -> Result<Vec<GameId>, PostgresError> {
    let query = "select id, deadline from game where look_at is not null and look_at <= $1 order by deadline limit $2";
    let found = pool.read(query, &[&now.0, &number(limit as u64)]).await?;
    let (mut overdue, mut later) = (Vec::new(), Vec::new());
    for row in &found {
        let game: GameId = parsed(row, 0)?;
        if time_or_none(row, 1)?.is_some_and(|deadline| deadline <= now) {
            overdue.push(game);
        } else {
            later.push(game.to_string());
        }
    }
    if !later.is_empty() {
        later.sort_unstable();
        let postpone =
            "update game set look_at = deadline where id = any($1) and look_at <= $2 and deadline > $2";
        pool.write(postpone, &[&later, &now.0]).await?;
    }
    Ok(overdue)
}

pub(crate) async fn record_final_state(
    pool: &Pool,
    game: GameId,
    seq: u64,
    final_state: String,
) -> Result<(), PostgresError> {
    let record = "update game set final_state = $3 where id = $1 and seq = $2 and ended_at is not null";
    pool.write(record, &[&game.as_str(), &number(seq), &final_state]).await?;
    Ok(())
}

pub(crate) async fn command_outcome(
    pool: &Pool,
    game: GameId,
    command: CommandRecord,
) -> Result<Option<AppendOutcome>, PostgresError> {
    let query = "select content, seq from command where game = $1 and id = $2";
    let found = pool.read(query, &[&game.as_str(), &text(&command.id)]).await?;
    let Some(row) = first(&found) else { return Ok(None) };
    let is_same = column::<&str>(row, 0)? == hash(&command.content);
    Ok(Some(if is_same {
        AppendOutcome::Duplicate { seq: unsigned(row, 1)? }
    } else {
        AppendOutcome::CommandIdReused
    }))
}

pub(crate) async fn last_event_numbers(
    pool: &Pool,
    games: Vec<GameId>,
) -> Result<Vec<(GameId, u64)>, PostgresError> {
    let games: Vec<&str> = games.iter().map(GameId::as_str).collect();
    let found = pool.read("select id, seq from game where id = any($1)", &[&games]).await?;
    found.iter().map(|row| Ok((parsed(row, 0)?, unsigned(row, 1)?))).collect()
}

pub(crate) async fn claim_engine_turn(
    pool: &Pool,
    game: GameId,
    now: Timestamp,
    until: Timestamp,
) -> Result<bool, PostgresError> {
    // A caller that waited for the lock of another claim evaluates the condition again, and gets no row.
    let claim = "update game set computer_until = $3 \
                 where id = $1 and computer_is_asked and coalesce(computer_until, 0) <= $2 returning 1";
    Ok(!pool.write(claim, &[&game.as_str(), &now.0, &until.0]).await?.is_empty())
}

fn game_from_row(row: &Row) -> Result<StoredGame, PostgresError> {
    Ok(StoredGame {
        id: parsed(row, 0)?,
        number: unsigned(row, 1)?,
        created_at: time(row, 2)?,
        rules: column(row, 3)?,
        rules_hash: column(row, 4)?,
        terms: json(row, 5)?,
        seq: unsigned(row, 6)?,
        deadline: time_or_none(row, 7)?,
        awaits_admin_since: time_or_none(row, 8)?,
        ended_at: time_or_none(row, 9)?,
        final_state: column(row, 10)?,
    })
}
