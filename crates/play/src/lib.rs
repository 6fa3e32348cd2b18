#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod deed;
pub mod id;
pub mod move_number;
pub mod openings;
pub mod proposal;
pub mod rated_game;
pub mod rating;
pub mod role;
pub mod scope;
pub mod table;
pub mod time;
