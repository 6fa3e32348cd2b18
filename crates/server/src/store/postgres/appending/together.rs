//! A batch of appends, each of another game.

use tokio::time::timeout;

use super::super::super::{Append, Appended, StoreError};
use super::super::failed::Failed;
use super::super::pool::{ANSWER, Pool};
use super::super::queries::appending;

/// So many times what got in the way of others is tried.
pub(super) const TRIES: usize = 3;

/// Writes all of them with one statement, and gives what became of each. Never more than what is committed is told as done.
pub(super) async fn append_together(pool: &Pool, appends: &[Append]) -> Vec<Result<Appended, StoreError>> {
    let appends: Vec<&Append> = appends.iter().collect();
    match written(pool, &appends).await {
        Ok(answers) => answers,
        // Nothing of it was done, because of one of them or because of others: each may do better by itself.
        Err(failed) if appends.len() > 1 && !failed.is_lost() => {
            tracing::warn!(%failed, appends = appends.len(), "appends are written one by one");
            let mut answers = Vec::with_capacity(appends.len());
            for append in appends {
                answers.push(one(pool, append).await);
            }
            answers
        }
        Err(failed) if appends.len() == 1 && (failed.is_conflict() || failed.is_taken()) => {
            vec![one(pool, appends[0]).await]
        }
        // Whether it was done nobody knows; who asks again with the same command learns it.
        Err(failed) => {
            let error = StoreError::from(failed);
            vec![Err(error); appends.len()]
        }
    }
}

async fn one(pool: &Pool, append: &Append) -> Result<Appended, StoreError> {
    for _ in 1..TRIES {
        match written(pool, &[append]).await {
            Err(failed) if failed.is_conflict() || failed.is_taken() => {}
            other => return only(other?),
        }
    }
    only(written(pool, &[append]).await?)
}

fn only(mut answers: Vec<Result<Appended, StoreError>>) -> Result<Appended, StoreError> {
    answers.pop().unwrap_or(Err(StoreError::Closed))
}

/// Sends the statement, and looks up what became of those that it left alone. A failure means that nothing was done, or that
/// the connection was lost.
async fn written(pool: &Pool, appends: &[&Append]) -> Result<Vec<Result<Appended, StoreError>>, Failed> {
    let client = pool.take().await?;
    let moved = timeout(ANSWER, appending::move_on(&client, appends)).await;
    let moved = Pool::done(client, moved)?;
    if !moved.is_empty() {
        pool.committed();
    }
    let left: Vec<&Append> = appends.iter().filter(|append| !moved.contains(&append.game)).copied().collect();
    let mut found = match appending::look_up(pool, &left).await {
        Ok(found) => found.into_iter().map(Ok).collect(),
        Err(failed) => vec![Err(StoreError::from(failed)); left.len()],
    }
    .into_iter();
    let answer = |append: &&Append| {
        if moved.contains(&append.game) {
            return Ok(Appended::Done { seq: append.after + append.events.len() as u64 });
        }
        found.next().unwrap_or(Err(StoreError::Closed))
    };
    Ok(appends.iter().map(answer).collect())
}
