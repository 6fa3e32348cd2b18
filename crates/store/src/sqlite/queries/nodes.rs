//! The heartbeat of the site.

use rusqlite::{Connection, Result, Row, params};

use super::{execute, first, parsed_or_none, time};
use crate::records::{Heartbeat, HeartbeatOutcome, Outage, Recovery};
use play::id::NodeId;
use play::time::Timestamp;

pub(crate) fn heartbeat(connection: &Connection, node: NodeId, now: Timestamp) -> Result<HeartbeatOutcome> {
    let before = read_heartbeat(connection)?;
    let (outcome, after) = before.unwrap_or(Heartbeat { at: now, recovery: None }).beat(node, now);
    let recovery = after.recovery;
    execute(
        connection,
        "insert or replace into heartbeat (id, at, outage_from, outage_to, mender, mending_until) \
         values (1, ?1, ?2, ?3, ?4, ?5)",
        params![
            after.at.0,
            recovery.map(|recovery| recovery.outage.from.0),
            recovery.map(|recovery| recovery.outage.to.0),
            recovery.map(|recovery| recovery.leader.to_string()),
            recovery.map(|recovery| recovery.until.0)
        ],
    )?;
    Ok(outcome)
}

fn read_heartbeat(connection: &Connection) -> Result<Option<Heartbeat>> {
    first(
        connection,
        "select at, outage_from, outage_to, mender, mending_until from heartbeat",
        [],
        heartbeat_from_row,
    )
}

pub(crate) fn is_served(connection: &Connection, now: Timestamp) -> Result<bool> {
    Ok(read_heartbeat(connection)?.is_some_and(|heartbeat| heartbeat.is_healthy(now)))
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

fn heartbeat_from_row(row: &Row<'_>) -> Result<Heartbeat> {
    let outage = time(row, 1)?.zip(time(row, 2)?).map(|(from, to)| Outage { from, to });
    let recovery = outage.zip(parsed_or_none(row, 3)?).zip(time(row, 4)?);
    Ok(Heartbeat {
        at: Timestamp(row.get(0)?),
        recovery: recovery.map(|((outage, leader), until)| Recovery { outage, leader, until }),
    })
}
