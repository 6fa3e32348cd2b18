//! The named rule sets: one small file each, every constant with its source.

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
mod names;
mod poddavki;
mod pool;
mod portuguese;
mod russian;
mod slovak;
mod spanish;
mod thai;
mod turkish;

use std::fmt;

pub use antidraughts::RULES as ANTIDRAUGHTS;
pub use brazilian::RULES as BRAZILIAN;
pub use breakthrough::RULES as BREAKTHROUGH;
pub use canadian::RULES as CANADIAN;
pub use checkers_bsn::RULES as CHECKERS_BSN;
pub use checkers_revenge::RULES as CHECKERS_REVENGE;
pub use czech::RULES as CZECH;
pub use dame_8x8::RULES as DAME_8X8;
pub use dame_100::RULES as DAME_100;
pub use draughts_bsn::RULES as DRAUGHTS_BSN;
pub use english::RULES as ENGLISH;
pub use frisian::RULES as FRISIAN;
pub use frysk::RULES as FRYSK;
pub use international::RULES as INTERNATIONAL;
pub use italian::RULES as ITALIAN;
pub use killer::RULES as KILLER;
pub use poddavki::RULES as PODDAVKI;
pub use pool::RULES as POOL;
pub use portuguese::RULES as PORTUGUESE;
pub use russian::RULES as RUSSIAN;
pub use slovak::RULES as SLOVAK;
pub use spanish::RULES as SPANISH;
pub use thai::RULES as THAI;
pub use turkish::RULES as TURKISH;

use crate::ruleset::RuleSet;

/// Every named rule set: the five documents, then the world's games.
pub static ALL: [&RuleSet; 24] = [
    &CHECKERS_BSN,
    &DRAUGHTS_BSN,
    &DAME_100,
    &CHECKERS_REVENGE,
    &DAME_8X8,
    &INTERNATIONAL,
    &ENGLISH,
    &RUSSIAN,
    &BRAZILIAN,
    &ITALIAN,
    &SPANISH,
    &PORTUGUESE,
    &POOL,
    &CZECH,
    &SLOVAK,
    &THAI,
    &TURKISH,
    &FRISIAN,
    &FRYSK,
    &BREAKTHROUGH,
    &ANTIDRAUGHTS,
    &KILLER,
    &CANADIAN,
    &PODDAVKI,
];

/// The rule set with this id.
pub fn find(id: &str) -> Result<&'static RuleSet, UnknownRuleSet> {
    ALL.into_iter().find(|rules| rules.id == id).ok_or_else(|| UnknownRuleSet::new(id))
}

/// No rule set has this id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownRuleSet {
    /// What was asked for.
    pub id: String,
    /// The id that is most like it, if one is like it.
    pub nearest: Option<&'static str>,
}

/// From this likeness on, of a million, one id may be meant for another.
const LIKE: u64 = 700_000;

impl UnknownRuleSet {
    fn new(id: &str) -> Self {
        let wanted = id.to_lowercase();
        let likeness = |rules: &&RuleSet| (strsim::jaro_winkler(&wanted, &rules.id) * 1e6) as u64;
        let alike = |rules: &&&RuleSet| likeness(rules) > LIKE;
        let nearest =
            ALL.iter().filter(alike).max_by_key(|rules| likeness(rules)).map(|rules| rules.id.as_ref());
        Self { id: id.to_owned(), nearest }
    }
}

impl fmt::Display for UnknownRuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no rule set {:?}", self.id)?;
        self.nearest.map_or(Ok(()), |nearest| write!(f, "; the nearest is \"{nearest}\""))
    }
}

impl std::error::Error for UnknownRuleSet {}
