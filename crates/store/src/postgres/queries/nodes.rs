//! The heartbeat of the site.

use tokio_postgres::Row;

use super::{first, parsed_or_none, time, time_or_none};
use crate::postgres::error::PostgresError;
use crate::postgres::pool::Pool;
use crate::postgres::session::rows;
use crate::records::{Heartbeat, HeartbeatOutcome, Outage, Recovery};
use play::id::NodeId;
use play::time::Timestamp;

/// The row of the heartbeat is locked, so that one node at a time reads and changes it.
pub(crate) async fn heartbeat(
    pool: &Pool,
    node: NodeId,
    now: Timestamp,
) -> Result<HeartbeatOutcome, PostgresError> {
    let mut client = pool.take().await?;
    let work = async {
        let transaction = client.transaction().await?;
        let record = "with updated as (
                insert into node (id, beat_at) values ($1, $2)
                on conflict (id) do update set beat_at = greatest(node.beat_at, excluded.beat_at)
            )
            insert into heartbeat (id, at) values (1, $2) on conflict (id) do nothing";
        rows(&transaction, record, &[&node.as_str(), &now.0]).await?;
        let before = "select at, outage_from, outage_to, mender, mending_until from heartbeat for update";
        let before = rows(&transaction, before, &[]).await?;
        let before = first(&before).map(heartbeat_from_row).transpose()?;
        let (outcome, after) = before.unwrap_or(Heartbeat { at: now, recovery: None }).beat(node, now);
        let recovery = after.recovery;
        let update = "update heartbeat \
                    set at = $1, outage_from = $2, outage_to = $3, mender = $4, mending_until = $5";
        rows(
            &transaction,
            update,
            &[
                &after.at.0,
                &recovery.map(|recovery| recovery.outage.from.0),
                &recovery.map(|recovery| recovery.outage.to.0),
                &recovery.map(|recovery| recovery.leader.to_string()),
                &recovery.map(|recovery| recovery.until.0),
            ],
        )
        .await?;
        transaction.commit().await?;
        Ok(outcome)
    };
    let result = pool.with_timeout(work).await;
    let outcome = Pool::give_back(client, result)?;
    pool.record_commit();
    Ok(outcome)
}

pub(crate) async fn is_served(pool: &Pool, now: Timestamp) -> Result<bool, PostgresError> {
    let heartbeat = "select at, outage_from, outage_to, mender, mending_until from heartbeat";
    let heartbeat = pool.read(heartbeat, &[]).await?;
    let heartbeat = first(&heartbeat).map(heartbeat_from_row).transpose()?;
    Ok(heartbeat.is_some_and(|heartbeat| heartbeat.is_healthy(now)))
}

pub(crate) async fn finish_recovery(pool: &Pool, node: NodeId) -> Result<(), PostgresError> {
    let finish = "update heartbeat \
                  set outage_from = null, outage_to = null, mender = null, mending_until = null where mender = $1";
    pool.write(finish, &[&node.as_str()]).await?;
    Ok(())
}

fn heartbeat_from_row(row: &Row) -> Result<Heartbeat, PostgresError> {
    let outage = time_or_none(row, 1)?.zip(time_or_none(row, 2)?).map(|(from, to)| Outage { from, to });
    let recovery = outage.zip(parsed_or_none(row, 3)?).zip(time_or_none(row, 4)?);
    Ok(Heartbeat {
        at: time(row, 0)?,
        recovery: recovery.map(|((outage, leader), until)| Recovery { outage, leader, until }),
    })
}
