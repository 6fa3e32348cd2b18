//! Ratings.

use deadpool_postgres::GenericClient;
use tokio_postgres::Row;

use super::{column, first, number, time, unsigned};
use crate::postgres::error::PostgresError;
use crate::postgres::pool::Pool;
use crate::postgres::replicas::Replicas;
use crate::postgres::session::rows;
use crate::records::{RatingChange, RatingPoint, StoredRating};
use play::id::{AccountId, GameId};
use play::rated_game::RatedGame;
use play::rating::{self, Rating};
use play::time::Timestamp;

macro_rules! rating {
    ($rest:literal) => {
        concat!("select pool, rating, deviation, volatility, games, updated_at from rating ", $rest)
    };
}

/// Updates the ratings of both players. Belongs to the transaction that ends the game, so that a game counts once.
pub(crate) async fn update(
    client: &impl GenericClient,
    game: GameId,
    rated: &RatedGame,
    at: Timestamp,
) -> Result<(), PostgresError> {
    // Other games of these players may end at the same time: lock the accounts, always in the same order.
    let lock = "select 1 from account where id = any($1) order by id for no key update";
    rows(client, lock, &[&vec![rated.white.as_str(), rated.black.as_str()]]).await?;
    let white = current_rating(client, rated.white, &rated.pool, at).await?;
    let black = current_rating(client, rated.black, &rated.pool, at).await?;
    let (white, black) = rating::after_game(white, black, rated.score);
    let update = "with updated as (
            insert into rating (account, pool, rating, deviation, volatility, games, updated_at)
            values ($1, $2, $3, $4, $5, $6, $7)
            on conflict (account, pool) do update set rating = excluded.rating, deviation = excluded.deviation,
                volatility = excluded.volatility, games = excluded.games, updated_at = excluded.updated_at
        )
        insert into rating_change (account, pool, number, at, rating, deviation)
        select $1, $2, number, $7, $3, $4 from game where id = $8";
    for (account, rating) in [(rated.white, white), (rated.black, black)] {
        let Rating { rating, deviation, volatility, games } = rating;
        let (account, games, game) = (account.as_str(), number(games), game.as_str());
        rows(
            client,
            update,
            &[&account, &rated.pool, &rating, &deviation, &volatility, &games, &at.0, &game],
        )
        .await?;
    }
    Ok(())
}

/// Returns the rating at a time. The deviation grows while no games are played.
async fn current_rating(
    client: &impl GenericClient,
    account: AccountId,
    pool: &str,
    at: Timestamp,
) -> Result<Rating, PostgresError> {
    let found =
        rows(client, rating!("where account = $1 and pool = $2"), &[&account.as_str(), &pool]).await?;
    let Some(found) = first(&found).map(rating_from_row).transpose()? else { return Ok(Rating::default()) };
    Ok(found.rating.after_inactivity(at.since(found.updated_at).as_secs_f64() / 86_400.0))
}

pub(crate) async fn ratings(pool: &Pool, account: AccountId) -> Result<Vec<StoredRating>, PostgresError> {
    let query = rating!("where account = $1 order by pool collate \"C\"");
    pool.read(query, &[&account.as_str()]).await?.iter().map(rating_from_row).collect()
}

pub(crate) async fn rating_history(
    replicas: &Replicas,
    account: AccountId,
    rating_pool: String,
    limit: usize,
) -> Result<Vec<RatingPoint>, PostgresError> {
    let query = "select number, at, rating, deviation from rating_change where account = $1 and pool = $2 \
                 order by number desc limit $3";
    let found = replicas.read(query, &[&account.as_str(), &rating_pool, &number(limit as u64)]).await?;
    found.iter().map(rating_point_from_row).collect()
}

pub(crate) async fn rating_change(
    pool: &Pool,
    account: AccountId,
    rating_pool: String,
    game: u64,
) -> Result<Option<RatingChange>, PostgresError> {
    // Games do not end in the order of their numbers, so the previous change is found by time.
    let query = "select number, at, rating, deviation from rating_change where account = $1 and pool = $2 \
                 and at <= (select at from rating_change where account = $1 and pool = $2 and number = $3) \
                 order by at desc, (number = $3) desc limit 2";
    let found = pool.read(query, &[&account.as_str(), &rating_pool, &number(game)]).await?;
    let points: Result<Vec<RatingPoint>, PostgresError> = found.iter().map(rating_point_from_row).collect();
    Ok(RatingChange::of(points?))
}

fn rating_point_from_row(row: &Row) -> Result<RatingPoint, PostgresError> {
    Ok(RatingPoint {
        game_number: unsigned(row, 0)?,
        at: time(row, 1)?,
        rating: column(row, 2)?,
        deviation: column(row, 3)?,
    })
}

fn rating_from_row(row: &Row) -> Result<StoredRating, PostgresError> {
    let rating = Rating {
        rating: column(row, 1)?,
        deviation: column(row, 2)?,
        volatility: column(row, 3)?,
        games: unsigned(row, 4)?,
    };
    Ok(StoredRating { pool: column(row, 0)?, rating, updated_at: time(row, 5)? })
}
