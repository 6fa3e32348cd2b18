//! Rule sets: plain values that describe how a game of draughts is played.
//!
//! The named rule sets are constants in [`variant`](crate::variant); a house rule is the JSON of a rule set, or of its
//! differences from a named one (see [`house`](crate::house)). [`RuleSet::check`] returns all conflicts of a rule set.

mod board;
mod capture;
mod conduct;
mod draws;
mod key;
mod men;
mod notation;

use alloc::borrow::Cow;

pub use board::{Board, Corner, Shade, ShadeChoice, SquaresInPlay, Start};
pub use capture::{Capture, Duty, Finish, Priority, Removal, TurnBack};
pub use conduct::{Conduct, Enforcement, NextGame};
pub use draws::{
    Agreement, Claims, Count, DrawRule, DrawWhen, Draws, Effect, Force, Forces, MainRoad, Per, Reset,
    ResetSet,
};
pub(crate) use key::Choice;
pub use key::MoveRules;
pub use men::{Crowning, Kings, Landing, Men, Range, Targets};
pub use notation::{FirstSquare, KingMark, Notation, Separator, SquareNotation};

use crate::geometry::Shape;

/// The rules of a draughts game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct RuleSet {
    /// The identifier: lower-case letters, digits and hyphens.
    pub id: Cow<'static, str>,
    /// The display name.
    pub name: Cow<'static, str>,
    /// The rule book.
    pub source: Cow<'static, str>,
    /// The board.
    pub board: Board,
    /// The starting position.
    pub start: Start,
    /// The rules of men.
    pub men: Men,
    /// The rules of kings.
    pub kings: Kings,
    /// The rules of captures.
    pub capture: Capture,
    /// The goal of the game.
    pub goal: Goal,
    /// The draw rules.
    pub draws: Draws,
    /// The notation of squares and moves.
    pub notation: Notation,
    /// The enforcement of duties, and the player who begins the next game.
    pub conduct: Conduct,
}

/// The goal of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Goal {
    /// A side without a legal move loses, whether it has no pieces or only blocked ones.
    NoMovesLoses,
    /// The losing game: a side without a legal move wins.
    NoMovesWins,
    /// The side that makes the first king wins; a side without a legal move loses.
    FirstKingWins,
}

impl RuleSet {
    /// Returns whether this rule set equals `named` apart from its appearance: the mark of kings, and the shade of the
    /// squares if `named` leaves it to the players. Stored games of a named rule set thus remain valid when its
    /// appearance changes.
    #[must_use]
    pub fn is_edition_of(&self, named: &Self) -> bool {
        let mut edition = self.clone();
        edition.notation.king_mark = named.notation.king_mark;
        edition.board.shade_choice = named.board.shade_choice;
        if named.board.leaves_shade_to_players() {
            edition.board.shade = named.board.shade;
        }
        edition == *named
    }

    /// Returns the shape of the board.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        Shape {
            width: self.board.width,
            height: self.board.height,
            lower_left: matches!(self.board.lower_left_corner, Corner::Played),
            all_squares: matches!(self.board.squares_in_play, SquaresInPlay::All),
            straight: MoveRules::of(self).has_straight(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(feature = "house-rules")]
    use crate::direction::RelativeDirection;
    use crate::{RuleConflict, Rules, Variant, variant};

    /// Returns a rule set as stored by a version that did not have some fields.
    #[cfg(feature = "house-rules")]
    fn stored(set: &RuleSet, missing: &[(&str, &str)]) -> RuleSet {
        let mut json = serde_json::to_value(set).expect("a JSON form");
        for (group, field) in missing {
            json[*group].as_object_mut().expect("a group of fields").remove(*field);
        }
        serde_json::from_value(json).expect("a rule set")
    }

    #[cfg(feature = "house-rules")]
    #[test]
    fn stored_rule_sets_stay_editions_of_the_named_ones() {
        for named in variant::ALL.map(Variant::rule_set) {
            let old = stored(named, &[("board", "shade_choice"), ("notation", "king_mark")]);
            assert!(old.is_edition_of(named), "{}", named.id);
            assert!(Rules::new(old).is_ok(), "{}", named.id);
        }
    }

    #[test]
    fn too_many_draw_rules_are_rejected_in_new_games() {
        let mut set = variant::RUSSIAN.rule_set().clone();
        set.id = "too-many".into();
        let counted = set.draws.counted();
        let extra = DrawRule::nothing_happened(30, Per::EachPlayer, Effect::Automatic, "");
        for n in counted..=Draws::MAX_COUNTED {
            assert_eq!(set.check(), [], "{n} counted rules");
            set.draws.rules.to_mut().push(extra.clone());
        }
        assert_eq!(set.check(), [RuleConflict::TooManyDrawRules { counted: Draws::MAX_COUNTED + 1 }]);
        assert!(Rules::recorded(set).is_ok(), "games from before the limit stay readable");
    }

    #[cfg(feature = "house-rules")]
    #[test]
    fn as_str_matches_the_json_name() {
        let named = |value: serde_json::Result<serde_json::Value>, name: &str| {
            assert_eq!(value.expect("plain data"), name);
        };
        RelativeDirection::ALL
            .into_iter()
            .for_each(|value| named(serde_json::to_value(value), value.as_str()));
        Priority::ALL.into_iter().for_each(|value| named(serde_json::to_value(value), value.as_str()));
        for reset in [Reset::Capture, Reset::Crowning, Reset::ManMove] {
            named(serde_json::to_value(reset), reset.as_str());
        }
    }

    #[test]
    fn a_fixed_shade_distinguishes_rule_sets() {
        for named in variant::ALL.map(Variant::rule_set) {
            let mut light = named.clone();
            light.board.shade = Shade::Light;
            assert_eq!(light.is_edition_of(named), named.board.leaves_shade_to_players(), "{}", named.id);
            assert_eq!(Rules::new(light).is_ok(), named.board.leaves_shade_to_players(), "{}", named.id);
        }
    }
}
