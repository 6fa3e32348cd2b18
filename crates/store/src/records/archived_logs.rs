//! Archived event logs.

use play::id::GameId;
use play::time::Timestamp;

/// A finished game whose log is not archived.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArchivableGame {
    /// The game.
    pub id: GameId,
    /// The public number.
    pub number: u64,
    /// The time at which it ended.
    pub ended_at: Timestamp,
    /// The number of the last event.
    pub seq: u64,
}

/// The compressed log of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArchivedLog {
    /// The game.
    pub game: GameId,
    /// The number of the last event in it.
    pub last: u64,
    /// The compressed events.
    pub events: Vec<u8>,
}
