//! A batch of appends, each of another game.

use super::super::failed::Failed;
use super::super::pool::Pool;
use super::super::queries::appending;
use crate::error::StoreError;
use crate::records::{Append, Appended};

/// So many times what got in the way of others is tried.
pub(super) const TRIES: usize = 3;

/// Who writes batches.
#[derive(Clone)]
pub(super) struct Batcher {
    /// Connections for batches.
    pub(super) pool: Pool,
    /// Where it is looked up what became of those that were left alone.
    pub(super) reading: Pool,
}

type Answers = Vec<Result<Appended, StoreError>>;

impl Batcher {
    /// Writes all of them with one statement, and gives what became of each. Never more than what is committed is told as
    /// done.
    pub(super) async fn append_together(&self, appends: &[Append]) -> Answers {
        let appends: Vec<&Append> = appends.iter().collect();
        match self.written(&appends).await {
            Ok(answers) => answers,
            // Nothing of it was done, because of one of them or because of others: each may do better by itself.
            Err(failed) if failed.is_about_the_question() => {
                tracing::warn!(%failed, appends = appends.len(), "appends are written one by one");
                self.one_by_one(&appends).await
            }
            // Whether it was done nobody knows; who asks again with the same command learns it.
            Err(failed) => refused(failed, appends.len()),
        }
    }

    async fn one_by_one(&self, appends: &[&Append]) -> Answers {
        let mut answers = Vec::with_capacity(appends.len());
        for append in appends {
            match self.one(append).await {
                Ok(answer) => answers.extend(answer),
                Err(failed) if failed.is_about_the_question() => answers.push(Err(failed.into())),
                // The server is gone; it is not waited for as many times as there are appends.
                Err(failed) => {
                    answers.extend(refused(failed, appends.len() - answers.len()));
                    break;
                }
            }
        }
        answers
    }

    async fn one(&self, append: &Append) -> Result<Answers, Failed> {
        for _ in 1..TRIES {
            match self.written(&[append]).await {
                Err(failed) if failed.is_conflict() || failed.is_taken() => {}
                answered => return answered,
            }
        }
        self.written(&[append]).await
    }

    /// Sends the statement, and looks up what became of those that it left alone. A failure means that nothing was done, or
    /// that the connection was lost.
    async fn written(&self, appends: &[&Append]) -> Result<Answers, Failed> {
        let client = self.pool.take().await?;
        let moved = self.pool.within(appending::move_on(&client, appends)).await;
        let moved = Pool::done(client, moved)?;
        if !moved.is_empty() {
            self.pool.committed();
        }
        let left: Vec<&Append> =
            appends.iter().filter(|append| !moved.contains(&append.game)).copied().collect();
        let found = match appending::look_up(&self.reading, &left).await {
            Ok(found) => found.into_iter().map(Ok).collect(),
            Err(failed) => refused(failed, left.len()),
        };
        let mut found = found.into_iter();
        let answer = |append: &&Append| {
            if moved.contains(&append.game) {
                return Ok(Appended::Done { seq: appending::last(append) });
            }
            found.next().unwrap_or(Err(StoreError::Closed))
        };
        Ok(appends.iter().map(answer).collect())
    }
}

fn refused(failed: Failed, count: usize) -> Answers {
    vec![Err(StoreError::from(failed)); count]
}
