//! Challenges.

use rusqlite::{Connection, Result, Row, params};

use super::{execute, first, games, json, list, number, parsed, parsed_or_none, unreadable};
use crate::records::{AcceptOutcome, Challenge, ChallengeState, ChallengeTarget, NewGame, StoredChallenge};
use play::id::{AccountId, ChallengeId};
use play::time::Timestamp;

const CHALLENGE: &str = "select id, created_at, expires_at, challenger, kind, challenged, rules, proposal, state, game \
     from challenge";

pub(crate) fn create_challenge(connection: &Connection, new: Challenge) -> Result<()> {
    let challenged = match new.target {
        ChallengeTarget::Player(account) => Some(account.to_string()),
        ChallengeTarget::Link | ChallengeTarget::Lobby => None,
    };
    execute(
        connection,
        "insert into challenge (id, created_at, expires_at, challenger, kind, challenged, rules, proposal) \
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            new.id.as_str(),
            new.created_at.0,
            new.expires_at.0,
            new.challenger.as_str(),
            new.target.as_str(),
            challenged,
            new.rules,
            new.proposal.to_string()
        ],
    )
    .map(drop)
}

pub(crate) fn challenge(connection: &Connection, id: ChallengeId) -> Result<Option<StoredChallenge>> {
    first(connection, &format!("{CHALLENGE} where id = ?1"), [id.as_str()], challenge_from_row)
}

pub(crate) fn accept_challenge(
    connection: &Connection,
    id: ChallengeId,
    game: NewGame,
    now: Timestamp,
) -> Result<AcceptOutcome> {
    let is_open = connection
        .prepare_cached("select 1 from challenge where id = ?1 and state = 'open' and expires_at > ?2")?
        .exists(params![id.as_str(), now.0])?;
    if !is_open {
        return Ok(AcceptOutcome::NotOpen);
    }
    let created = games::create_game(connection, game)?;
    execute(
        connection,
        "update challenge set state = 'accepted', game = ?2 where id = ?1",
        params![id.as_str(), created.id.as_str()],
    )?;
    Ok(AcceptOutcome::Game(Box::new(created)))
}

pub(crate) fn end_challenge(connection: &Connection, id: ChallengeId, state: ChallengeState) -> Result<bool> {
    let ended = execute(
        connection,
        "update challenge set state = ?2 where id = ?1 and state = 'open'",
        params![id.as_str(), state.as_str()],
    )?;
    Ok(ended == 1)
}

/// All offers are open for the same time, and the index is in the order in which they expire.
const LOBBY: &str =
    "where kind = 'lobby' and state = 'open' and expires_at > ?1 order by expires_at limit ?2";

pub(crate) fn lobby(connection: &Connection, now: Timestamp, limit: usize) -> Result<Vec<StoredChallenge>> {
    list(
        connection,
        &format!("{CHALLENGE} {LOBBY}"),
        params![now.0, number(limit as u64)],
        challenge_from_row,
    )
}

pub(crate) fn challenges_made(
    connection: &Connection,
    account: AccountId,
    now: Timestamp,
    limit: usize,
) -> Result<Vec<StoredChallenge>> {
    of_account(connection, "challenger", account, now, limit)
}

pub(crate) fn challenges_received(
    connection: &Connection,
    account: AccountId,
    now: Timestamp,
    limit: usize,
) -> Result<Vec<StoredChallenge>> {
    of_account(connection, "challenged", account, now, limit)
}

fn of_account(
    connection: &Connection,
    column: &str,
    account: AccountId,
    now: Timestamp,
    limit: usize,
) -> Result<Vec<StoredChallenge>> {
    let query = format!(
        "{CHALLENGE} where {column} = ?1 and state = 'open' and expires_at > ?2 order by created_at desc limit ?3"
    );
    list(connection, &query, params![account.as_str(), now.0, number(limit as u64)], challenge_from_row)
}

fn challenge_from_row(row: &Row<'_>) -> Result<StoredChallenge> {
    let kind: String = row.get(4)?;
    let target = ChallengeTarget::from_stored(&kind, parsed_or_none(row, 5)?);
    Ok(StoredChallenge {
        challenge: Challenge {
            id: parsed(row, 0)?,
            created_at: Timestamp(row.get(1)?),
            expires_at: Timestamp(row.get(2)?),
            challenger: parsed(row, 3)?,
            target: target.map_err(|error| unreadable(4, error))?,
            rules: row.get(6)?,
            proposal: json(row, 7)?,
        },
        state: parsed(row, 8)?,
        game: parsed_or_none(row, 9)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::queries::plan;

    #[test]
    fn the_lobby_is_read_in_the_order_of_its_index() {
        let plan = plan(&format!("{CHALLENGE} {LOBBY}"));
        assert!(plan.contains("challenge_open (") && !plan.contains("FOR ORDER BY"), "{plan}");
    }
}
