//! Appends with further changes: ratings, the next game, an audit entry.

use super::super::error::PostgresError;
use super::super::pool::Pool;
use super::super::queries::{append, games, moderation, ratings};
use super::batch::MAX_ATTEMPTS;
use crate::error::StoreError;
use crate::records::{Append, AppendOutcome};

/// Writes an append in its own transaction. Conflicts are retried.
pub(super) async fn append_in_transaction(pool: &Pool, append: &Append) -> Result<AppendOutcome, StoreError> {
    let mut attempts = 1..=MAX_ATTEMPTS;
    let is_done = loop {
        attempts.next();
        match try_append(pool, append).await {
            Err(error) if !attempts.is_empty() && (error.is_conflict() || error.is_unique_violation()) => {}
            other => break other?,
        }
    };
    if is_done {
        return Ok(AppendOutcome::Done { seq: append::last_seq(append) });
    }
    let outcomes = append::outcomes(pool, &[append]).await?;
    outcomes.into_iter().next().ok_or(StoreError::Closed)
}

/// Writes all changes or none. Returns false if the game has other events than the caller saw, or the command is known.
async fn try_append(pool: &Pool, append: &Append) -> Result<bool, PostgresError> {
    let mut client = pool.take().await?;
    let work = async {
        let transaction = client.transaction().await?;
        // The game stays locked until the end of the transaction.
        if append::append_all(&transaction, &[append]).await?.is_empty() {
            return Ok(false);
        }
        if let Some(rated) = &append.rated_game {
            ratings::update(&transaction, append.game, rated, append.at).await?;
        }
        if let Some(next_game) = &append.next_game {
            games::create_within(&transaction, next_game).await?;
        }
        if let Some(entry) = &append.audit_entry {
            moderation::record(&transaction, entry).await?;
        }
        transaction.commit().await?;
        Ok(true)
    };
    let result = pool.with_timeout(work).await;
    let is_done = Pool::give_back(client, result)?;
    if is_done {
        pool.record_commit();
    }
    Ok(is_done)
}
