//! A real site on a real file, played on over HTTP and WebSocket as people and programs do.

mod accounts;
mod across;
mod analysis;
mod bad_input;
mod computer;
#[path = "../database/mod.rs"]
mod database;
mod deploy;
mod description;
mod endings;
mod game;
mod getting_a_game;
mod installing;
mod lines;
mod live;
mod manual;
mod matrix;
mod moderation;
mod pages;
mod players;
mod procedures;
mod refusals;
mod requests;
mod rules;
mod saved_rules;
mod settings;
mod stories;
mod timeouts;
mod watching;
