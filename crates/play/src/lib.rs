#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod game;
pub mod id;
pub mod moderator_action;
pub mod move_number;
pub mod openings;
pub mod proposal;
pub mod rated_game;
pub mod rating;
pub mod role;
pub mod scope;
pub mod text;
pub mod time;
