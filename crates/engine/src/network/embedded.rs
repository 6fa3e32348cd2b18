//! The networks that are part of the program, one for each family of rule sets.

use std::sync::{Arc, OnceLock};

use draughts::Variant;
use draughts::ruleset::{Board, RuleSet};

use super::Network;
use super::inference::Inference;

/// A family of rule sets, named by the one that its network was trained for.
struct Family {
    rules: Variant,
    file: &'static [u8],
    inference: OnceLock<Option<Arc<Inference>>>,
}

static FAMILIES: [Family; 0] = [];

/// Returns the network of the family of a rule set: the one whose rule set has the same board, moves and goal.
pub(super) fn inference(rules: &RuleSet) -> Option<Arc<Inference>> {
    let family = FAMILIES.iter().find(|family| is_same_game(family.rules.rule_set(), rules))?;
    let inference = family.inference.get_or_init(|| {
        let network = Network::from_bytes(family.file).ok()?;
        Some(Arc::new(Inference::new(&network)))
    });
    inference.clone()
}

/// Returns whether two rule sets have the same positions, moves and goal. Draw rules, notation and conduct may differ.
pub(super) fn is_same_game(a: &RuleSet, b: &RuleSet) -> bool {
    let squares = |board: Board| (board.width, board.height, board.lower_left_corner, board.squares_in_play);
    squares(a.board) == squares(b.board)
        && a.start == b.start
        && (&a.men, &a.kings, &a.capture, a.goal) == (&b.men, &b.kings, &b.capture, b.goal)
}
