#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod commands;
mod conflicts;
mod dates;
mod draw_proofs;
mod house_rules;
mod language;
mod lists;
mod moves;
mod outcomes;
mod proposals;
mod records;
mod render;
mod rule_sets;
mod sentences;
mod setup;
mod sources;
mod texts;

pub use draw_proofs::CounterText;
pub use language::Language;
pub use moves::WhyNotText;
pub use outcomes::EndingText;
pub use records::FailureText;
pub use render::{Render, RenderByRules};
pub use rule_sets::RuleSetText;
pub use sentences::{Sentence, Topic};
pub use texts::{Texts, sentence};
