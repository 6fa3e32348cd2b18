//! Rule sets with one prohibition lifted.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::color::ByColor;
use crate::direction::RelativeDirection;
use crate::position::Position;
use crate::ruleset::{
    Crowning, Duty, Finish, Goal, Landing, Range, Removal, RuleSet, SquaresInPlay, Targets, TurnBack,
};
use crate::setup::Setup;

/// A prohibition that is lifted. All but [`Priority`](Relaxation::Priority) also lift what
/// [`Duties`](Relaxation::Duties) lifts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Relaxation {
    /// The duties of the player: to capture, to take the most, to finish a capture, to let a king rest.
    Duties,
    /// Only the priorities between captures, and the king's rest.
    Priority,
    ManMoves,
    ManCaptures,
    KingMoves,
    KingCaptures,
    Targets,
    Landing,
    Range,
    TurnBack,
    Crowning,
    Removal,
}

pub(super) const ALL: [Relaxation; 12] = [
    Relaxation::Duties,
    Relaxation::Priority,
    Relaxation::ManMoves,
    Relaxation::ManCaptures,
    Relaxation::KingMoves,
    Relaxation::KingCaptures,
    Relaxation::Targets,
    Relaxation::Landing,
    Relaxation::Range,
    Relaxation::TurnBack,
    Relaxation::Crowning,
    Relaxation::Removal,
];

impl Relaxation {
    /// Returns whether it lifts a rule of the pieces, not only duties of the player.
    pub(super) fn is_rule_of_pieces(self) -> bool {
        !matches!(self, Self::Duties | Self::Priority)
    }
}

/// Returns the position under relaxed rules.
pub(super) fn position(position: &Position, relaxation: Relaxation) -> Position {
    let rules = position.rules().for_trying(relaxed(position.rules().rule_set(), relaxation));
    let setup = Setup { king_moves: ByColor::default(), ..position.setup() };
    // The board is the same and the requirements are no stricter, so the set-up is valid.
    Position::unlimited(&rules, &setup)
}

/// Returns the rule set without the duties to capture, to take the most and to finish a capture.
pub(crate) fn without_duties(rules: &RuleSet) -> RuleSet {
    let mut rules = rules.clone();
    rules.capture.duty = Duty::MayCapture;
    rules.capture.priority = Cow::Borrowed(&[]);
    rules.capture.finish = Finish::MayBeStopped;
    rules
}

fn relaxed(rules: &RuleSet, relaxation: Relaxation) -> RuleSet {
    let mut relaxed = if relaxation == Relaxation::Priority {
        let mut rules = rules.clone();
        rules.capture.priority = Cow::Borrowed(&[]);
        rules
    } else {
        without_duties(rules)
    };
    relaxed.kings.repeat_limit = None;
    relaxed.goal = Goal::NoMovesLoses;
    let same_kind =
        |directions: &[RelativeDirection]| Cow::Owned(same_kind(directions, relaxed.board.squares_in_play));
    match relaxation {
        Relaxation::Duties | Relaxation::Priority => {}
        Relaxation::ManMoves => relaxed.men.moves = same_kind(&rules.men.moves),
        Relaxation::ManCaptures => relaxed.men.captures = same_kind(&rules.men.captures),
        Relaxation::KingMoves => relaxed.kings.moves = same_kind(&rules.kings.moves),
        Relaxation::KingCaptures => relaxed.kings.captures = same_kind(&rules.kings.captures),
        Relaxation::Targets => relaxed.men.takes = Targets::MenAndKings,
        Relaxation::Landing => relaxed.kings.landing = Landing::AnySquareBehind,
        Relaxation::Range => relaxed.kings.range = Range::Flying,
        Relaxation::TurnBack => relaxed.capture.turn_back = TurnBack::Allowed,
        Relaxation::Crowning => relaxed.men.crowning = Crowning::InPassingAndItGoesOn,
        Relaxation::Removal => relaxed.capture.removal = Removal::AfterEachJump,
    }
    relaxed
}

/// Returns all directions that are diagonal, straight or both, as the given ones are; all directions on boards with all
/// squares in play.
fn same_kind(directions: &[RelativeDirection], squares: SquaresInPlay) -> Vec<RelativeDirection> {
    let is_diagonal = |direction: &RelativeDirection| {
        matches!(direction, RelativeDirection::DiagonallyForward | RelativeDirection::DiagonallyBackward)
    };
    let all = squares == SquaresInPlay::All;
    let has_diagonal = all || directions.is_empty() || directions.iter().any(is_diagonal);
    let has_straight = all || directions.iter().any(|direction| !is_diagonal(direction));
    let is_included =
        |direction: &RelativeDirection| if is_diagonal(direction) { has_diagonal } else { has_straight };
    RelativeDirection::ALL.into_iter().filter(is_included).collect()
}
