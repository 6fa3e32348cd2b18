//! The progress of each draw rule, updated move by move.

use alloc::vec::Vec;
use core::fmt;

use crate::color::Color;
use crate::move_number::MoveNumber;
use crate::position::Position;
use crate::ruleset::{DrawRule, DrawWhen, ResetSet, RuleSet};

/// The first counted ply of each draw rule. `None` if its forces are not on the board, and for repetitions, which are
/// not counted move by move. The ply may be before the record begins, if a FEN gives earlier moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally(Vec<Option<i64>>);

impl Tally {
    /// Creates the tally at the start of a record: `ply` is the first ply, and `quiet` is the number of plies before it
    /// since the last capture or man move.
    pub(crate) fn new(rules: &RuleSet, position: &Position, ply: u32, quiet: u32) -> Self {
        let first = |rule: &DrawRule| match &rule.when {
            DrawWhen::Repetition { .. } => None,
            DrawWhen::QuietMoves(_) => Some(i64::from(ply) - i64::from(quiet)),
            DrawWhen::Material { forces, .. } => position.has_forces(forces).then_some(i64::from(ply)),
        };
        Self(rules.draws.rules.iter().map(first).collect())
    }

    /// Returns the tally after a turn with these events; `next` is the following ply.
    pub(crate) fn after(&self, rules: &RuleSet, events: ResetSet, position: &Position, next: u32) -> Self {
        let next = i64::from(next);
        let rules = rules.draws.rules.iter().zip(&self.0);
        let first = rules.map(|(rule, &first)| match &rule.when {
            DrawWhen::Repetition { .. } => None,
            DrawWhen::QuietMoves(count) => {
                if count.resets().intersects(events) {
                    Some(next)
                } else {
                    first
                }
            }
            DrawWhen::Material { forces, count } => {
                let reset = count.as_ref().is_some_and(|count| count.resets().intersects(events));
                let first = first.filter(|_| !reset).unwrap_or(next);
                position.has_forces(forces).then_some(first)
            }
        });
        Self(first.collect())
    }

    /// Returns the first counted ply of a rule.
    pub(crate) fn first(&self, rule: usize) -> Option<i64> {
        self.0[rule]
    }

    /// Returns the counter of a rule before ply `next`. For a repetition, `times` is the number of occurrences.
    pub(crate) fn counter(&self, rules: &RuleSet, rule: usize, next: u32, times: u32) -> Counter {
        let first = self.first(rule);
        let made = first.map_or(0, |first| (i64::from(next) - first) as u32);
        let (made, needed, per_move) = match &rules.draws.rules[rule].when {
            DrawWhen::Repetition { times: needed } => (times, u32::from(*needed), 1),
            DrawWhen::Material { count: None, .. } => (u32::from(first.is_some()), 1, 1),
            DrawWhen::QuietMoves(count) | DrawWhen::Material { count: Some(count), .. } => {
                (made, count.plies(), count.plies_per_move())
            }
        };
        // An immediate draw counts no moves.
        let first = first.filter(|_| needed > 1);
        Counter { rule, made, needed, per_move, first, begins: rules.start.first_move }
    }
}

/// The progress of a draw rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Counter {
    /// The index of the draw rule in the rule set, from 0.
    pub rule: usize,
    /// The number of plies counted; for a repetition, the number of occurrences.
    pub made: u32,
    /// The number needed.
    pub needed: u32,
    /// The number of plies per counted move: 2 if each player's moves are counted.
    pub per_move: u32,
    first: Option<i64>,
    begins: Color,
}

impl Counter {
    /// Returns whether the draw has been reached.
    #[must_use]
    pub fn is_reached(&self) -> bool {
        self.made >= self.needed
    }

    /// Returns the number of complete moves counted and the number needed.
    #[must_use]
    pub fn moves(&self) -> (u32, u32) {
        (self.made / self.per_move, self.needed / self.per_move)
    }

    /// Returns the first counted move, if moves are being counted.
    #[must_use]
    pub fn first(&self) -> Option<MoveNumber> {
        self.first.map(|first| MoveNumber::of_ply(u32::try_from(first).unwrap_or(0), self.begins))
    }

    /// Returns the first move from which the draw exists, if nothing resets the count.
    #[must_use]
    pub fn from(&self) -> Option<MoveNumber> {
        let from = self.first? + i64::from(self.needed);
        Some(MoveNumber::of_ply(u32::try_from(from).unwrap_or(0), self.begins))
    }
}

/// Formats as "17 of 25".
impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (made, needed) = self.moves();
        write!(f, "{made} of {needed}")
    }
}
