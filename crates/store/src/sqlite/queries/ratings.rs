//! Ratings.

use rusqlite::{Connection, Result, Row, params};

use super::{execute, first, list, number};
use crate::records::{RatingChange, RatingPoint, StoredRating};
use play::id::{AccountId, GameId};
use play::rated_game::RatedGame;
use play::rating::{self, Rating};
use play::time::Timestamp;

/// The change with a game, and the one before. Games do not end in the order of their numbers: the time decides.
const CHANGE: &str = "select number, at, rating, deviation from rating_change where account = ?1 and pool = ?2 \
     and at <= (select at from rating_change where account = ?1 and pool = ?2 and number = ?3) \
     order by at desc, number = ?3 desc limit 2";
const RATING: &str = "select pool, rating, deviation, volatility, games, updated_at from rating";

/// Updates the ratings of both players, in the transaction that ends the game: so a game counts once.
pub(super) fn update(connection: &Connection, game: GameId, rated: &RatedGame, at: Timestamp) -> Result<()> {
    let number: u64 = connection
        .prepare_cached("select number from game where id = ?1")?
        .query_row([game.as_str()], |row| row.get(0))?;
    let before = |account| current_rating(connection, account, &rated.pool, at);
    let (white, black) = rating::after_game(before(rated.white)?, before(rated.black)?, rated.score);
    for (account, rating) in [(rated.white, white), (rated.black, black)] {
        let Rating { rating, deviation, volatility, games } = rating;
        execute(
            connection,
            "insert or replace into rating (account, pool, rating, deviation, volatility, games, updated_at) \
             values (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![account.as_str(), rated.pool, rating, deviation, volatility, games, at.0],
        )?;
        execute(
            connection,
            "insert into rating_change (account, pool, number, at, rating, deviation) \
             values (?1, ?2, ?3, ?4, ?5, ?6)",
            params![account.as_str(), rated.pool, number, at.0, rating, deviation],
        )?;
    }
    Ok(())
}

/// Returns the rating at this time: the deviation grows while no games are played.
fn current_rating(connection: &Connection, account: AccountId, pool: &str, at: Timestamp) -> Result<Rating> {
    let found = first(
        connection,
        &format!("{RATING} where account = ?1 and pool = ?2"),
        params![account.as_str(), pool],
        rating_from_row,
    )?;
    Ok(found.map_or_else(Rating::default, |found| {
        found.rating.after_inactivity(at.since(found.updated_at).as_secs_f64() / 86_400.0)
    }))
}

pub(crate) fn ratings(connection: &Connection, account: AccountId) -> Result<Vec<StoredRating>> {
    list(
        connection,
        &format!("{RATING} where account = ?1 order by pool"),
        [account.as_str()],
        rating_from_row,
    )
}

pub(crate) fn rating_history(
    connection: &Connection,
    account: AccountId,
    pool: String,
    limit: usize,
) -> Result<Vec<RatingPoint>> {
    list(
        connection,
        "select number, at, rating, deviation from rating_change where account = ?1 and pool = ?2 \
         order by number desc limit ?3",
        params![account.as_str(), pool, number(limit as u64)],
        rating_point_from_row,
    )
}

pub(crate) fn rating_change(
    connection: &Connection,
    account: AccountId,
    pool: String,
    game: u64,
) -> Result<Option<RatingChange>> {
    let points: Result<Vec<RatingPoint>> =
        list(connection, CHANGE, params![account.as_str(), pool, number(game)], rating_point_from_row);
    Ok(RatingChange::of(points?))
}

fn rating_point_from_row(row: &Row<'_>) -> Result<RatingPoint> {
    Ok(RatingPoint {
        game_number: row.get(0)?,
        at: Timestamp(row.get(1)?),
        rating: row.get(2)?,
        deviation: row.get(3)?,
    })
}

fn rating_from_row(row: &Row<'_>) -> Result<StoredRating> {
    let rating =
        Rating { rating: row.get(1)?, deviation: row.get(2)?, volatility: row.get(3)?, games: row.get(4)? };
    Ok(StoredRating { pool: row.get(0)?, rating, updated_at: Timestamp(row.get(5)?) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::queries::plan;

    #[test]
    fn the_change_before_is_found_by_an_index() {
        let plan = plan(CHANGE);
        assert!(plan.contains("rating_change_by_time (") && !plan.contains("FOR ORDER BY"), "{plan}");
    }
}
