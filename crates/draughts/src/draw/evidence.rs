//! Proofs of draws.

use alloc::vec;
use alloc::vec::Vec;

use crate::color::Color;
use crate::move_number::MoveNumber;
use crate::ruleset::DrawRule;

/// The proof that a draw rule applies.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Evidence {
    /// The rule, with its source.
    pub rule: DrawRule,
    /// The facts that satisfy it.
    pub grounds: Grounds,
}

/// The facts that satisfy a draw rule, with the numbers of the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Grounds {
    /// The occurrences of the position.
    Repetition(Vec<Occurrence>),
    /// The required number of moves was counted.
    Count {
        /// The first counted move.
        first: MoveNumber,
        /// The first move from which the draw exists.
        from: MoveNumber,
        /// The number of complete moves counted.
        made: u32,
        /// The number of moves needed.
        needed: u32,
    },
    /// The first occurrence of the forces.
    Material(Occurrence),
}

/// An occurrence of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Occurrence {
    /// Before the first move of the record.
    AtTheStart,
    /// After this move.
    After(MoveNumber),
}

impl Grounds {
    /// Returns the numbers of the cited moves, in order.
    #[must_use]
    pub fn cites(&self) -> Vec<MoveNumber> {
        let after = |occurrence: &Occurrence| match occurrence {
            Occurrence::AtTheStart => None,
            Occurrence::After(number) => Some(*number),
        };
        match self {
            Self::Repetition(occurrences) => occurrences.iter().filter_map(after).collect(),
            Self::Count { first, from, .. } => vec![*first, *from],
            Self::Material(occurrence) => after(occurrence).into_iter().collect(),
        }
    }
}

impl Occurrence {
    /// Creates the occurrence after this many plies, in a record that starts at ply `begin` of a game that `first`
    /// begins.
    pub(crate) fn after_plies(plies: u32, begin: u32, first: Color) -> Self {
        if plies <= begin { Self::AtTheStart } else { Self::After(MoveNumber::of_ply(plies - 1, first)) }
    }
}
