//! The nodes of a site: whether anybody serves, who watches what, and what time it is.

use play::id::{AccountId, NodeId};
use play::time::Timestamp;

/// For so long, in milliseconds, a node that says nothing is taken for alive.
pub const NODE_TIMEOUT: i64 = 5_000;
/// An outage that is shorter, in milliseconds, cannot be told from a heartbeat that was late.
pub const SHORT_OUTAGE: i64 = 3_000;
/// For so long, in milliseconds, a node may take to make up for an outage before another takes over.
pub const RECOVERY_TIMEOUT: i64 = 30_000;

/// What a node hears when it says that it serves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beat {
    /// All is well.
    Fine,
    /// Nobody has served for a while, and it is for this node to make up for it; until then nobody may go by the clocks.
    MakeUp(Outage),
    /// Another node makes up for an outage.
    Wait,
}

/// A time in which nobody served.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outage {
    /// When somebody served last.
    pub from: Timestamp,
    /// When somebody served again.
    pub to: Timestamp,
}

/// Who is at a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PresenceRecord {
    /// Players who were ever seen there, with the time at which they were seen last; none: they are here.
    pub players: Vec<(AccountId, Option<Timestamp>)>,
    /// How many look on.
    pub spectators: u32,
}

/// What the store keeps of all this, in one row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Heartbeat {
    /// When somebody served last.
    pub(crate) at: Timestamp,
    /// An outage that is being made up for, by whom, and until when that has the time for it.
    pub(crate) mending: Option<(Outage, NodeId, Timestamp)>,
}

impl Heartbeat {
    /// Does somebody serve, with nothing to be made up for?
    pub(crate) fn is_fine(self, now: Timestamp) -> bool {
        self.mending.is_none() && now.0 - self.at.0 < SHORT_OUTAGE
    }

    /// A node serves at this time: what it hears, and what is kept then.
    pub(crate) fn beat(self, node: NodeId, now: Timestamp) -> (Beat, Self) {
        let at = self.at.max(now);
        let outage = match self.mending {
            Some((_, mender, until)) if mender != node && now < until => {
                return (Beat::Wait, Self { at, ..self });
            }
            Some((outage, ..)) => outage,
            None if now.0 - self.at.0 >= SHORT_OUTAGE => Outage { from: self.at, to: now },
            None => return (Beat::Fine, Self { at, mending: None }),
        };
        (
            Beat::MakeUp(outage),
            Self { at, mending: Some((outage, node, Timestamp(now.0 + RECOVERY_TIMEOUT))) },
        )
    }
}
