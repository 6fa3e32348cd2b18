//! Challenges.

use tokio_postgres::Row;

use super::games::{Creation, create};
use super::{column, json, number, only, parsed, parsed_or_none, time};
use crate::postgres::failed::Failed;
use crate::postgres::pool::Pool;
use crate::records::{Accepted, NewChallenge, NewGame, Reach, State, StoredChallenge};
use play::id::{AccountId, ChallengeId};
use play::time::Timestamp;

macro_rules! challenge {
    ($rest:literal) => {
        concat!(
            "select id, created_at, expires_at, challenger, kind, challenged, rules, proposal, state, game from challenge ",
            $rest
        )
    };
}

pub(crate) async fn create_challenge(pool: &Pool, new: NewChallenge) -> Result<(), Failed> {
    let challenged = match new.reach {
        Reach::Named(account) => Some(account.to_string()),
        Reach::Link | Reach::Lobby => None,
    };
    pool.write(
        "insert into challenge (id, created_at, expires_at, challenger, kind, challenged, rules, proposal) \
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        &[
            &new.id.as_str(),
            &new.created_at.0,
            &new.expires_at.0,
            &new.challenger.as_str(),
            &new.reach.as_str(),
            &challenged,
            &new.rules,
            &new.proposal.to_string(),
        ],
    )
    .await?;
    Ok(())
}

pub(crate) async fn challenge(pool: &Pool, id: ChallengeId) -> Result<Option<StoredChallenge>, Failed> {
    only(&pool.read(challenge!("where id = $1"), &[&id.as_str()]).await?).map(stored).transpose()
}

/// Of several who accept at once, at whatever nodes, the first gets the row. The others look at it again when they get it, and
/// find that it is not open any more; then no game comes about.
const ACCEPT: &str = create!(
    "update challenge set state = 'accepted', game = $1::text \
     where id = $8 and state = 'open' and expires_at > $9 returning 1"
);

pub(crate) async fn accept_challenge(
    pool: &Pool,
    id: ChallengeId,
    game: NewGame,
    now: Timestamp,
) -> Result<Accepted, Failed> {
    let creation = Creation::new(&game);
    let id = id.as_str();
    let [a, b, c, d, e, f, g] = creation.values();
    let made = pool.write(ACCEPT, &[a, b, c, d, e, f, g, &id, &now.0]).await?;
    match only(&made) {
        Some(row) => Ok(Accepted::Game(Box::new(creation.stored(row)?))),
        None => Ok(Accepted::NotOpen),
    }
}

pub(crate) async fn end_challenge(pool: &Pool, id: ChallengeId, state: State) -> Result<bool, Failed> {
    let end = "update challenge set state = $2 where id = $1 and state = 'open' returning 1";
    Ok(!pool.write(end, &[&id.as_str(), &state.as_str()]).await?.is_empty())
}

pub(crate) async fn lobby(pool: &Pool, now: Timestamp, limit: usize) -> Result<Vec<StoredChallenge>, Failed> {
    let query = challenge!(
        "where kind = 'lobby' and state = 'open' and expires_at > $1 order by created_at limit $2"
    );
    pool.read(query, &[&now.0, &number(limit as u64)]).await?.iter().map(stored).collect()
}

pub(crate) async fn challenges_made(
    pool: &Pool,
    account: AccountId,
    now: Timestamp,
    limit: usize,
) -> Result<Vec<StoredChallenge>, Failed> {
    let query = challenge!(
        "where challenger = $1 and state = 'open' and expires_at > $2 order by created_at desc limit $3"
    );
    of_account(pool, query, account, now, limit).await
}

pub(crate) async fn challenges_received(
    pool: &Pool,
    account: AccountId,
    now: Timestamp,
    limit: usize,
) -> Result<Vec<StoredChallenge>, Failed> {
    let query = challenge!(
        "where challenged = $1 and state = 'open' and expires_at > $2 order by created_at desc limit $3"
    );
    of_account(pool, query, account, now, limit).await
}

async fn of_account(
    pool: &Pool,
    query: &str,
    account: AccountId,
    now: Timestamp,
    limit: usize,
) -> Result<Vec<StoredChallenge>, Failed> {
    let found = pool.read(query, &[&account.as_str(), &now.0, &number(limit as u64)]).await?;
    found.iter().map(stored).collect()
}

/// What nobody has accepted is kept for a while, so that its link can say so.
pub(crate) async fn forget_challenges(pool: &Pool, now: Timestamp) -> Result<(), Failed> {
    const KEPT: i64 = 30 * 24 * 3600 * 1000;
    let forget = "delete from challenge where state <> 'accepted' and expires_at <= $1";
    pool.write(forget, &[&(now.0 - KEPT)]).await?;
    Ok(())
}

fn stored(row: &Row) -> Result<StoredChallenge, Failed> {
    let reach = match (column(row, 4)?, parsed_or_none(row, 5)?) {
        (_, Some(account)) => Reach::Named(account),
        ("lobby", None) => Reach::Lobby,
        _ => Reach::Link,
    };
    let state: &str = column(row, 8)?;
    Ok(StoredChallenge {
        challenge: NewChallenge {
            id: parsed(row, 0)?,
            created_at: time(row, 1)?,
            expires_at: time(row, 2)?,
            challenger: parsed(row, 3)?,
            reach,
            rules: column(row, 6)?,
            proposal: json(row, 7)?,
        },
        state: State::ALL.into_iter().find(|known| known.as_str() == state).unwrap_or(State::Withdrawn),
        game: parsed_or_none(row, 9)?,
    })
}
