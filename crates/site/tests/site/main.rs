//! A real site on a real file, played on over HTTP and WebSocket as people and programs do.

mod across;
mod analysis;
mod bad_input;
mod computer;
#[path = "../database/mod.rs"]
mod database;
mod deploy;
mod description;
mod endings;
mod getting_a_game;
mod installing;
mod judging;
mod lines;
mod live;
mod manual;
mod matrix;
mod pages;
mod people;
mod players;
mod procedures;
mod refusals;
mod requests;
mod rules;
mod settings;
mod shelf;
mod stories;
mod table;
mod timeouts;
mod watching;
