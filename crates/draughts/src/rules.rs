//! A rule set that has passed its check, ready for play.

use std::fmt;
use std::sync::Arc;

use crate::notation::Naming;
use crate::referee::Referee;
use crate::ruleset::house::{self, HouseRuleError};
use crate::ruleset::{RuleConflict, RuleConflicts, RuleSet};
use crate::variant::{self, UnknownRuleSet};
use crate::wide::Wide;

/// A rule set that has passed its check, with its board laid out and its generator chosen. Cheap to
/// clone: positions share it.
#[derive(Clone)]
pub struct Rules {
    referee: AnyReferee,
}

/// The referee, by the size of the word that its board needs.
#[derive(Clone)]
pub enum AnyReferee {
    /// Boards that fit 64 bits: up to 10×10, or 8×8 with all squares in play.
    Narrow(Arc<Referee<u64>>),
    /// Boards that fit 128 bits: up to 14×14, or 11×11 with all squares in play.
    Middle(Arc<Referee<u128>>),
    /// Larger ones, with all squares in play.
    Large(Arc<Referee<Wide>>),
}

/// Does the same for whichever word the board needs.
macro_rules! each_word {
    ($enum:ident, $value:expr, $name:ident => $body:expr) => {
        match $value {
            $enum::Narrow($name) => $body,
            $enum::Middle($name) => $body,
            $enum::Large($name) => $body,
        }
    };
}
pub(crate) use each_word;

impl Rules {
    /// Makes a rule set ready, or tells all its conflicts.
    pub fn new(rule_set: RuleSet) -> Result<Self, RuleConflicts> {
        let conflicts = rule_set.check();
        if conflicts.is_empty() { Ok(Self::unchecked(rule_set)) } else { Err(RuleConflicts(conflicts)) }
    }

    /// Makes the rule set of a recorded game ready. Its id may be that of a named rule set of which it is an earlier
    /// edition.
    pub fn recorded(rule_set: RuleSet) -> Result<Self, RuleConflicts> {
        let mut conflicts = rule_set.check();
        conflicts.retain(|conflict| !matches!(conflict, RuleConflict::TakenId(_)));
        if conflicts.is_empty() { Ok(Self::unchecked(rule_set)) } else { Err(RuleConflicts(conflicts)) }
    }

    /// Makes a rule set ready that differs from a checked one only in what the generator takes in its stride.
    pub(crate) fn unchecked(rule_set: RuleSet) -> Self {
        Self {
            referee: match rule_set.shape().bits() {
                0..=64 => AnyReferee::Narrow(Arc::new(Referee::new(rule_set))),
                65..=128 => AnyReferee::Middle(Arc::new(Referee::new(rule_set))),
                _ => AnyReferee::Large(Arc::new(Referee::new(rule_set))),
            },
        }
    }

    /// The named rule set with this id.
    pub fn named(id: &str) -> Result<Self, UnknownRuleSet> {
        variant::find(id).map(Self::from)
    }

    /// A house rule: JSON of a base and its differences.
    pub fn house(json: &str) -> Result<Self, HouseRuleError> {
        house::read(json).and_then(|rule_set| Self::new(rule_set).map_err(HouseRuleError::Conflicts))
    }

    /// The same rules with the generator that takes them as a value, even if one is compiled: for
    /// tests and measurements, which compare the two.
    #[must_use]
    pub fn at_run_time(&self) -> Self {
        let set = self.rule_set().clone();
        Self {
            referee: match &self.referee {
                AnyReferee::Narrow(_) => AnyReferee::Narrow(Arc::new(Referee::new(set).at_run_time())),
                AnyReferee::Middle(_) => AnyReferee::Middle(Arc::new(Referee::new(set).at_run_time())),
                AnyReferee::Large(_) => AnyReferee::Large(Arc::new(Referee::new(set).at_run_time())),
            },
        }
    }

    /// Is the generator compiled for these very rules?
    #[must_use]
    pub fn is_compiled(&self) -> bool {
        each_word!(AnyReferee, &self.referee, referee => referee.is_compiled())
    }

    /// The rule set.
    #[must_use]
    pub fn rule_set(&self) -> &RuleSet {
        each_word!(AnyReferee, &self.referee, referee => referee.rule_set())
    }

    /// The referee, for code that works on words.
    #[must_use]
    pub fn referee(&self) -> &AnyReferee {
        &self.referee
    }

    /// How many squares the board has.
    #[must_use]
    pub fn board_len(&self) -> usize {
        each_word!(AnyReferee, &self.referee, referee => referee.layout().len())
    }

    /// How squares are called.
    #[must_use]
    pub fn naming(&self) -> Naming {
        Naming::of(self.rule_set())
    }
}

impl From<&'static RuleSet> for Rules {
    /// The named rule sets are known to be free of conflicts: a test checks every one.
    fn from(rule_set: &'static RuleSet) -> Self {
        Self::new(rule_set.clone()).unwrap_or_else(|conflicts| panic!("{}: {conflicts}", rule_set.id))
    }
}

impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        self.rule_set() == other.rule_set()
    }
}

impl Eq for Rules {}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rules({})", self.rule_set().id)
    }
}
