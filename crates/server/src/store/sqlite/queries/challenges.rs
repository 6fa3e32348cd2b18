//! Challenges.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{games, json, number, parsed, parsed_or_none};
use crate::id::{AccountId, ChallengeId};
use crate::store::{Accepted, NewChallenge, NewGame, Reach, State, StoredChallenge};
use crate::time::Timestamp;

const CHALLENGE: &str = "select id, created_at, expires_at, challenger, kind, challenged, rules, proposal, state, game \
     from challenge";

pub(in super::super) fn create(connection: &Connection, new: &NewChallenge) -> rusqlite::Result<()> {
    let challenged = match new.reach {
        Reach::Named(account) => Some(account.to_string()),
        Reach::Link | Reach::Lobby => None,
    };
    connection
        .prepare_cached(
            "insert into challenge (id, created_at, expires_at, challenger, kind, challenged, rules, proposal) \
             values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            new.id.as_str(),
            new.created_at.0,
            new.expires_at.0,
            new.challenger.as_str(),
            new.reach.as_str(),
            challenged,
            new.rules,
            new.proposal.to_string()
        ])?;
    Ok(())
}

pub(in super::super) fn challenge(
    connection: &Connection,
    id: ChallengeId,
) -> rusqlite::Result<Option<StoredChallenge>> {
    connection
        .prepare_cached(&format!("{CHALLENGE} where id = ?1"))?
        .query_row([id.as_str()], stored)
        .optional()
}

pub(in super::super) fn accept(
    connection: &Connection,
    id: ChallengeId,
    game: &NewGame,
    now: Timestamp,
) -> rusqlite::Result<Accepted> {
    let open = connection
        .prepare_cached("select 1 from challenge where id = ?1 and state = 'open' and expires_at > ?2")?
        .exists(params![id.as_str(), now.0])?;
    if !open {
        return Ok(Accepted::NotOpen);
    }
    let stored = games::create_game(connection, game)?;
    connection
        .prepare_cached("update challenge set state = 'accepted', game = ?2 where id = ?1")?
        .execute(params![id.as_str(), game.id.as_str()])?;
    Ok(Accepted::Game(Box::new(stored)))
}

pub(in super::super) fn end(
    connection: &Connection,
    id: ChallengeId,
    state: State,
) -> rusqlite::Result<bool> {
    let ended = connection
        .prepare_cached("update challenge set state = ?2 where id = ?1 and state = 'open'")?
        .execute(params![id.as_str(), state.as_str()])?;
    Ok(ended == 1)
}

pub(in super::super) fn lobby(
    connection: &Connection,
    now: Timestamp,
    limit: usize,
) -> rusqlite::Result<Vec<StoredChallenge>> {
    let query = format!(
        "{CHALLENGE} where kind = 'lobby' and state = 'open' and expires_at > ?1 order by created_at limit ?2"
    );
    connection.prepare_cached(&query)?.query_map(params![now.0, number(limit as u64)], stored)?.collect()
}

pub(in super::super) fn made(
    connection: &Connection,
    account: AccountId,
    now: Timestamp,
    limit: usize,
) -> rusqlite::Result<Vec<StoredChallenge>> {
    of_account(connection, "challenger", account, now, limit)
}

pub(in super::super) fn received(
    connection: &Connection,
    account: AccountId,
    now: Timestamp,
    limit: usize,
) -> rusqlite::Result<Vec<StoredChallenge>> {
    of_account(connection, "challenged", account, now, limit)
}

/// What nobody has accepted is kept for a while, so that its link can say so.
pub(in super::super) fn forget_expired(connection: &Connection, now: Timestamp) -> rusqlite::Result<()> {
    const KEPT: i64 = 30 * 24 * 3600 * 1000;
    connection
        .prepare_cached("delete from challenge where state <> 'accepted' and expires_at <= ?1")?
        .execute([now.0 - KEPT])?;
    Ok(())
}

fn of_account(
    connection: &Connection,
    column: &str,
    account: AccountId,
    now: Timestamp,
    limit: usize,
) -> rusqlite::Result<Vec<StoredChallenge>> {
    let query = format!(
        "{CHALLENGE} where {column} = ?1 and state = 'open' and expires_at > ?2 order by created_at desc limit ?3"
    );
    connection
        .prepare_cached(&query)?
        .query_map(params![account.as_str(), now.0, number(limit as u64)], stored)?
        .collect()
}

fn stored(row: &Row<'_>) -> rusqlite::Result<StoredChallenge> {
    let kind: String = row.get(4)?;
    let reach = match (kind.as_str(), parsed_or_none(row, 5)?) {
        (_, Some(account)) => Reach::Named(account),
        ("lobby", None) => Reach::Lobby,
        _ => Reach::Link,
    };
    let state: String = row.get(8)?;
    Ok(StoredChallenge {
        challenge: NewChallenge {
            id: parsed(row, 0)?,
            created_at: Timestamp(row.get(1)?),
            expires_at: Timestamp(row.get(2)?),
            challenger: parsed(row, 3)?,
            reach,
            rules: row.get(6)?,
            proposal: json(row, 7)?,
        },
        state: State::ALL.into_iter().find(|known| known.as_str() == state).unwrap_or(State::Withdrawn),
        game: parsed_or_none(row, 9)?,
    })
}
