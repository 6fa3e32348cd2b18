//! An append with which something else comes about: ratings, another game, an act of an administrator.

use super::super::failed::Failed;
use super::super::pool::Pool;
use super::super::queries::{appending, games, moderation, ratings};
use super::together::TRIES;
use crate::error::StoreError;
use crate::records::{Append, Appended};

/// Writes it in a transaction of its own.
pub(super) async fn append_alone(pool: &Pool, append: &Append) -> Result<Appended, StoreError> {
    let mut tries = 1..=TRIES;
    let is_done = loop {
        tries.next();
        match written(pool, append).await {
            Err(failed) if !tries.is_empty() && (failed.is_conflict() || failed.is_taken()) => {}
            other => break other?,
        }
    };
    if is_done {
        return Ok(Appended::Done { seq: appending::last(append) });
    }
    let found = appending::look_up(pool, &[append]).await?;
    found.into_iter().next().ok_or(StoreError::Closed)
}

/// Writes all of it, or nothing; false: the game had not come to where the caller saw it, or the command is known.
async fn written(pool: &Pool, append: &Append) -> Result<bool, Failed> {
    let mut client = pool.take().await?;
    let work = async {
        let transaction = client.transaction().await?;
        // From here to the end the game is locked, and nobody else moves it on.
        if appending::move_on(&transaction, &[append]).await?.is_empty() {
            return Ok(false);
        }
        if let Some(change) = &append.change {
            ratings::change(&transaction, append.game, change, append.at).await?;
        }
        if let Some(begins) = &append.begins {
            games::create_within(&transaction, begins).await?;
        }
        if let Some(act) = &append.act {
            moderation::record(&transaction, act).await?;
        }
        transaction.commit().await?;
        Ok(true)
    };
    let outcome = pool.within(work).await;
    let is_done = Pool::done(client, outcome)?;
    if is_done {
        pool.committed();
    }
    Ok(is_done)
}
