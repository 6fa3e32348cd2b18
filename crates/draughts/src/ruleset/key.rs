//! The few facts of a rule set that decide which moves are legal.

use alloc::borrow::Cow;

use super::{Crowning, Duty, Finish, Goal, Landing, Priority, Range, Removal, RuleSet, Targets, TurnBack};
use crate::direction::DirectionSet;

/// What the generator needs to know. It packs into one number, the *key*: rule sets with the same
/// key share one compiled generator, whatever else differs between them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveRules {
    /// The ways in which men move.
    pub men_move: DirectionSet,
    /// The ways in which men capture.
    pub men_capture: DirectionSet,
    /// What men may capture.
    pub men_take: Targets,
    /// What happens to a man that reaches the far row during a capture.
    pub crowning: Crowning,
    /// The ways in which kings move.
    pub kings_move: DirectionSet,
    /// The ways in which kings capture.
    pub kings_capture: DirectionSet,
    /// How far kings reach.
    pub range: Range,
    /// Where flying kings land.
    pub landing: Landing,
    /// How many times in a row a king may move; 0 where there is no limit.
    pub repeat_limit: u8,
    /// Must a player capture who can?
    pub duty: Duty,
    /// Which captures go before others.
    pub priority: [Option<Priority>; 5],
    /// Must a capture be finished?
    pub finish: Finish,
    /// When captured pieces leave the board.
    pub removal: Removal,
    /// May a capture turn straight back?
    pub turn_back: TurnBack,
    /// Is the game over when a king appears?
    pub first_king_ends: bool,
    /// The priorities in short, so that the generator need not read the list.
    pub(crate) choice: Choice,
}

/// How free the choice between captures is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Choice {
    /// Any capture will do.
    Free,
    /// Most pieces, and nothing else counts.
    MostPieces,
    /// Captures must be weighed.
    Weighed,
}

impl Choice {
    const fn of(priority: &[Option<Priority>; 5]) -> Self {
        match priority {
            [None, ..] => Self::Free,
            [Some(Priority::MostPieces), None, ..] => Self::MostPieces,
            _ => Self::Weighed,
        }
    }
}

impl MoveRules {
    /// What the generator needs to know of a rule set.
    #[must_use]
    pub const fn of(rules: &RuleSet) -> Self {
        let mut priority = [None; 5];
        let stated = as_slice(&rules.capture.priority);
        let mut i = 0;
        while i < stated.len() && i < priority.len() {
            priority[i] = Some(stated[i]);
            i += 1;
        }
        Self {
            men_move: DirectionSet::of(as_slice(&rules.men.moves)),
            men_capture: DirectionSet::of(as_slice(&rules.men.captures)),
            men_take: rules.men.takes,
            crowning: rules.men.crowning,
            kings_move: DirectionSet::of(as_slice(&rules.kings.moves)),
            kings_capture: DirectionSet::of(as_slice(&rules.kings.captures)),
            range: rules.kings.range,
            landing: rules.kings.landing,
            repeat_limit: match rules.kings.repeat_limit {
                Some(limit) => limit,
                None => 0,
            },
            duty: rules.capture.duty,
            priority,
            finish: rules.capture.finish,
            removal: rules.capture.removal,
            turn_back: rules.capture.turn_back,
            first_king_ends: matches!(rules.goal, Goal::FirstKingWins),
            choice: Choice::of(&priority),
        }
    }
}

/// The values of each enum in the order of their numbers in the key.
const TARGETS: [Targets; 2] = [Targets::MenAndKings, Targets::MenOnly];
const CROWNINGS: [Crowning; 3] =
    [Crowning::AtTheEndOfTheMove, Crowning::InPassingAndTheMoveEnds, Crowning::InPassingAndItGoesOn];
const RANGES: [Range; 2] = [Range::Short, Range::Flying];
const LANDINGS: [Landing; 4] = [
    Landing::AnySquareBehind,
    Landing::DirectlyBehind,
    Landing::DirectlyBehindALastKing,
    Landing::DirectlyBehindALastKingOfSeveral,
];
const DUTIES: [Duty; 2] = [Duty::MustCapture, Duty::MayCapture];
const FINISHES: [Finish; 2] = [Finish::MustBeFinished, Finish::MayBeStopped];
const REMOVALS: [Removal; 2] = [Removal::AtTheEndOfTheMove, Removal::AfterEachJump];
const TURNS: [TurnBack; 2] = [TurnBack::Allowed, TurnBack::Forbidden];

