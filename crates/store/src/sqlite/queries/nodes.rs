//! The heartbeat of the site.

use rusqlite::{Connection, Result, Row, params};

use super::{execute, one, parsed_or_none, time};
use crate::records::{Beat, Heartbeat, Outage};
use play::id::NodeId;
use play::time::Timestamp;

pub(crate) fn beat(connection: &Connection, node: NodeId, now: Timestamp) -> Result<Beat> {
    let before = heartbeat(connection)?;
    let (beat, after) = before.unwrap_or(Heartbeat { at: now, mending: None }).beat(node, now);
    let (outage, mender, until) = after.mending.map_or((None, None, None), |(outage, mender, until)| {
        (Some(outage), Some(mender.to_string()), Some(until.0))
    });
    let (from, to) = (outage.map(|outage| outage.from.0), outage.map(|outage| outage.to.0));
    execute(
        connection,
        "insert or replace into heartbeat (id, at, outage_from, outage_to, mender, mending_until) \
         values (1, ?1, ?2, ?3, ?4, ?5)",
        params![after.at.0, from, to, mender, until],
    )?;
    Ok(beat)
}

fn heartbeat(connection: &Connection) -> Result<Option<Heartbeat>> {
    one(connection, "select at, outage_from, outage_to, mender, mending_until from heartbeat", [], stored)
}

pub(crate) fn is_served(connection: &Connection, now: Timestamp) -> Result<bool> {
    Ok(heartbeat(connection)?.is_some_and(|heartbeat| heartbeat.is_fine(now)))
}

pub(crate) fn finish_recovery(connection: &Connection, node: NodeId) -> Result<()> {
    execute(
        connection,
        "update heartbeat set outage_from = null, outage_to = null, mender = null, mending_until = null \
         where mender = ?1",
        [node.as_str()],
    )
    .map(drop)
}

fn stored(row: &Row<'_>) -> Result<Heartbeat> {
    let outage = time(row, 1)?.zip(time(row, 2)?).map(|(from, to)| Outage { from, to });
    let mending = outage.zip(parsed_or_none(row, 3)?).zip(time(row, 4)?);
    Ok(Heartbeat {
        at: Timestamp(row.get(0)?),
        mending: mending.map(|((outage, mender), until)| (outage, mender, until)),
    })
}
