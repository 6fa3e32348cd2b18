//! Where the rules come from: the compiler, or a value.

use crate::ruleset::MoveRules;

/// Where the rules come from.
pub(crate) trait RuleSource: Copy {
    /// The rules.
    fn rules(&self) -> &MoveRules;
}

/// Rules known to the compiler, by their key.
#[derive(Clone, Copy)]
pub(crate) struct FixedRules<const KEY: u64>;

impl<const KEY: u64> FixedRules<KEY> {
    const RULES: MoveRules = MoveRules::unpack(KEY);
}

impl<const KEY: u64> RuleSource for FixedRules<KEY> {
    #[inline(always)]
    fn rules(&self) -> &MoveRules {
        &Self::RULES
    }
}

/// Rules known only at run time: house rules.
#[derive(Clone, Copy)]
pub(crate) struct RunTimeRules<'r>(pub(crate) &'r MoveRules);

impl RuleSource for RunTimeRules<'_> {
    #[inline(always)]
    fn rules(&self) -> &MoveRules {
        self.0
    }
}
