#![cfg_attr(feature = "house-rules", doc = include_str!("../README.md"))]
#![cfg_attr(
    not(feature = "house-rules"),
    doc = "The rules of every draughts game as data, and one fast move generator for all of them."
)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod bitboard;
mod board;
mod check;
mod collections;
mod color;
mod direction;
pub mod draw;
mod explain;
pub mod game;
mod geometry;
mod hash;
#[cfg(feature = "house-rules")]
pub mod house;
mod invisible;
mod limits;
mod move_number;
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
#[cfg(feature = "serde")]
mod square_data;
mod square_names;
mod state;
mod u256;
pub mod variant;

pub use bitboard::{Bitboard, Bits};
pub use board::AnyBoard;
pub use check::{BoardSide, DrawRuleConflict, RuleConflict, RuleConflicts};
pub use color::{ByColor, Color};
pub use direction::{Direction, DirectionSet, RelativeDirection};
pub use explain::{Attempt, Explainer, WhyNot};
pub use game::{Event, Game};
pub use geometry::{Layout, Shape};
pub use invisible::is_invisible;
pub use movegen::{CaptureWork, Generated};
pub use moves::{BitboardMove, Move};
pub use notation::FenError;
pub use piece::{Kind, Piece};
pub use pieces::{KingRun, Pieces};
pub use position::{PlayError, Position};
pub use referee::Referee;
pub use rules::Rules;
pub use ruleset::RuleSet;
pub use setup::{KingMoves, Setup, SetupError, SetupErrorKind};
pub use square::{Square, SquareSet};
pub use state::State;
pub use u256::U256;
pub use variant::Variant;
