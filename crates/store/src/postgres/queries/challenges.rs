//! Challenges.

use tokio_postgres::Row;

use super::games::{Creation, create};
use super::{column, first, json, number, parsed, parsed_or_none, time, unreadable};
use crate::postgres::error::PostgresError;
use crate::postgres::pool::Pool;
use crate::records::{AcceptOutcome, Challenge, ChallengeState, ChallengeTarget, NewGame, StoredChallenge};
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

pub(crate) async fn create_challenge(pool: &Pool, new: Challenge) -> Result<(), PostgresError> {
    let challenged = match new.target {
        ChallengeTarget::Player(account) => Some(account.to_string()),
        ChallengeTarget::Link | ChallengeTarget::Lobby => None,
    };
    pool.write(
        "insert into challenge (id, created_at, expires_at, challenger, kind, challenged, rules, proposal) \
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        &[
            &new.id.as_str(),
            &new.created_at.0,
            &new.expires_at.0,
            &new.challenger.as_str(),
            &new.target.as_str(),
            &challenged,
            &new.rules,
            &new.proposal.to_string(),
        ],
    )
    .await?;
    Ok(())
}

pub(crate) async fn challenge(
    pool: &Pool,
    id: ChallengeId,
) -> Result<Option<StoredChallenge>, PostgresError> {
    first(&pool.read(challenge!("where id = $1"), &[&id.as_str()]).await?).map(challenge_from_row).transpose()
}

/// Of several players who accept at the same time, the first locks the row. The others wait for it, find that the
/// challenge is not open any more, and no game is created.
const ACCEPT: &str = create!(
    "update challenge set state = 'accepted', game = $1::text \
     where id = $8 and state = 'open' and expires_at > $9 returning 1"
);

pub(crate) async fn accept_challenge(
    pool: &Pool,
    id: ChallengeId,
    game: NewGame,
    now: Timestamp,
) -> Result<AcceptOutcome, PostgresError> {
    let creation = Creation::new(&game);
    let id = id.as_str();
    let [a, b, c, d, e, f, g] = creation.values();
    let created = pool.write(ACCEPT, &[a, b, c, d, e, f, g, &id, &now.0]).await?;
    match first(&created) {
        Some(row) => Ok(AcceptOutcome::Game(Box::new(creation.into_stored_game(row)?))),
        None => Ok(AcceptOutcome::NotOpen),
    }
}

pub(crate) async fn end_challenge(
    pool: &Pool,
    id: ChallengeId,
    state: ChallengeState,
) -> Result<bool, PostgresError> {
    let end = "update challenge set state = $2 where id = $1 and state = 'open' returning 1";
    Ok(!pool.write(end, &[&id.as_str(), &state.as_str()]).await?.is_empty())
}

pub(crate) async fn lobby(
    pool: &Pool,
    now: Timestamp,
    limit: usize,
) -> Result<Vec<StoredChallenge>, PostgresError> {
    // All offers are open for the same time, and the index is in the order in which they expire.
    let query = challenge!(
        "where kind = 'lobby' and state = 'open' and expires_at > $1 order by expires_at limit $2"
    );
    pool.read(query, &[&now.0, &number(limit as u64)]).await?.iter().map(challenge_from_row).collect()
}

pub(crate) async fn challenges_made(
    pool: &Pool,
    account: AccountId,
    now: Timestamp,
    limit: usize,
) -> Result<Vec<StoredChallenge>, PostgresError> {
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
) -> Result<Vec<StoredChallenge>, PostgresError> {
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
) -> Result<Vec<StoredChallenge>, PostgresError> {
    let rows = pool.read(query, &[&account.as_str(), &now.0, &number(limit as u64)]).await?;
    rows.iter().map(challenge_from_row).collect()
}

fn challenge_from_row(row: &Row) -> Result<StoredChallenge, PostgresError> {
    let target = ChallengeTarget::from_stored(column(row, 4)?, parsed_or_none(row, 5)?);
    Ok(StoredChallenge {
        challenge: Challenge {
            id: parsed(row, 0)?,
            created_at: time(row, 1)?,
            expires_at: time(row, 2)?,
            challenger: parsed(row, 3)?,
            target: target.map_err(|error| unreadable(row, 4, &error))?,
            rules: column(row, 6)?,
            proposal: json(row, 7)?,
        },
        state: parsed(row, 8)?,
        game: parsed_or_none(row, 9)?,
    })
}
