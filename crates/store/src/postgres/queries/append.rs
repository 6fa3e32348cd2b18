//! Compare and append, for many games at once.

use std::borrow::Cow;
use std::collections::HashSet;

use deadpool_postgres::GenericClient;

use super::{column, number, parsed, text, unsigned};
use crate::postgres::error::PostgresError;
use crate::postgres::pool::Pool;
use crate::postgres::session::rows;
use crate::records::{Append, AppendOutcome};
use crate::secret::hash;
use play::id::GameId;

/// Updates every game whose last event is the one that the caller saw and whose command is unknown, and inserts its
/// events and its command; the seats of a game that ends are marked. Each game is named once. Returns the ids of the updated games.
///
/// The isolation level read committed is sufficient. If two statements update the same game, the second waits for the
/// row lock and then evaluates the condition again: the number of the last event has changed, and the game is skipped.
/// The second evaluation does not see a command that was inserted meanwhile, but a command never comes without a higher
/// number. The primary keys, one event for each number and one command for each id, are only a safeguard.
const APPEND: &str = "
    with appended as (
        update game g
        set seq = w.last, deadline = w.deadline,
            look_at = case when w.deadline is not null then least(g.look_at, w.deadline) end,
            judged_since = w.judged_since, computer_is_asked = w.computer_is_asked, computer_until = null,
            ended_at = coalesce(g.ended_at, w.ended_at), final_state = w.final_state
        from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[],
                    $8::boolean[], $9::bigint[], $10::text[], $11::text[], $12::text[])
            as w (game, after, last, at, bodies, deadline, judged_since, computer_is_asked, ended_at, command, content,
                  final_state)
        where g.id = w.game and g.seq = w.after
            and not exists (select from command c where c.game = w.game and c.id = w.command)
        returning g.id, g.number, w.after, w.last, w.at, w.bodies, w.ended_at, w.command, w.content
    ), inserted_events as (
        insert into game_event (game, seq, at, body)
        select m.id, m.after + e.place, m.at, e.body::text
        from appended m cross join lateral json_array_elements(m.bodies::json) with ordinality as e (body, place)
    ), ended_seats as (
        update seat s set is_over = true
        from appended m where m.ended_at is not null and s.number = m.number and not s.is_over
    ), inserted_commands as (
        insert into command (game, id, content, seq)
        select m.id, m.command, m.content, m.last from appended m where m.command is not null
    )
    select id from appended";

/// Looks up the outcomes of appends that were not written.
const OUTCOMES: &str = "
    select g.seq, c.content, c.seq as command_seq
    from unnest($1::text[], $2::text[]) with ordinality as w (game, command, place)
    left join game g on g.id = w.game
    left join command c on c.game = w.game and c.id = w.command
    order by w.place";

/// Returns the number of the last event after an append.
pub(crate) fn last_seq(append: &Append) -> u64 {
    append.after.saturating_add(append.events.len() as u64)
}

/// Appends to different games. Returns the games that were written; in a transaction they stay locked until its end.
pub(crate) async fn append_all(
    client: &impl GenericClient,
    appends: &[&Append],
) -> Result<HashSet<GameId>, PostgresError> {
    let columns = AppendColumns::new(appends)?;
    let written = rows(
        client,
        APPEND,
        &[
            &columns.game,
            &columns.after,
            &columns.last,
            &columns.at,
            &columns.bodies,
            &columns.deadline,
            &columns.awaits_admin_since,
            &columns.awaits_engine,
            &columns.ended_at,
            &columns.command,
            &columns.content,
            &columns.final_state,
        ],
    )
    .await?;
    written.iter().map(|row| parsed(row, 0)).collect()
}

/// Appends as columns of parameters.
#[derive(Default)]
struct AppendColumns<'a> {
    game: Vec<&'a str>,
    after: Vec<i64>,
    last: Vec<i64>,
    at: Vec<i64>,
    /// The events of each append, as a JSON array.
    bodies: Vec<String>,
    deadline: Vec<Option<i64>>,
    awaits_admin_since: Vec<Option<i64>>,
    awaits_engine: Vec<bool>,
    ended_at: Vec<Option<i64>>,
    command: Vec<Option<Cow<'a, str>>>,
    content: Vec<Option<String>>,
    final_state: Vec<Option<&'a str>>,
}

impl<'a> AppendColumns<'a> {
    fn new(appends: &[&'a Append]) -> Result<Self, PostgresError> {
        let mut columns = Self::default();
        for append in appends {
            let unexpected = |error: serde_json::Error| PostgresError::Unexpected(error.to_string());
            columns.game.push(append.game.as_str());
            columns.after.push(number(append.after));
            columns.last.push(number(last_seq(append)));
            columns.at.push(append.at.0);
            columns.bodies.push(serde_json::to_string(&append.events).map_err(unexpected)?);
            columns.deadline.push(append.deadline.map(|deadline| deadline.0).filter(|_| !append.ends));
            columns.awaits_admin_since.push(append.awaits_admin_since.map(|since| since.0));
            columns.awaits_engine.push(append.awaits_engine);
            columns.ended_at.push(append.ends.then_some(append.at.0));
            columns.command.push(append.command.as_ref().map(|command| text(&command.id)));
            columns.content.push(append.command.as_ref().map(|command| hash(&command.content)));
            columns.final_state.push(append.final_state.as_deref());
        }
        Ok(columns)
    }
}

/// Returns the outcomes of appends that were not written.
pub(crate) async fn outcomes(pool: &Pool, appends: &[&Append]) -> Result<Vec<AppendOutcome>, PostgresError> {
    if appends.is_empty() {
        return Ok(Vec::new());
    }
    let games: Vec<&str> = appends.iter().map(|append| append.game.as_str()).collect();
    let commands: Vec<Option<Cow<'_, str>>> =
        appends.iter().map(|append| append.command.as_ref().map(|command| text(&command.id))).collect();
    let rows = pool.read(OUTCOMES, &[&games, &commands]).await?;
    let outcomes = appends.iter().zip(&rows).map(|(append, row)| {
        let seq: Option<i64> = column(row, 0)?;
        let content: Option<String> = column(row, 1)?;
        Ok(match (seq, content, &append.command) {
            (None, ..) => AppendOutcome::GameNotFound,
            (_, Some(content), Some(command)) if content == hash(&command.content) => {
                AppendOutcome::Duplicate { seq: unsigned(row, 2)? }
            }
            (_, Some(_), _) => AppendOutcome::CommandIdReused,
            (Some(_), None, _) => AppendOutcome::Conflict { seq: unsigned(row, 0)? },
        })
    });
    outcomes.collect()
}
