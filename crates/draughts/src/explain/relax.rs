//! Rules with one prohibition less.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::color::ByColor;
use crate::direction::Way;
use crate::position::Position;
use crate::ruleset::{
    Crowning, Duty, Finish, Goal, Landing, Range, Removal, RuleSet, SquaresInPlay, Targets, TurnBack,
};
use crate::setup::Setup;

/// Which prohibition is lifted. All but [`Priority`](Relaxation::Priority) lift what
/// [`Soft`](Relaxation::Soft) lifts as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Relaxation {
    /// The duties of the player: to capture, to take the most, to finish, to let a king rest.
    Soft,
    /// Only the order between captures, and the king's rest.
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
    Relaxation::Soft,
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
    /// Does it lift a rule of the pieces, not a duty of the player?
    pub(super) fn is_hard(self) -> bool {
        !matches!(self, Self::Soft | Self::Priority)
    }
}

/// The position under relaxed rules.
pub(super) fn position(position: &Position, relaxation: Relaxation) -> Position {
    let rules = position.rules().changed(relaxed(position.rules().rule_set(), relaxation));
    let setup = Setup { king_moves: ByColor::default(), ..position.setup() };
    // The board is the same, and nothing is asked of a set-up that the first position did not pass.
    Position::new(&rules, &setup).unwrap_or_else(|_| position.clone())
}

/// The rule set as the players' duties leave it: what may happen at a table where nobody interferes.
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
    let family = |ways: &[Way]| Cow::Owned(family(ways, relaxed.board.squares_in_play));
    match relaxation {
        Relaxation::Soft | Relaxation::Priority => {}
        Relaxation::ManMoves => relaxed.men.moves = family(&rules.men.moves),
        Relaxation::ManCaptures => relaxed.men.captures = family(&rules.men.captures),
        Relaxation::KingMoves => relaxed.kings.moves = family(&rules.kings.moves),
        Relaxation::KingCaptures => relaxed.kings.captures = family(&rules.kings.captures),
        Relaxation::Targets => relaxed.men.takes = Targets::MenAndKings,
        Relaxation::Landing => relaxed.kings.landing = Landing::AnySquareBehind,
        Relaxation::Range => relaxed.kings.range = Range::Flying,
        Relaxation::TurnBack => relaxed.capture.turn_back = TurnBack::Allowed,
        Relaxation::Crowning => relaxed.men.crowning = Crowning::InPassingAndItGoesOn,
        Relaxation::Removal => relaxed.capture.removal = Removal::AfterEachJump,
    }
    relaxed
}

/// All ways that are diagonal, straight or both, as the given ones are; on boards with all squares, all.
fn family(ways: &[Way], squares: SquaresInPlay) -> Vec<Way> {
    let diagonal = |way: &Way| matches!(way, Way::DiagonallyForward | Way::DiagonallyBackward);
    let all = squares == SquaresInPlay::All;
    let has_diagonal = all || ways.is_empty() || ways.iter().any(diagonal);
    let has_straight = all || ways.iter().any(|way| !diagonal(way));
    let belongs = |way: &Way| if diagonal(way) { has_diagonal } else { has_straight };
    Way::ALL.into_iter().filter(belongs).collect()
}
