//! Draughts.
mod color; mod direction; mod geometry; mod hash; mod movegen; mod moves; mod piece; mod pieces; mod referee; pub mod ruleset; mod square; mod state; pub mod variant; mod wide; mod word;
pub use color::{Color, ByColor};
pub use referee::Referee;
pub fn quick<W: movegen::Generated>(r: &'static ruleset::RuleSet) -> Referee<W> { Referee::new(r.clone()) }
