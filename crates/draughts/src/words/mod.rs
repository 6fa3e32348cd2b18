//! Everything that is said to people, in English and German: rules in sentences, reasons why a move is not legal,
//! refusals, outcomes, the proofs of draws, and what is wrong with texts that were read.
//!
//! The other modules know values only; nothing in the crate depends on this one.

mod conflicts;
mod draws;
mod fen;
#[cfg(feature = "house-rules")]
mod house;
mod language;
mod moves;
mod names;
mod outcome;
mod reasons;
mod refusal;
mod rule_set;
mod setup;

pub use language::Language;
pub use rule_set::Sentence;

/// Displays values in English, as their `render` says them.
macro_rules! display_in_english {
    ($($type:ty),+ $(,)?) => {
        $(impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(&self.render($crate::Language::English))
            }
        })+
    };
}
use display_in_english;
