//! A rule set: a plain value that says how one game of draughts is played.
//!
//! The named ones are constants in [`variant`](crate::variant); a house rule is the JSON of one, or
//! of its differences from a named one (see [`house`](crate::house)). [`RuleSet::check`] tells every
//! conflict of a composed rule set at once, and [`RuleSet::sentences`] says in words what the data means.

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

/// How one game of draughts is played.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct RuleSet {
    /// The name for programs: lower-case letters, digits and hyphens.
    pub id: Cow<'static, str>,
    /// The name for people.
    pub name: Cow<'static, str>,
    /// The rule book that this follows.
    pub source: Cow<'static, str>,
    /// The board.
    pub board: Board,
    /// Where the men stand before the first move, and who makes it.
    pub start: Start,
    /// How men move, capture and become kings.
    pub men: Men,
    /// How kings move and capture.
    pub kings: Kings,
    /// What holds for every capture.
    pub capture: Capture,
    /// What ends and wins the game.
    pub goal: Goal,
    /// When the game is a draw.
    pub draws: Draws,
    /// How squares and moves are written.
    pub notation: Notation,
    /// What the players may demand of each other, and who begins the next game.
    pub conduct: Conduct,
}

/// What ends and wins the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Goal {
    /// Who cannot move, having no piece or only blocked ones, loses.
    NoMovesLoses,
    /// The losing game: who cannot move wins.
    NoMovesWins,
    /// The first king wins; who cannot move loses.
    FirstKingWins,
}

impl RuleSet {
    /// Returns whether this is the game that `named` is, apart from its looks: the mark of kings, and the shade of the
    /// squares where `named` leaves it to the players. Stored games of a named rule set stay games of it when the data
    /// about its looks changes.
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

    /// The shape of the board as it is laid out for these rules.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        Shape {
            width: self.board.width,
            height: self.board.height,
            lower_left: matches!(self.board.lower_left_corner, Corner::Played),
            all_squares: matches!(self.board.squares_in_play, SquaresInPlay::All),
            straight: MoveRules::of(self).any_straight(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(feature = "house-rules")]
    use crate::direction::Way;
    use crate::{RuleConflict, Rules, Variant, variant};

    /// The JSON of a rule set as versions wrote it that did not know some fields.
    #[cfg(feature = "house-rules")]
    fn stored(set: &RuleSet, unknown: &[(&str, &str)]) -> RuleSet {
        let mut json = serde_json::to_value(set).expect("a JSON form");
        for (group, field) in unknown {
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
    fn a_draw_rule_too_many_is_refused() {
        let mut set = variant::RUSSIAN.rule_set().clone();
        set.id = "too-many".into();
        let counted = set.draws.counted();
        let extra = DrawRule::nothing_happened(30, Per::EachPlayer, Effect::Automatic, "");
        for n in counted..=Draws::MOST_COUNTED {
            assert_eq!(set.check(), [], "{n} counted rules");
            set.draws.rules.to_mut().push(extra.clone());
        }
        assert_eq!(set.check(), [RuleConflict::TooManyDrawRules { counted: Draws::MOST_COUNTED + 1 }]);
    }

    #[cfg(feature = "house-rules")]
    #[test]
    fn values_are_named_as_json_writes_them() {
        let named = |value: serde_json::Result<serde_json::Value>, name: &str| {
            assert_eq!(value.expect("plain data"), name);
        };
        Way::ALL.into_iter().for_each(|way| named(serde_json::to_value(way), way.as_str()));
        Priority::ALL.into_iter().for_each(|reason| named(serde_json::to_value(reason), reason.as_str()));
        for reset in [Reset::Capture, Reset::Crowning, Reset::ManMove] {
            named(serde_json::to_value(reset), reset.as_str());
        }
    }

    #[test]
    fn another_shade_is_another_game_where_the_rules_fix_it() {
        for named in variant::ALL.map(Variant::rule_set) {
            let mut light = named.clone();
            light.board.shade = Shade::Light;
            assert_eq!(light.is_edition_of(named), named.board.leaves_shade_to_players(), "{}", named.id);
            assert_eq!(Rules::new(light).is_ok(), named.board.leaves_shade_to_players(), "{}", named.id);
        }
    }
}
