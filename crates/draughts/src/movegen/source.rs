//! Where the rules come from: the compiler, or a value.

use super::side::Side;
use crate::direction::{Direction, Way, Ways};
use crate::ruleset::MoveRules;

/// Where the rules come from.
pub(crate) trait RuleSource: Copy {
    /// May any piece go straight along rows and columns? Where not, half of the directions need
    /// not be looked at.
    const STRAIGHT: bool;

    /// The rules.
    fn rules(&self) -> &MoveRules;

    /// Calls `f` with every direction that belongs to the ways. Written out, not looped, so that
    /// the direction is a constant in each copy.
    #[inline(always)]
    fn each<S: Side>(ways: Ways, mut f: impl FnMut(Direction)) {
        if ways.contains(Way::DiagonallyForward) {
            f(S::turned(Direction::NorthWest));
            f(S::turned(Direction::NorthEast));
        }
        if ways.contains(Way::DiagonallyBackward) {
            f(S::turned(Direction::SouthWest));
            f(S::turned(Direction::SouthEast));
        }
        if Self::STRAIGHT && ways.any_straight() {
            if ways.contains(Way::StraightForward) {
                f(S::turned(Direction::North));
            }
            if ways.contains(Way::Sideways) {
                f(S::turned(Direction::West));
                f(S::turned(Direction::East));
            }
            if ways.contains(Way::StraightBackward) {
                f(S::turned(Direction::South));
            }
        }
    }
}

/// Rules known to the compiler, by their key.
#[derive(Clone, Copy)]
pub(crate) struct FixedRules<const KEY: u64>;

impl<const KEY: u64> FixedRules<KEY> {
    const RULES: MoveRules = MoveRules::unpack(KEY);
}

impl<const KEY: u64> RuleSource for FixedRules<KEY> {
    const STRAIGHT: bool = Self::RULES.any_straight();

    #[inline(always)]
    fn rules(&self) -> &MoveRules {
        &Self::RULES
    }
}

/// Rules known only at run time: house rules.
#[derive(Clone, Copy)]
pub(crate) struct RunTimeRules<'r, const STRAIGHT: bool>(pub(crate) &'r MoveRules);

impl<const STRAIGHT: bool> RuleSource for RunTimeRules<'_, STRAIGHT> {
    const STRAIGHT: bool = STRAIGHT;

    #[inline(always)]
    fn rules(&self) -> &MoveRules {
        self.0
    }
}