impl MoveRules {
    /// May any piece go straight along rows and columns?
    #[must_use]
    pub const fn any_straight(&self) -> bool {
        self.men_move.any_straight()
            || self.men_capture.any_straight()
            || self.kings_move.any_straight()
            || self.kings_capture.any_straight()
    }

    /// The same without what a player is bound to do: to capture, to take the most, to finish.
    pub(crate) const fn without_duties(&self) -> Self {
        Self {
            duty: Duty::MayCapture,
            priority: [None; 5],
            choice: Choice::Free,
            finish: Finish::MayBeStopped,
            ..*self
        }
    }

    /// The rules as one number.
    #[doc(hidden)]
    #[must_use]
    pub const fn pack(&self) -> u64 {
        let mut priority = 0;
        let mut i = self.priority.len();
        while i > 0 {
            i -= 1;
            priority = priority << 3
                | match self.priority[i] {
                    Some(reason) => reason as u64 + 1,
                    None => 0,
                };
        }
        // The last field first: each makes room by its own width.
        let mut key = self.first_king_ends as u64;
        key = key << 8 | self.repeat_limit as u64;
        key = key << 15 | priority;
        key = key << 1 | self.turn_back as u64;
        key = key << 1 | self.removal as u64;
        key = key << 1 | self.finish as u64;
        key = key << 1 | self.duty as u64;
        key = key << 2 | self.landing as u64;
        key = key << 1 | self.range as u64;
        key = key << 2 | self.crowning as u64;
        key = key << 1 | self.men_take as u64;
        key = key << 5 | self.kings_capture.bits() as u64;
        key = key << 5 | self.kings_move.bits() as u64;
        key = key << 5 | self.men_capture.bits() as u64;
        key << 5 | self.men_move.bits() as u64
    }

    /// The rules of such a number. Only numbers made by [`pack`](Self::pack) have a meaning.
    #[doc(hidden)]
    #[must_use]
    pub const fn unpack(key: u64) -> Self {
        let priority = [
            reason(part(key, 30, 3)),
            reason(part(key, 33, 3)),
            reason(part(key, 36, 3)),
            reason(part(key, 39, 3)),
            reason(part(key, 42, 3)),
        ];
        Self {
            men_move: DirectionSet::from_bits(part(key, 0, 5) as u8),
            men_capture: DirectionSet::from_bits(part(key, 5, 5) as u8),
            kings_move: DirectionSet::from_bits(part(key, 10, 5) as u8),
            kings_capture: DirectionSet::from_bits(part(key, 15, 5) as u8),
            men_take: TARGETS[part(key, 20, 1)],
            crowning: CROWNINGS[part(key, 21, 2)],
            range: RANGES[part(key, 23, 1)],
            landing: LANDINGS[part(key, 24, 2)],
            duty: DUTIES[part(key, 26, 1)],
            finish: FINISHES[part(key, 27, 1)],
            removal: REMOVALS[part(key, 28, 1)],
            turn_back: TURNS[part(key, 29, 1)],
            priority,
            choice: Choice::of(&priority),
            repeat_limit: part(key, 45, 8) as u8,
            first_king_ends: part(key, 53, 1) == 1,
        }
    }
}

const fn part(key: u64, shift: u32, width: u32) -> usize {
    (key >> shift & ((1 << width) - 1)) as usize
}

const fn reason(number: usize) -> Option<Priority> {
    if number == 0 { None } else { Some(Priority::ALL[number - 1]) }
}

#[allow(clippy::ptr_arg, reason = "borrowing a slice from a Cow is not const")]
const fn as_slice<'a, T: Clone>(list: &'a Cow<'static, [T]>) -> &'a [T] {
    match list {
        Cow::Borrowed(list) => list,
        Cow::Owned(list) => list.as_slice(),
    }
}
