//! Ratings.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::number;
use crate::id::{AccountId, GameId};
use crate::rating::{self, Rating};
use crate::store::{NewChange, RatingChange, RatingPoint, StoredRating};
use crate::time::Timestamp;

const RATING: &str = "select pool, rating, deviation, volatility, games, updated_at from rating";

/// Changes both ratings after a game. It is part of the transaction in which the game ends, so a game counts once.
pub(super) fn change(
    connection: &Connection,
    game: GameId,
    change: &NewChange,
    at: Timestamp,
) -> rusqlite::Result<()> {
    let number: u64 = connection
        .prepare_cached("select number from game where id = ?1")?
        .query_row([game.as_str()], |row| row.get(0))?;
    let before = |account| rested(connection, account, &change.pool, at);
    let (white, black) = rating::after_game(before(change.white)?, before(change.black)?, change.result);
    for (account, rating) in [(change.white, white), (change.black, black)] {
        let Rating { rating, deviation, volatility, games } = rating;
        connection
            .prepare_cached(
                "insert or replace into rating (account, pool, rating, deviation, volatility, games, updated_at) \
                 values (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![account.as_str(), change.pool, rating, deviation, volatility, games, at.0])?;
        connection
            .prepare_cached(
                "insert into rating_change (account, pool, number, at, rating, deviation) \
                 values (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![account.as_str(), change.pool, number, at.0, rating, deviation])?;
    }
    Ok(())
}

/// The rating as it is at this time, less certain after a long rest.
fn rested(
    connection: &Connection,
    account: AccountId,
    pool: &str,
    at: Timestamp,
) -> rusqlite::Result<Rating> {
    let found = connection
        .prepare_cached(&format!("{RATING} where account = ?1 and pool = ?2"))?
        .query_row(params![account.as_str(), pool], stored)
        .optional()?;
    Ok(found.map_or_else(Rating::default, |found| {
        found.rating.rested(at.since(found.updated_at).as_secs_f64() / 86_400.0)
    }))
}

pub(in super::super) fn of_account(
    connection: &Connection,
    account: AccountId,
) -> rusqlite::Result<Vec<StoredRating>> {
    connection
        .prepare_cached(&format!("{RATING} where account = ?1 order by pool"))?
        .query_map([account.as_str()], stored)?
        .collect()
}

pub(in super::super) fn history(
    connection: &Connection,
    account: AccountId,
    pool: &str,
    limit: usize,
) -> rusqlite::Result<Vec<RatingPoint>> {
    connection
        .prepare_cached(
            "select number, at, rating, deviation from rating_change where account = ?1 and pool = ?2 \
             order by number desc limit ?3",
        )?
        .query_map(params![account.as_str(), pool, number(limit as u64)], point)?
        .collect()
}

pub(in super::super) fn change_by(
    connection: &Connection,
    account: AccountId,
    pool: &str,
    game: u64,
) -> rusqlite::Result<Option<RatingChange>> {
    // Games end in another order than they begin: the time says which one was before.
    let points: rusqlite::Result<Vec<RatingPoint>> = connection
        .prepare_cached(
            "select number, at, rating, deviation from rating_change where account = ?1 and pool = ?2 \
             and at <= (select at from rating_change where account = ?1 and pool = ?2 and number = ?3) \
             order by at desc, number = ?3 desc limit 2",
        )?
        .query_map(params![account.as_str(), pool, number(game)], point)?
        .collect();
    Ok(RatingChange::of(points?))
}

fn point(row: &Row<'_>) -> rusqlite::Result<RatingPoint> {
    Ok(RatingPoint {
        number: row.get(0)?,
        at: Timestamp(row.get(1)?),
        rating: row.get(2)?,
        deviation: row.get(3)?,
    })
}

fn stored(row: &Row<'_>) -> rusqlite::Result<StoredRating> {
    let rating =
        Rating { rating: row.get(1)?, deviation: row.get(2)?, volatility: row.get(3)?, games: row.get(4)? };
    Ok(StoredRating { pool: row.get(0)?, rating, updated_at: Timestamp(row.get(5)?) })
}
