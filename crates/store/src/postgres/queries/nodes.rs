//! The heartbeat of the site.

use tokio_postgres::Row;

use super::{only, parsed_or_none, time, time_or_none};
use crate::postgres::failed::Failed;
use crate::postgres::pool::Pool;
use crate::postgres::session::rows;
use crate::records::{Beat, Heartbeat, Outage};
use play::id::NodeId;
use play::time::Timestamp;

/// One node at a time looks at the heartbeat and changes it: the row is locked in between.
pub(crate) async fn beat(pool: &Pool, node: NodeId, now: Timestamp) -> Result<Beat, Failed> {
    let mut client = pool.take().await?;
    let work = async {
        let transaction = client.transaction().await?;
        let serves = "with beaten as (
                insert into node (id, beat_at) values ($1, $2)
                on conflict (id) do update set beat_at = greatest(node.beat_at, excluded.beat_at)
            )
            insert into heartbeat (id, at) values (1, $2) on conflict (id) do nothing";
        rows(&transaction, serves, &[&node.as_str(), &now.0]).await?;
        let before = "select at, outage_from, outage_to, mender, mending_until from heartbeat for update";
        let before = rows(&transaction, before, &[]).await?;
        let before = only(&before).map(stored).transpose()?;
        let (beat, after) = before.unwrap_or(Heartbeat { at: now, mending: None }).beat(node, now);
        let mending = after.mending.map(|(outage, mender, until)| (outage, mender.to_string(), until.0));
        let keep = "update heartbeat \
                    set at = $1, outage_from = $2, outage_to = $3, mender = $4, mending_until = $5";
        rows(
            &transaction,
            keep,
            &[
                &after.at.0,
                &mending.as_ref().map(|(outage, ..)| outage.from.0),
                &mending.as_ref().map(|(outage, ..)| outage.to.0),
                &mending.as_ref().map(|(_, mender, _)| mender),
                &mending.as_ref().map(|(.., until)| *until),
            ],
        )
        .await?;
        transaction.commit().await?;
        Ok(beat)
    };
    let outcome = pool.within(work).await;
    let beat = Pool::done(client, outcome)?;
    pool.committed();
    Ok(beat)
}

pub(crate) async fn is_served(pool: &Pool, now: Timestamp) -> Result<bool, Failed> {
    let heartbeat = "select at, outage_from, outage_to, mender, mending_until from heartbeat";
    let heartbeat = pool.read(heartbeat, &[]).await?;
    let heartbeat = only(&heartbeat).map(stored).transpose()?;
    Ok(heartbeat.is_some_and(|heartbeat| heartbeat.is_fine(now)))
}

pub(crate) async fn finish_recovery(pool: &Pool, node: NodeId) -> Result<(), Failed> {
    let mended = "update heartbeat \
                  set outage_from = null, outage_to = null, mender = null, mending_until = null where mender = $1";
    pool.write(mended, &[&node.as_str()]).await?;
    Ok(())
}

fn stored(row: &Row) -> Result<Heartbeat, Failed> {
    let outage = time_or_none(row, 1)?.zip(time_or_none(row, 2)?).map(|(from, to)| Outage { from, to });
    let mending = outage.zip(parsed_or_none(row, 3)?).zip(time_or_none(row, 4)?);
    Ok(Heartbeat {
        at: time(row, 0)?,
        mending: mending.map(|((outage, mender), until)| (outage, mender, until)),
    })
}
