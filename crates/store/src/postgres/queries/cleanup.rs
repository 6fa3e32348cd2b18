//! Cleanup, in steps of a bounded number of rows.

use super::{column, number, parsed, time};
use crate::postgres::error::PostgresError;
use crate::postgres::pool::Pool;
use crate::records::{CommandPage, GuestPage, GuestPosition};
use play::id::{AccountId, GameId};
use play::time::Timestamp;

/// The condition that nothing refers to a guest `a` and that nobody has used it since `$1`.
macro_rules! is_unused {
    () => {
        "a.name is null and a.created_at <= $1 and a.role = 'player' and a.closed_at is null
        and not exists (select from access_key where account = a.id and (kind <> 'session' or last_used_at > $1))
        and not exists (select from seat where account = a.id)
        and not exists (select from challenge where challenger = a.id)
        and not exists (select from challenge where challenged = a.id)
        and not exists (select from shelf where account = a.id)
        and not exists (select from warning where account = a.id)
        and not exists (select from act where account = a.id)
        and not exists (select from act where admin = a.id)"
    };
}

pub(crate) async fn delete_expired_credentials(
    pool: &Pool,
    now: Timestamp,
    limit: usize,
) -> Result<usize, PostgresError> {
    let delete = "delete from access_key where id in
        (select id from access_key where expires_at <= $1 order by expires_at limit $2) returning 1";
    Ok(pool.write(delete, &[&now.0, &number(limit as u64)]).await?.len())
}

pub(crate) async fn delete_expired_challenges(
    pool: &Pool,
    before: Timestamp,
    limit: usize,
) -> Result<usize, PostgresError> {
    let delete = "delete from challenge where id in
        (select id from challenge where expires_at <= $1 order by expires_at limit $2) returning 1";
    Ok(pool.write(delete, &[&before.0, &number(limit as u64)]).await?.len())
}

pub(crate) async fn unused_guests(
    pool: &Pool,
    before: Timestamp,
    after: Option<GuestPosition>,
    limit: usize,
) -> Result<GuestPage, PostgresError> {
    let (created_at, id) =
        after.map_or((i64::MIN, String::new()), |after| (after.created_at.0, after.id.to_string()));
    let query = concat!(
        "select a.id, a.created_at, ",
        is_unused!(),
        " from account a where a.name is null and a.created_at <= $1 and (a.created_at, a.id) > ($2, $3)
        order by a.created_at, a.id limit $4"
    );
    let rows = pool.read(query, &[&before.0, &created_at, &id, &number(limit as u64)]).await?;
    let mut page = GuestPage::default();
    for row in &rows {
        let guest = GuestPosition { id: parsed(row, 0)?, created_at: time(row, 1)? };
        page.unused.extend(column::<bool>(row, 2)?.then_some(guest.id));
        page.last = Some(guest);
    }
    Ok(page)
}

/// A guest may have come back since it was found, so the condition is evaluated again. The lock keeps others from
/// referring to the guest meanwhile.
pub(crate) async fn delete_unused_guests(
    pool: &Pool,
    guests: Vec<AccountId>,
    before: Timestamp,
) -> Result<usize, PostgresError> {
    let delete = concat!(
        "with unused as (select a.id from account a where a.id = any($2) and ",
        is_unused!(),
        " for update of a), revoked as (
            delete from access_key k using unused u where k.account = u.id
        )
        delete from account a using unused u where a.id = u.id returning 1"
    );
    let guests: Vec<&str> = guests.iter().map(AccountId::as_str).collect();
    Ok(pool.write(delete, &[&before.0, &guests]).await?.len())
}

pub(crate) async fn finished_commands(
    pool: &Pool,
    before: Timestamp,
    after: Option<GameId>,
    limit: usize,
) -> Result<CommandPage, PostgresError> {
    let query = "select c.game, coalesce(g.ended_at <= $1, false)
        from (select distinct game from command where game > $2 order by game limit $3) c
        left join game g on g.id = c.game order by c.game";
    let after = after.map(|game| game.to_string()).unwrap_or_default();
    let rows = pool.read(query, &[&before.0, &after, &number(limit as u64)]).await?;
    let mut page = CommandPage::default();
    for row in &rows {
        let game = parsed(row, 0)?;
        page.finished.extend(column::<bool>(row, 1)?.then_some(game));
        page.last = Some(game);
    }
    Ok(page)
}

pub(crate) async fn delete_commands(pool: &Pool, games: Vec<GameId>) -> Result<usize, PostgresError> {
    let games: Vec<&str> = games.iter().map(GameId::as_str).collect();
    Ok(pool.write("delete from command where game = any($1) returning 1", &[&games]).await?.len())
}
