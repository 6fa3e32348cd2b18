//! The named rule sets, one file each, with the source of every constant.

mod antidraughts;
mod brazilian;
mod breakthrough;
mod canadian;
mod checkers_bsn;
mod checkers_revenge;
mod czech;
mod dame_100;
mod dame_8x8;
mod draughts_bsn;
mod english;
mod frisian;
mod frysk;
mod international;
mod italian;
mod killer;
mod poddavki;
mod pool;
mod portuguese;
mod russian;
mod slovak;
mod spanish;
mod thai;
mod turkish;

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::ops::Deref;

use crate::ruleset::RuleSet;

/// A named rule set. It is free of conflicts, so that its conversion to [`Rules`](crate::Rules) cannot fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant(&'static RuleSet);

impl Variant {
    /// Returns the rule set.
    #[must_use]
    pub const fn rule_set(self) -> &'static RuleSet {
        self.0
    }

    /// Returns the identifier: lower-case letters, digits and hyphens.
    #[must_use]
    pub fn id(self) -> &'static str {
        &self.0.id
    }
}

impl Deref for Variant {
    type Target = RuleSet;

    fn deref(&self) -> &RuleSet {
        self.0
    }
}

/// Antidraughts.
pub const ANTIDRAUGHTS: Variant = Variant(&antidraughts::RULES);
/// Brazilian draughts.
pub const BRAZILIAN: Variant = Variant(&brazilian::RULES);
/// Breakthrough.
pub const BREAKTHROUGH: Variant = Variant(&breakthrough::RULES);
/// Canadian draughts.
pub const CANADIAN: Variant = Variant(&canadian::RULES);
/// Checkers, document 000.
pub const CHECKERS_BSN: Variant = Variant(&checkers_bsn::RULES);
/// Checkers with revenge.
pub const CHECKERS_REVENGE: Variant = Variant(&checkers_revenge::RULES);
/// Czech draughts.
pub const CZECH: Variant = Variant(&czech::RULES);
/// Dame on 64 squares, document 004.
pub const DAME_8X8: Variant = Variant(&dame_8x8::RULES);
/// Dame 100.
pub const DAME_100: Variant = Variant(&dame_100::RULES);
/// Draughts, document 001.
pub const DRAUGHTS_BSN: Variant = Variant(&draughts_bsn::RULES);
/// English draughts.
pub const ENGLISH: Variant = Variant(&english::RULES);
/// Frisian draughts.
pub const FRISIAN: Variant = Variant(&frisian::RULES);
/// Frysk!
pub const FRYSK: Variant = Variant(&frysk::RULES);
/// International draughts.
pub const INTERNATIONAL: Variant = Variant(&international::RULES);
/// Italian draughts.
pub const ITALIAN: Variant = Variant(&italian::RULES);
/// Killer draughts.
pub const KILLER: Variant = Variant(&killer::RULES);
/// Poddavki.
pub const PODDAVKI: Variant = Variant(&poddavki::RULES);
/// Pool checkers.
pub const POOL: Variant = Variant(&pool::RULES);
/// Portuguese draughts.
pub const PORTUGUESE: Variant = Variant(&portuguese::RULES);
/// Russian draughts.
pub const RUSSIAN: Variant = Variant(&russian::RULES);
/// Slovak draughts.
pub const SLOVAK: Variant = Variant(&slovak::RULES);
/// Spanish draughts.
pub const SPANISH: Variant = Variant(&spanish::RULES);
/// Thai draughts.
pub const THAI: Variant = Variant(&thai::RULES);
/// Turkish draughts.
pub const TURKISH: Variant = Variant(&turkish::RULES);

/// All named rule sets: those of the five documents, then the others.
pub static ALL: [Variant; 24] = [
    CHECKERS_BSN,
    DRAUGHTS_BSN,
    DAME_100,
    CHECKERS_REVENGE,
    DAME_8X8,
    INTERNATIONAL,
    ENGLISH,
    RUSSIAN,
    BRAZILIAN,
    ITALIAN,
    SPANISH,
    PORTUGUESE,
    POOL,
    CZECH,
    SLOVAK,
    THAI,
    TURKISH,
    FRISIAN,
    FRYSK,
    BREAKTHROUGH,
    ANTIDRAUGHTS,
    KILLER,
    CANADIAN,
    PODDAVKI,
];

/// Returns the rule set with this id.
pub fn find(id: &str) -> Result<Variant, UnknownRuleSet> {
    ALL.into_iter().find(|rules| rules.id == id).ok_or_else(|| UnknownRuleSet::new(id))
}

/// No rule set has this id.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct UnknownRuleSet {
    /// The requested id.
    pub id: String,
    /// The most similar id, if there is one. Always `None` without the feature `house-rules`.
    pub nearest: Option<&'static str>,
}

impl UnknownRuleSet {
    fn new(id: &str) -> Self {
        Self { id: id.to_owned(), nearest: nearest(id) }
    }
}

#[cfg(feature = "house-rules")]
fn nearest(id: &str) -> Option<&'static str> {
    /// Minimum similarity of a suggestion, in millionths.
    const MIN_SIMILARITY: u64 = 700_000;
    let requested = id.to_lowercase();
    let similarity = |rules: &Variant| (strsim::jaro_winkler(&requested, &rules.id) * 1e6) as u64;
    let similar = ALL.into_iter().filter(|rules| similarity(rules) > MIN_SIMILARITY);
    similar.max_by_key(similarity).map(Variant::id)
}

#[cfg(not(feature = "house-rules"))]
fn nearest(_: &str) -> Option<&'static str> {
    None
}

impl core::error::Error for UnknownRuleSet {}

impl fmt::Display for UnknownRuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no rule set {:?}", self.id)?;
        self.nearest.map_or(Ok(()), |id| write!(f, "; the nearest is {id:?}"))
    }
}
