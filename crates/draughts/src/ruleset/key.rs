//! The part of a rule set that determines which moves are legal.

use alloc::borrow::Cow;

use super::{Crowning, Duty, Finish, Goal, Landing, Priority, Range, Removal, RuleSet, Targets, TurnBack};
use crate::direction::DirectionSet;

/// The rules of movement, which the generator uses. They pack into one number, the *key*: rule sets with the same key
/// share one compiled generator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveRules {
    /// The directions in which men move.
    pub men_move: DirectionSet,
    /// The directions in which men capture.
    pub men_capture: DirectionSet,
    /// The pieces that men may capture.
    pub men_take: Targets,
    /// The effect of reaching the king row during a capture.
    pub crowning: Crowning,
    /// The directions in which kings move.
    pub kings_move: DirectionSet,
    /// The directions in which kings capture.
    pub kings_capture: DirectionSet,
    /// The range of kings.
    pub range: Range,
    /// The squares on which a flying king may land.
    pub landing: Landing,
    /// Maximum number of moves in a row by one king; 0 if there is no limit.
    pub repeat_limit: u8,
    /// Whether captures are mandatory.
    pub duty: Duty,
    /// The priorities between captures, in order of precedence.
    pub priority: [Option<Priority>; 5],
    /// Whether a capture must be continued as long as possible.
    pub finish: Finish,
    /// The time when captured pieces are removed.
    pub removal: Removal,
    /// Whether a capture may turn straight back.
    pub turn_back: TurnBack,
    /// Whether the first king ends the game.
    pub first_king_ends: bool,
    /// A summary of the priorities, so that the generator need not read the list.
    pub(crate) choice: Choice,
}

/// The selection of captures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Choice {
    /// Any capture is legal.
    Free,
    /// Only the captures of most pieces are legal.
    MostPieces,
    /// Captures must be ranked.
    Ranked,
}

impl Choice {
    const fn of(priority: &[Option<Priority>; 5]) -> Self {
        match priority {
            [None, ..] => Self::Free,
            [Some(Priority::MostPieces), None, ..] => Self::MostPieces,
            _ => Self::Ranked,
        }
    }
}

impl MoveRules {
    /// Returns the rules of movement of a rule set.
    #[must_use]
    pub const fn of(rules: &RuleSet) -> Self {
        let mut priority = [None; 5];
        let listed = as_slice(&rules.capture.priority);
        let mut i = 0;
        while i < listed.len() && i < priority.len() {
            priority[i] = Some(listed[i]);
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

// The values of each enum in the order of their discriminants, for unpacking.
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
    /// Returns whether any piece moves or captures along rows and columns.
    #[must_use]
    pub const fn has_straight(&self) -> bool {
        self.men_move.has_straight()
            || self.men_capture.has_straight()
            || self.kings_move.has_straight()
            || self.kings_capture.has_straight()
    }

    /// Returns the rules without the player's duties: to capture, to take the most, and to finish a capture.
    pub(crate) const fn without_duties(&self) -> Self {
        Self {
            duty: Duty::MayCapture,
            priority: [None; 5],
            choice: Choice::Free,
            finish: Finish::MayBeStopped,
            ..*self
        }
    }

    /// Packs the rules into one number.
    #[doc(hidden)]
    #[must_use]
    pub const fn pack(&self) -> u64 {
        let mut priority = 0;
        let mut i = self.priority.len();
        while i > 0 {
            i -= 1;
            priority = priority << 3
                | match self.priority[i] {
                    Some(priority) => priority as u64 + 1,
                    None => 0,
                };
        }
        // The last field first; each is shifted by the width of the next.
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

    /// Unpacks rules packed by [`pack`](Self::pack).
    #[doc(hidden)]
    #[must_use]
    pub const fn unpack(key: u64) -> Self {
        let priority = [
            priority_at(bits(key, 30, 3)),
            priority_at(bits(key, 33, 3)),
            priority_at(bits(key, 36, 3)),
            priority_at(bits(key, 39, 3)),
            priority_at(bits(key, 42, 3)),
        ];
        Self {
            men_move: DirectionSet::from_bits(bits(key, 0, 5) as u8),
            men_capture: DirectionSet::from_bits(bits(key, 5, 5) as u8),
            kings_move: DirectionSet::from_bits(bits(key, 10, 5) as u8),
            kings_capture: DirectionSet::from_bits(bits(key, 15, 5) as u8),
            men_take: TARGETS[bits(key, 20, 1)],
            crowning: CROWNINGS[bits(key, 21, 2)],
            range: RANGES[bits(key, 23, 1)],
            landing: LANDINGS[bits(key, 24, 2)],
            duty: DUTIES[bits(key, 26, 1)],
            finish: FINISHES[bits(key, 27, 1)],
            removal: REMOVALS[bits(key, 28, 1)],
            turn_back: TURNS[bits(key, 29, 1)],
            priority,
            choice: Choice::of(&priority),
            repeat_limit: bits(key, 45, 8) as u8,
            first_king_ends: bits(key, 53, 1) == 1,
        }
    }
}

const fn bits(key: u64, shift: u32, width: u32) -> usize {
    (key >> shift & ((1 << width) - 1)) as usize
}

const fn priority_at(number: usize) -> Option<Priority> {
    if number == 0 { None } else { Some(Priority::ALL[number - 1]) }
}

#[allow(clippy::ptr_arg, reason = "borrowing a slice from a Cow is not const")]
const fn as_slice<'a, T: Clone>(list: &'a Cow<'static, [T]>) -> &'a [T] {
    match list {
        Cow::Borrowed(list) => list,
        Cow::Owned(list) => list.as_slice(),
    }
}
