//! Cleanup, in steps of a bounded number of rows.

use rusqlite::{Connection, Result, params};

use super::{execute, list, number, parsed};
use crate::records::{CommandPage, GuestPage, GuestPosition};
use play::id::{AccountId, GameId};
use play::time::Timestamp;

/// The condition that nothing refers to a guest `a` and that nobody has used it since `?1`.
const IS_UNUSED: &str = "a.name is null and a.created_at <= ?1 and a.role = 'player' and a.closed_at is null \
     and not exists (select 1 from access_key where account = a.id and (kind <> 'session' or last_used_at > ?1)) \
     and not exists (select 1 from seat where account = a.id) \
     and not exists (select 1 from challenge where challenger = a.id) \
     and not exists (select 1 from challenge where challenged = a.id) \
     and not exists (select 1 from shelf where account = a.id) \
     and not exists (select 1 from warning where account = a.id) \
     and not exists (select 1 from act where account = a.id) \
     and not exists (select 1 from act where admin = a.id)";

pub(crate) fn delete_expired_credentials(
    connection: &Connection,
    now: Timestamp,
    limit: usize,
) -> Result<usize> {
    execute(
        connection,
        "delete from access_key where id in \
         (select id from access_key where expires_at <= ?1 order by expires_at limit ?2)",
        params![now.0, number(limit as u64)],
    )
}

pub(crate) fn delete_expired_challenges(
    connection: &Connection,
    before: Timestamp,
    limit: usize,
) -> Result<usize> {
    execute(
        connection,
        "delete from challenge where id in \
         (select id from challenge where expires_at <= ?1 order by expires_at limit ?2)",
        params![before.0, number(limit as u64)],
    )
}

pub(crate) fn unused_guests(
    connection: &Connection,
    before: Timestamp,
    after: Option<GuestPosition>,
    limit: usize,
) -> Result<GuestPage> {
    let (created_at, id) =
        after.map_or((i64::MIN, String::new()), |after| (after.created_at.0, after.id.to_string()));
    let query = format!(
        "select a.id, a.created_at, {IS_UNUSED} from account a \
         where a.name is null and a.created_at <= ?1 and (a.created_at, a.id) > (?2, ?3) \
         order by a.created_at, a.id limit ?4"
    );
    let values = params![before.0, created_at, id, number(limit as u64)];
    let guests: Vec<(GuestPosition, bool)> = list(connection, &query, values, |row| {
        Ok((GuestPosition { id: parsed(row, 0)?, created_at: Timestamp(row.get(1)?) }, row.get(2)?))
    })?;
    Ok(GuestPage {
        unused: guests.iter().filter(|(_, is_unused)| *is_unused).map(|(guest, _)| guest.id).collect(),
        last: guests.last().map(|(guest, _)| *guest),
    })
}

pub(crate) fn delete_unused_guests(
    connection: &Connection,
    guests: Vec<AccountId>,
    before: Timestamp,
) -> Result<usize> {
    let mut is_unused =
        connection.prepare_cached(&format!("select 1 from account a where a.id = ?2 and {IS_UNUSED}"))?;
    let mut deleted = 0;
    for guest in guests {
        // A guest may have come back since it was found.
        if is_unused.exists(params![before.0, guest.as_str()])? {
            execute(connection, "delete from access_key where account = ?1", [guest.as_str()])?;
            deleted += execute(connection, "delete from account where id = ?1", [guest.as_str()])?;
        }
    }
    Ok(deleted)
}

pub(crate) fn finished_commands(
    connection: &Connection,
    before: Timestamp,
    after: Option<GameId>,
    limit: usize,
) -> Result<CommandPage> {
    let query = "select c.game, coalesce((select ended_at <= ?1 from game where id = c.game), 0) \
         from (select distinct game from command where game > ?2 order by game limit ?3) c order by c.game";
    let after = after.map(|game| game.to_string()).unwrap_or_default();
    let games: Vec<(GameId, bool)> =
        list(connection, query, params![before.0, after, number(limit as u64)], |row| {
            Ok((parsed(row, 0)?, row.get(1)?))
        })?;
    Ok(CommandPage {
        finished: games.iter().filter(|(_, is_finished)| *is_finished).map(|(game, _)| *game).collect(),
        last: games.last().map(|(game, _)| *game),
    })
}

pub(crate) fn delete_commands(connection: &Connection, games: Vec<GameId>) -> Result<usize> {
    let mut deleted = 0;
    for game in games {
        deleted += execute(connection, "delete from command where game = ?1", [game.as_str()])?;
    }
    Ok(deleted)
}
