//! The proof of a draw.

use alloc::vec;
use alloc::vec::Vec;

use crate::color::Color;
use crate::move_number::MoveNumber;
use crate::ruleset::DrawRule;

/// The proof that a draw rule applies.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Evidence {
    /// The rule, with its source.
    pub rule: DrawRule,
    /// What happened.
    pub grounds: Grounds,
}

/// What happened, by the numbers of the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Grounds {
    /// The position occurred at each of these moments.
    Repetition(Vec<Occurrence>),
    /// So many moves were counted.
    Count {
        /// The first move that counts.
        first: MoveNumber,
        /// The move from which on the draw exists.
        from: MoveNumber,
        /// Whole moves counted so far.
        made: u32,
        /// Moves needed.
        needed: u32,
    },
    /// The forces came about at this moment.
    Material(Occurrence),
}

/// When a position stood on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Occurrence {
    /// Before the first move of the record.
    AtTheStart,
    /// After this move.
    After(MoveNumber),
}

impl Grounds {
    /// The moves that are cited, in their order.
    #[must_use]
    pub fn cites(&self) -> Vec<MoveNumber> {
        let after = |moment: &Occurrence| match moment {
            Occurrence::AtTheStart => None,
            Occurrence::After(number) => Some(*number),
        };
        match self {
            Self::Repetition(occurrences) => occurrences.iter().filter_map(after).collect(),
            Self::Count { first, from, .. } => vec![*first, *from],
            Self::Material(moment) => after(moment).into_iter().collect(),
        }
    }
}

impl Occurrence {
    /// The moment when the position stood after so many plies, the record beginning with ply `begin` and the
    /// game with a move of `first`.
    pub(crate) fn after_plies(plies: u32, begin: u32, first: Color) -> Self {
        if plies <= begin { Self::AtTheStart } else { Self::After(MoveNumber::of_ply(plies - 1, first)) }
    }
}
