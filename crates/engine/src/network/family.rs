//! Families of rule sets, which share a network.

use draughts::ruleset::RuleSet;

use super::{Network, NetworkError, NetworkShape};

/// Returns what keeps a rule set from the network of another, besides the board; `None` if they can share one. Start, draw
/// rules, notation and conduct may differ.
pub(super) fn difference(a: &RuleSet, b: &RuleSet) -> Option<&'static str> {
    if !a.board.has_squares_of(&b.board) {
        Some("another board")
    } else if a.goal != b.goal {
        Some("another goal")
    } else if a.capture != b.capture {
        Some("other rules for captures")
    } else if a.men != b.men {
        Some("other rules for men")
    } else if a.kings != b.kings {
        Some("other rules for kings")
    } else {
        None
    }
}

/// Returns whether two rule sets can share a network: they have the same board, men, kings, captures and goal.
#[must_use]
pub fn can_share_network(a: &RuleSet, b: &RuleSet) -> bool {
    difference(a, b).is_none()
}

/// Returns whether two rule sets have the same positions, moves and goal. Draw rules, notation and conduct may differ.
pub(super) fn is_same_game(a: &RuleSet, b: &RuleSet) -> bool {
    can_share_network(a, b) && a.start == b.start
}

impl Network {
    /// Returns the rule set that the network was trained for.
    pub fn rule_set(&self) -> Result<RuleSet, NetworkError> {
        serde_json::from_str(&self.rules).map_err(|error| NetworkError::Rules(error.to_string()))
    }
}

impl NetworkShape {
    /// Returns an error unless the network is for the board of these rules.
    pub(super) fn fits(&self, rules: &RuleSet) -> Result<(), NetworkError> {
        let (shape, width) = (rules.shape(), usize::from(rules.board.width));
        let cells = 0..usize::from(rules.board.height) * width;
        let squares = cells.filter(|cell| shape.is_played(cell / width, cell % width)).count() as u8;
        let board = (rules.board.width, rules.board.height, squares);
        if (self.width, self.height, self.squares) == board {
            Ok(())
        } else {
            Err(NetworkError::Board(self.width, self.height, self.squares, board.0, board.1, board.2))
        }
    }
}

#[cfg(test)]
mod tests {
    use draughts::variant;

    use super::*;

    #[test]
    fn rule_sets_share_a_network_only_if_pieces_captures_and_goal_are_the_same() {
        let russian = variant::RUSSIAN.rule_set();
        let house = RuleSet { id: "no-draws".into(), ..russian.clone() };
        assert!(can_share_network(russian, &house));
        let differences = [
            (variant::INTERNATIONAL, "another board"),
            (variant::PODDAVKI, "another goal"),
            (variant::BRAZILIAN, "other rules for captures"),
            (variant::ENGLISH, "other rules for men"),
        ];
        for (other, expected) in differences {
            assert_eq!(difference(russian, other.rule_set()), Some(expected), "{}", other.id);
        }
    }
}
