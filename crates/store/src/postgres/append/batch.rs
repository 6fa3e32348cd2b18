//! A batch of appends to different games.

use super::super::error::PostgresError;
use super::super::pool::Pool;
use super::super::queries::append;
use crate::error::StoreError;
use crate::records::{Append, AppendOutcome};

/// Maximum number of attempts if an append conflicts with others.
pub(super) const MAX_ATTEMPTS: usize = 3;

/// Writes batches.
#[derive(Clone)]
pub(super) struct Batcher {
    /// Connections for batches.
    pub(super) pool: Pool,
    /// Connections for the outcomes of appends that a batch did not write.
    pub(super) lookups: Pool,
}

/// The outcome of each append of a batch, in its order.
type Outcomes = Vec<Result<AppendOutcome, StoreError>>;

impl Batcher {
    /// Writes appends with one statement. Returns the outcome of each; only committed appends are reported as done.
    pub(super) async fn append_batch(&self, appends: &[Append]) -> Outcomes {
        let appends: Vec<&Append> = appends.iter().collect();
        match self.try_append(&appends).await {
            Ok(outcomes) => outcomes,
            // Nothing was written, because of one append or a conflict: the others may succeed alone.
            Err(error) if error.is_statement_error() => {
                tracing::warn!(%error, appends = appends.len(), "append_batch_split");
                self.append_one_by_one(&appends).await
            }
            // It is unknown whether the batch was committed. A caller that repeats its command gets the outcome.
            Err(error) => repeat_error(error, appends.len()),
        }
    }

    async fn append_one_by_one(&self, appends: &[&Append]) -> Outcomes {
        let mut outcomes = Vec::with_capacity(appends.len());
        for append in appends {
            match self.append_one(append).await {
                Ok(outcome) => outcomes.extend(outcome),
                Err(error) if error.is_statement_error() => outcomes.push(Err(error.into())),
                // The server is gone: do not wait for the timeout of every append.
                Err(error) => {
                    outcomes.extend(repeat_error(error, appends.len() - outcomes.len()));
                    break;
                }
            }
        }
        outcomes
    }

    async fn append_one(&self, append: &Append) -> Result<Outcomes, PostgresError> {
        for _ in 1..MAX_ATTEMPTS {
            match self.try_append(&[append]).await {
                Err(error) if error.is_conflict() || error.is_unique_violation() => {}
                result => return result,
            }
        }
        self.try_append(&[append]).await
    }

    /// Executes the append statement, and looks up the outcomes of appends that it did not write. An error means that nothing
    /// was written, or that the connection was lost.
    async fn try_append(&self, appends: &[&Append]) -> Result<Outcomes, PostgresError> {
        let client = self.pool.take().await?;
        let written = self.pool.with_timeout(append::append_all(&client, appends)).await;
        let written = Pool::give_back(client, written)?;
        if !written.is_empty() {
            self.pool.record_commit();
        }
        let others: Vec<&Append> =
            appends.iter().filter(|append| !written.contains(&append.game)).copied().collect();
        let other_outcomes = match append::outcomes(&self.lookups, &others).await {
            Ok(outcomes) => outcomes.into_iter().map(Ok).collect(),
            Err(error) => repeat_error(error, others.len()),
        };
        let mut other_outcomes = other_outcomes.into_iter();
        let outcome = |append: &&Append| {
            if written.contains(&append.game) {
                return Ok(AppendOutcome::Done { seq: append::last_seq(append) });
            }
            other_outcomes.next().unwrap_or(Err(StoreError::Closed))
        };
        Ok(appends.iter().map(outcome).collect())
    }
}

/// Returns the same error for every append.
fn repeat_error(error: PostgresError, count: usize) -> Outcomes {
    vec![Err(StoreError::from(error)); count]
}
