//! The heartbeat of the site.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{parsed_or_none, time};
use crate::id::NodeId;
use crate::store::nodes::Heartbeat;
use crate::store::{Beat, Outage};
use crate::time::Timestamp;

pub(in super::super) fn beat(
    connection: &Connection,
    node: NodeId,
    now: Timestamp,
) -> rusqlite::Result<Beat> {
    let before = heartbeat(connection)?;
    let (beat, after) = before.unwrap_or(Heartbeat { at: now, mending: None }).beat(node, now);
    let (outage, mender, until) = after.mending.map_or((None, None, None), |(outage, mender, until)| {
        (Some(outage), Some(mender.to_string()), Some(until.0))
    });
    let (from, to) = (outage.map(|outage| outage.from.0), outage.map(|outage| outage.to.0));
    connection
        .prepare_cached(
            "insert or replace into heartbeat (id, at, outage_from, outage_to, mender, mending_until) \
             values (1, ?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![after.at.0, from, to, mender, until])?;
    Ok(beat)
}

fn heartbeat(connection: &Connection) -> rusqlite::Result<Option<Heartbeat>> {
    connection
        .prepare_cached("select at, outage_from, outage_to, mender, mending_until from heartbeat")?
        .query_row([], stored)
        .optional()
}

pub(in super::super) fn is_served(connection: &Connection, now: Timestamp) -> rusqlite::Result<bool> {
    Ok(heartbeat(connection)?.is_some_and(|heartbeat| heartbeat.is_fine(now)))
}

pub(in super::super) fn mended(connection: &Connection, node: NodeId) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "update heartbeat set outage_from = null, outage_to = null, mender = null, mending_until = null \
             where mender = ?1",
        )?
        .execute([node.as_str()])?;
    Ok(())
}

fn stored(row: &Row<'_>) -> rusqlite::Result<Heartbeat> {
    let outage = time(row, 1)?.zip(time(row, 2)?).map(|(from, to)| Outage { from, to });
    let mending = outage.zip(parsed_or_none(row, 3)?).zip(time(row, 4)?);
    Ok(Heartbeat {
        at: Timestamp(row.get(0)?),
        mending: mending.map(|((outage, mender), until)| (outage, mender, until)),
    })
}
