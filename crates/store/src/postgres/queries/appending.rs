//! Compare and append.

use std::borrow::Cow;
use std::collections::HashSet;

use deadpool_postgres::GenericClient;

use super::{column, number, parsed, text, unsigned};
use crate::postgres::failed::Failed;
use crate::postgres::pool::Pool;
use crate::postgres::session::rows;
use crate::records::{Append, Appended};
use crate::secret::hash;
use play::id::GameId;

/// Moves every game on that is where the caller saw it, and whose command is not known; adds their events and commands. One
/// row for each game, and what is told are the games that were moved.
///
/// That each statement sees what was committed before it (read committed) is enough. If two want to move the same game, the
/// second waits for the row and then looks at it again: its number is another by then, and it is left alone. That the second
/// look does not see a command that came meanwhile does no harm, because a command comes only with a higher number. The keys
/// of the tables, one event for each number and one command for each id, are the last defence, and never needed.
const MOVE_ON: &str = "
    with moved as (
        update game g
        set seq = w.last, deadline = w.deadline,
            look_at = case when w.deadline is not null then least(g.look_at, w.deadline) end,
            judged_since = w.judged_since, computer_is_asked = w.computer_is_asked, computer_until = null,
            ended_at = coalesce(g.ended_at, w.ended_at)
        from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[],
                    $8::boolean[], $9::bigint[], $10::text[], $11::text[])
            as w (game, after, last, at, bodies, deadline, judged_since, computer_is_asked, ended_at, command, content)
        where g.id = w.game and g.seq = w.after
            and not exists (select from command c where c.game = w.game and c.id = w.command)
        returning g.id, w.after, w.last, w.at, w.bodies, w.command, w.content
    ), told as (
        insert into game_event (game, seq, at, body)
        select m.id, m.after + e.place, m.at, e.body::text
        from moved m cross join lateral json_array_elements(m.bodies::json) with ordinality as e (body, place)
    ), obeyed as (
        insert into command (game, id, content, seq)
        select m.id, m.command, m.content, m.last from moved m where m.command is not null
    )
    select id from moved";

/// What became of appends that were left alone.
const LOOK_UP: &str = "
    select g.seq, c.content, c.seq as command_seq
    from unnest($1::text[], $2::text[]) with ordinality as w (game, command, place)
    left join game g on g.id = w.game
    left join command c on c.game = w.game and c.id = w.command
    order by w.place";

/// The number of the last event when it is done.
pub(crate) fn last(append: &Append) -> u64 {
    append.after.saturating_add(append.events.len() as u64)
}

/// Appends to games, of which each is named once; tells which were moved on. In a transaction they stay locked until its end.
pub(crate) async fn move_on(on: &impl GenericClient, appends: &[&Append]) -> Result<HashSet<GameId>, Failed> {
    let wanted = Wanted::new(appends)?;
    let moved = rows(
        on,
        MOVE_ON,
        &[
            &wanted.game,
            &wanted.after,
            &wanted.last,
            &wanted.at,
            &wanted.bodies,
            &wanted.deadline,
            &wanted.judged_since,
            &wanted.computer_is_asked,
            &wanted.ended_at,
            &wanted.command,
            &wanted.content,
        ],
    )
    .await?;
    moved.iter().map(|row| parsed(row, 0)).collect()
}

/// The same, column by column.
#[derive(Default)]
struct Wanted<'a> {
    game: Vec<&'a str>,
    after: Vec<i64>,
    last: Vec<i64>,
    at: Vec<i64>,
    /// The events of one append are one JSON array.
    bodies: Vec<String>,
    deadline: Vec<Option<i64>>,
    judged_since: Vec<Option<i64>>,
    computer_is_asked: Vec<bool>,
    ended_at: Vec<Option<i64>>,
    command: Vec<Option<Cow<'a, str>>>,
    content: Vec<Option<String>>,
}

impl<'a> Wanted<'a> {
    fn new(appends: &[&'a Append]) -> Result<Self, Failed> {
        let mut wanted = Self::default();
        for append in appends {
            let odd = |error: serde_json::Error| Failed::Odd(error.to_string());
            wanted.game.push(append.game.as_str());
            wanted.after.push(number(append.after));
            wanted.last.push(number(last(append)));
            wanted.at.push(append.at.0);
            wanted.bodies.push(serde_json::to_string(&append.events).map_err(odd)?);
            wanted.deadline.push(append.deadline.map(|deadline| deadline.0).filter(|_| !append.ends));
            wanted.judged_since.push(append.judged_since.map(|since| since.0));
            wanted.computer_is_asked.push(append.computer_is_asked);
            wanted.ended_at.push(append.ends.then_some(append.at.0));
            wanted.command.push(append.command.as_ref().map(|command| text(&command.id)));
            wanted.content.push(append.command.as_ref().map(|command| hash(&command.content)));
        }
        Ok(wanted)
    }
}

/// Says of appends that were left alone why.
pub(crate) async fn look_up(pool: &Pool, appends: &[&Append]) -> Result<Vec<Appended>, Failed> {
    if appends.is_empty() {
        return Ok(Vec::new());
    }
    let games: Vec<&str> = appends.iter().map(|append| append.game.as_str()).collect();
    let commands: Vec<Option<Cow<'_, str>>> =
        appends.iter().map(|append| append.command.as_ref().map(|command| text(&command.id))).collect();
    let found = pool.read(LOOK_UP, &[&games, &commands]).await?;
    let why = appends.iter().zip(&found).map(|(append, row)| {
        let seq: Option<i64> = column(row, 0)?;
        let content: Option<String> = column(row, 1)?;
        Ok(match (seq, content, &append.command) {
            (None, ..) => Appended::NoGame,
            (_, Some(content), Some(command)) if content == hash(&command.content) => {
                Appended::Before { seq: unsigned(row, 2)? }
            }
            (_, Some(_), _) => Appended::OtherCommand,
            (Some(_), None, _) => Appended::Meanwhile { seq: unsigned(row, 0)? },
        })
    });
    why.collect()
}
