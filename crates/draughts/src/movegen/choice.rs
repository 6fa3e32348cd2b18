//! Priority between captures.

use crate::ruleset::{MoveRules, Priority};

/// The rank of a capture: only captures of the highest rank are legal.
pub(crate) type Rank = u128;

/// The properties of a capture that priorities may depend on.
#[derive(Clone, Copy)]
pub(crate) struct CaptureSummary {
    /// The number of captured pieces.
    pub(crate) pieces: u32,
    /// The number of captured kings.
    pub(crate) kings: u32,
    /// The jumps that take kings; the first jump is the highest bit.
    pub(crate) king_order: u64,
    /// Whether a king captures.
    pub(crate) by_king: bool,
}

/// Ranks a capture. Each priority has its own bit field, in order of precedence: 8 + 17 + 1 + 8 + 64 bits for all five.
#[inline(always)]
pub(crate) fn rank(rules: &MoveRules, capture: CaptureSummary) -> Rank {
    let mut rank = 0;
    for priority in rules.priority {
        let (bits, weight) = match priority {
            None => break,
            Some(Priority::MostPieces) => (8, u128::from(capture.pieces)),
            // A king is worth slightly less than two men: of equal sums, the one with fewer kings ranks higher.
            Some(Priority::GreatestValue) => {
                (17, u128::from(capture.pieces + capture.kings) << 8 | u128::from(255 - capture.kings))
            }
            Some(Priority::WithAKing) => (1, u128::from(capture.by_king)),
            Some(Priority::MostKings) => (8, u128::from(capture.kings)),
            Some(Priority::KingsEarliest) => (64, u128::from(capture.king_order)),
        };
        rank = rank << bits | weight;
    }
    rank
}

/// Returns whether the order in which kings are captured matters.
#[inline(always)]
pub(crate) fn order_matters(rules: &MoveRules) -> bool {
    rules.priority.contains(&Some(Priority::KingsEarliest))
}
