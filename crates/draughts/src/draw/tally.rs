//! How far each draw rule has come, kept move by move.

use alloc::vec::Vec;
use core::fmt;

use crate::color::Color;
use crate::move_number::MoveNumber;
use crate::position::Position;
use crate::ruleset::{DrawRule, DrawWhen, ResetSet, RuleSet};

/// For each draw rule, the ply with which its count began or would begin: the first one that counts.
/// Nothing where the forces it asks for are not on the board, and for repetitions, which are not counted
/// move by move. It may lie before the record begins, where a set-up tells of moves made before.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally(Vec<Option<i64>>);

impl Tally {
    /// At the beginning: `ply` is the number of the first ply, `quiet` tells how many plies before it had no
    /// capture and no move of a man.
    pub(crate) fn new(rules: &RuleSet, position: &Position, ply: u32, quiet: u32) -> Self {
        let first = |rule: &DrawRule| match &rule.when {
            DrawWhen::Repetition { .. } => None,
            DrawWhen::QuietMoves(_) => Some(i64::from(ply) - i64::from(quiet)),
            DrawWhen::Material { forces, .. } => position.has_forces(forces).then_some(i64::from(ply)),
        };
        Self(rules.draws.rules.iter().map(first).collect())
    }

    /// After a turn in which `happened`; `next` is the number of the ply that follows.
    pub(crate) fn after(&self, rules: &RuleSet, happened: ResetSet, position: &Position, next: u32) -> Self {
        let next = i64::from(next);
        let rules = rules.draws.rules.iter().zip(&self.0);
        let first = rules.map(|(rule, &first)| match &rule.when {
            DrawWhen::Repetition { .. } => None,
            DrawWhen::QuietMoves(count) => {
                if count.resets().intersects(happened) {
                    Some(next)
                } else {
                    first
                }
            }
            DrawWhen::Material { forces, count } => {
                let reset = count.as_ref().is_some_and(|count| count.resets().intersects(happened));
                let goes_on = first.filter(|_| !reset).unwrap_or(next);
                position.has_forces(forces).then_some(goes_on)
            }
        });
        Self(first.collect())
    }

    /// The ply with which the count of a rule began.
    pub(crate) fn first(&self, rule: usize) -> Option<i64> {
        self.0[rule]
    }

    /// The counter of a rule when `next` is the number of the ply to come. For a repetition, `times` tells how
    /// often the position has occurred.
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
        // What is immediate counts no moves.
        let first = first.filter(|_| needed > 1);
        Counter { rule, made, needed, per_move, first, begins: rules.start.first_move }
    }
}

/// How far a draw rule has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Counter {
    /// Which of the rule set's draw rules, from 0.
    pub rule: usize,
    /// How many turns have been counted; for a repetition, how often the position has occurred.
    pub made: u32,
    /// How many are needed.
    pub needed: u32,
    /// How many turns make one move of the count: 2 where each player's moves are counted.
    pub per_move: u32,
    first: Option<i64>,
    begins: Color,
}

impl Counter {
    /// Has the draw been reached?
    #[must_use]
    pub fn is_reached(&self) -> bool {
        self.made >= self.needed
    }

    /// Whole moves counted, and moves needed: "17 of 25".
    #[must_use]
    pub fn moves(&self) -> (u32, u32) {
        (self.made / self.per_move, self.needed / self.per_move)
    }

    /// The first move that counts, where moves are counted and the count runs.
    #[must_use]
    pub fn first(&self) -> Option<MoveNumber> {
        self.first.map(|first| MoveNumber::of_ply(u32::try_from(first).unwrap_or(0), self.begins))
    }

    /// The move from which on the draw exists if nothing starts the count anew.
    #[must_use]
    pub fn from(&self) -> Option<MoveNumber> {
        let from = self.first? + i64::from(self.needed);
        Some(MoveNumber::of_ply(u32::try_from(from).unwrap_or(0), self.begins))
    }
}

/// "17 of 25".
impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (made, needed) = self.moves();
        write!(f, "{made} of {needed}")
    }
}
