//! Validated rule sets.

use alloc::sync::Arc;
use core::fmt;

use crate::board::{AnyBoard, with_board};
use crate::check::{RuleConflict, RuleConflicts};
#[cfg(feature = "house-rules")]
use crate::house::{self, HouseRuleError};
use crate::limits::CaptureLimits;
use crate::ruleset::{RuleSet, SquareNotation};
use crate::square_names::SquareNames;
use crate::variant::{self, UnknownRuleSet, Variant};

/// A rule set that has passed its check, with its board laid out and its generator selected. Cloning is cheap, since
/// positions share the data.
#[derive(Clone)]
pub struct Rules(Arc<Shared>);

struct Shared {
    start: AnyBoard,
    numeric: SquareNames,
    algebraic: SquareNames,
}

impl Rules {
    /// Validates a rule set, or returns all its conflicts.
    pub fn new(rule_set: RuleSet) -> Result<Self, RuleConflicts> {
        let conflicts = rule_set.check();
        if conflicts.is_empty() { Ok(Self::unchecked(rule_set)) } else { Err(RuleConflicts(conflicts)) }
    }

    /// Validates the rule set of a recorded game. It may be an earlier edition of the named rule set with the same id, and
    /// it may have more counted draw rules, or characters in its texts, than new rule sets can have.
    pub fn recorded(rule_set: RuleSet) -> Result<Self, RuleConflicts> {
        let mut conflicts = rule_set.check();
        conflicts.retain(|conflict| {
            let is_for_new = matches!(
                conflict,
                RuleConflict::TakenId(_)
                    | RuleConflict::TooManyDrawRules { .. }
                    | RuleConflict::InvisibleCharacters(_)
            );
            !is_for_new
        });
        if conflicts.is_empty() { Ok(Self::unchecked(rule_set)) } else { Err(RuleConflicts(conflicts)) }
    }

    /// Prepares a rule set without a check. It may differ from a valid one only in ways that the generator supports.
    pub(crate) fn unchecked(rule_set: RuleSet) -> Self {
        let names = SquareNames::of(&rule_set);
        Self::with_names(AnyBoard::new(rule_set), &names)
    }

    /// Prepares a rule set with the board and the notation of these rules, to try moves by it. It is not checked, like
    /// [`unchecked`](Self::unchecked).
    pub(crate) fn for_trying(&self, rule_set: RuleSet) -> Self {
        let board = AnyBoard::new(rule_set).with_limits(CaptureLimits::for_a_trial);
        Self::with_names(board, &self.0.numeric)
    }

    fn with_names(start: AnyBoard, names: &SquareNames) -> Self {
        let [numeric, algebraic] =
            [SquareNotation::Numeric, SquareNotation::Algebraic].map(|notation| names.with(notation));
        Self(Arc::new(Shared { start, numeric, algebraic }))
    }

    /// Returns the rules of the named rule set with this id.
    pub fn named(id: &str) -> Result<Self, UnknownRuleSet> {
        variant::find(id).map(Self::from)
    }

    /// Parses a house rule: a JSON object with a base and its differences.
    #[cfg(feature = "house-rules")]
    pub fn house(json: &str) -> Result<Self, HouseRuleError> {
        house::parse(json).and_then(|rule_set| Self::new(rule_set).map_err(HouseRuleError::Conflicts))
    }

    /// Returns the same rules with the generator that takes its rules at run time, even if one is compiled. For tests
    /// and benchmarks that compare the two.
    #[doc(hidden)]
    #[must_use]
    pub fn at_run_time(&self) -> Self {
        Self::with_names(self.0.start.at_run_time(), &self.0.numeric)
    }

    /// Returns the same rules with a generator that merges equal states after this many steps of a search for captures.
    /// For tests that compare searches.
    #[doc(hidden)]
    #[must_use]
    pub fn merging_after(&self, steps: u32) -> Self {
        let merge_after = steps.min(i32::MAX as u32);
        let board = self.0.start.clone().with_limits(|limits| CaptureLimits { merge_after, ..limits });
        Self::with_names(board, &self.0.numeric)
    }

    /// Returns whether the generator is compiled for these rules. For tests.
    #[doc(hidden)]
    #[must_use]
    pub fn is_compiled(&self) -> bool {
        with_board!(&self.0.start, referee, _state => referee.is_compiled())
    }

    /// Returns the rule set.
    #[must_use]
    pub fn rule_set(&self) -> &RuleSet {
        self.0.start.rule_set()
    }

    /// Returns the board of the starting position.
    pub(crate) fn start(&self) -> &AnyBoard {
        &self.0.start
    }

    /// Returns the number of squares of the board.
    #[must_use]
    pub fn board_len(&self) -> usize {
        self.0.numeric.len()
    }

    /// Returns the names of the squares in the notation of the rule set.
    #[must_use]
    pub fn square_names(&self) -> &SquareNames {
        self.square_names_in(self.rule_set().notation.squares)
    }

    /// Returns the names of the squares in numeric or algebraic notation.
    #[must_use]
    pub fn square_names_in(&self, notation: SquareNotation) -> &SquareNames {
        match notation {
            SquareNotation::Numeric => &self.0.numeric,
            SquareNotation::Algebraic => &self.0.algebraic,
        }
    }
}

impl From<Variant> for Rules {
    fn from(variant: Variant) -> Self {
        Self::unchecked(variant.rule_set().clone())
    }
}

impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.rule_set() == other.rule_set()
    }
}

impl Eq for Rules {}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rules({})", self.rule_set().id)
    }
}
