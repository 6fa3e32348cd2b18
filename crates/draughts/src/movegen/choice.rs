//! Which captures go before others.

use crate::ruleset::{MoveRules, Priority};

/// What a capture weighs: the greater goes first, equals are free to choose.
pub(crate) type Rank = u128;

/// The facts of a capture that a rule book may weigh.
#[derive(Clone, Copy)]
pub(crate) struct Taken {
    /// How many pieces it takes.
    pub(crate) pieces: u32,
    /// How many of them are kings.
    pub(crate) kings: u32,
    /// Which of them are kings: the first jump is the highest bit.
    pub(crate) order: u64,
    /// Does a king make it?
    pub(crate) by_king: bool,
}

/// Weighs a capture. Every reason fills a field of its own, so that the first one listed decides
/// before the next is looked at: 8 + 17 + 1 + 8 + 64 bits for all five.
#[inline(always)]
pub(crate) fn rank(rules: &MoveRules, taken: Taken) -> Rank {
    let mut rank = 0;
    for reason in rules.priority {
        let (bits, weight) = match reason {
            None => break,
            Some(Priority::MostPieces) => (8, u128::from(taken.pieces)),
            // A king is worth two men less the least bit: of equal sums, fewer kings weigh more.
            Some(Priority::GreatestValue) => {
                (17, u128::from(taken.pieces + taken.kings) << 8 | u128::from(255 - taken.kings))
            }
            Some(Priority::WithAKing) => (1, u128::from(taken.by_king)),
            Some(Priority::MostKings) => (8, u128::from(taken.kings)),
            Some(Priority::KingsEarliest) => (64, u128::from(taken.order)),
        };
        rank = rank << bits | weight;
    }
    rank
}

/// Does the rule set ask in which order kings were taken?
#[inline(always)]
pub(crate) fn order_matters(rules: &MoveRules) -> bool {
    rules.priority.contains(&Some(Priority::KingsEarliest))
}
