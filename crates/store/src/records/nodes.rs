//! Nodes: heartbeats, outages, and the presence of players and spectators.

use play::id::{AccountId, NodeId};
use play::time::Timestamp;

/// The time after its last heartbeat at which a node counts as dead, in milliseconds.
pub const NODE_TIMEOUT: i64 = 5_000;
/// The minimum length of an outage, in milliseconds. A shorter gap may be a late heartbeat.
pub const SHORT_OUTAGE: i64 = 3_000;
/// The time that a node has to compensate an outage before another node takes over, in milliseconds.
pub const RECOVERY_TIMEOUT: i64 = 30_000;

/// The answer to a heartbeat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeartbeatOutcome {
    /// There is no outage to compensate.
    Healthy,
    /// No node has served for a while, and this node must compensate the clocks. Until then clocks must not be used.
    LeadRecovery(Outage),
    /// Another node is compensating an outage.
    AwaitRecovery,
}

/// A period in which no node served.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outage {
    /// The last heartbeat before the outage.
    pub from: Timestamp,
    /// The first heartbeat after it.
    pub to: Timestamp,
}

/// The players and spectators of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PresenceRecord {
    /// The players who have ever been connected, with the time at which they left; `None` if they are connected.
    pub players: Vec<(AccountId, Option<Timestamp>)>,
    /// The number of spectators.
    pub spectators: u32,
}

/// The heartbeat of a site, stored in one row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Heartbeat {
    /// The last heartbeat of any node.
    pub(crate) at: Timestamp,
    /// The recovery in progress.
    pub(crate) recovery: Option<Recovery>,
}

/// The compensation of an outage by one node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Recovery {
    pub(crate) outage: Outage,
    /// The node that compensates the clocks.
    pub(crate) leader: NodeId,
    /// The time at which another node may take over.
    pub(crate) until: Timestamp,
}

impl Heartbeat {
    /// Returns whether a node serves at this time and no recovery is in progress.
    pub(crate) fn is_healthy(self, now: Timestamp) -> bool {
        self.recovery.is_none() && now.0 - self.at.0 < SHORT_OUTAGE
    }

    /// Applies the heartbeat of a node. Returns the answer, and the heartbeat to store.
    pub(crate) fn beat(self, node: NodeId, now: Timestamp) -> (HeartbeatOutcome, Self) {
        let at = self.at.max(now);
        let outage = match self.recovery {
            Some(recovery) if recovery.leader != node && now < recovery.until => {
                return (HeartbeatOutcome::AwaitRecovery, Self { at, ..self });
            }
            Some(recovery) => recovery.outage,
            None if now.0 - self.at.0 >= SHORT_OUTAGE => Outage { from: self.at, to: now },
            None => return (HeartbeatOutcome::Healthy, Self { at, recovery: None }),
        };
        let recovery = Recovery { outage, leader: node, until: Timestamp(now.0 + RECOVERY_TIMEOUT) };
        (HeartbeatOutcome::LeadRecovery(outage), Self { at, recovery: Some(recovery) })
    }
}
