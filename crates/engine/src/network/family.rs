//! Families of rule sets, which share a network.

use draughts::ruleset::RuleSet;

/// Returns whether two rule sets have the same positions, moves and goal. Draw rules, notation and conduct may differ.
pub(super) fn is_same_game(a: &RuleSet, b: &RuleSet) -> bool {
    a.board.has_squares_of(&b.board)
        && a.start == b.start
        && (&a.men, &a.kings, &a.capture, a.goal) == (&b.men, &b.kings, &b.capture, b.goal)
}
