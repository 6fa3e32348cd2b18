#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod color;
mod direction;
pub mod draw;
mod explain;
pub mod game;
mod geometry;
mod hash;
mod language;
mod movegen;
mod moves;
pub mod notation;
mod piece;
mod pieces;
mod position;
mod referee;
mod rules;
pub mod ruleset;
mod setup;
mod square;
mod state;
pub mod variant;
mod wide;
mod word;

pub use color::{ByColor, Color};
pub use direction::{Direction, Way, Ways};
pub use explain::{Attempt, Explainer, WhyNot};
pub use game::{Event, Game};
pub use geometry::{Layout, Shape};
pub use language::Language;
pub use movegen::Generated;
pub use moves::{Move, WordMove};
pub use piece::{Kind, Piece};
pub use pieces::{KingRun, Pieces};
pub use position::{AnyState, FenError, PlayError, Position};
pub use referee::Referee;
pub use rules::{AnyReferee, Rules};
pub use ruleset::RuleSet;
pub use setup::{KingMoves, Setup, SetupError, SetupFault};
pub use square::{Square, SquareSet};
pub use state::State;
pub use wide::Wide;
pub use word::{Bits, Word};
