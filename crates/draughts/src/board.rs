//! A referee and a state in the bitboard type that the board needs.

use alloc::sync::Arc;
use core::fmt;

use crate::limits::CaptureLimits;
use crate::movegen::Generated;
use crate::referee::Referee;
use crate::ruleset::RuleSet;
use crate::state::State;
use crate::u256::U256;

/// A referee and a state, in the bitboard type that the board needs, for performance-critical code.
///
/// Boards are equal if their states are.
#[derive(Clone)]
pub enum AnyBoard {
    /// Boards that fit 64 bits: up to 10×10, or 8×8 with all squares in play.
    Narrow(Arc<Referee<u64>>, State<u64>),
    /// Boards that fit 128 bits: up to 14×14, or 11×11 with all squares in play.
    Middle(Arc<Referee<u128>>, State<u128>),
    /// Larger boards with all squares in play.
    Large(Arc<Referee<U256>>, State<U256>),
}

/// Evaluates `$body` with the referee and the state of a board, whatever their width.
macro_rules! with_board {
    ($board:expr, $referee:ident, $state:ident => $body:expr) => {
        match $board {
            AnyBoard::Narrow($referee, $state) => $body,
            AnyBoard::Middle($referee, $state) => $body,
            AnyBoard::Large($referee, $state) => $body,
        }
    };
}
pub(crate) use with_board;

/// Creates the board with the same referee and the state that `$body` evaluates to.
macro_rules! replace_state {
    ($board:expr, $referee:ident, $state:ident => $body:expr) => {
        match $board {
            AnyBoard::Narrow($referee, $state) => AnyBoard::Narrow(Arc::clone($referee), $body),
            AnyBoard::Middle($referee, $state) => AnyBoard::Middle(Arc::clone($referee), $body),
            AnyBoard::Large($referee, $state) => AnyBoard::Large(Arc::clone($referee), $body),
        }
    };
}
pub(crate) use replace_state;

impl AnyBoard {
    /// Prepares a rule set, in the smallest bitboard type that holds its board, and sets up the starting position.
    pub(crate) fn new(rule_set: RuleSet) -> Self {
        match rule_set.shape().bits() {
            0..=64 => Self::from_referee(Referee::new(rule_set), Self::Narrow),
            65..=128 => Self::from_referee(Referee::new(rule_set), Self::Middle),
            _ => Self::from_referee(Referee::new(rule_set), Self::Large),
        }
    }

    fn from_referee<B: Generated>(
        referee: Referee<B>,
        board: impl FnOnce(Arc<Referee<B>>, State<B>) -> Self,
    ) -> Self {
        let state = referee.initial();
        board(Arc::new(referee), state)
    }

    /// Returns the starting position of the same rules with the generator that takes its rules at run time.
    pub(crate) fn at_run_time(&self) -> Self {
        let set = self.rule_set().clone();
        match self {
            Self::Narrow(..) => Self::from_referee(Referee::new(set).at_run_time(), Self::Narrow),
            Self::Middle(..) => Self::from_referee(Referee::new(set).at_run_time(), Self::Middle),
            Self::Large(..) => Self::from_referee(Referee::new(set).at_run_time(), Self::Large),
        }
    }

    /// Returns the board with other limits of a search for captures.
    pub(crate) fn with_limits(mut self, change: impl FnOnce(CaptureLimits) -> CaptureLimits) -> Self {
        with_board!(&mut self, referee, _state => Arc::make_mut(referee).change_limits(change));
        self
    }

    /// Returns the rule set.
    #[must_use]
    pub fn rule_set(&self) -> &RuleSet {
        with_board!(self, referee, _state => referee.rule_set())
    }
}

impl PartialEq for AnyBoard {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Narrow(_, own), Self::Narrow(_, other)) => own == other,
            (Self::Middle(_, own), Self::Middle(_, other)) => own == other,
            (Self::Large(_, own), Self::Large(_, other)) => own == other,
            _ => false,
        }
    }
}

impl Eq for AnyBoard {}

impl fmt::Debug for AnyBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_board!(self, _referee, state => state.fmt(f))
    }
}
