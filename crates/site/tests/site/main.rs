//! Tests of a running site over HTTP and WebSocket, as people and programs use it.

mod accounts;
mod analysis;
mod api_docs;
mod assets;
mod bodies;
mod computer;
mod connections;
mod costly_position;
#[path = "../database/mod.rs"]
mod database;
mod deploy;
mod description;
mod endings;
mod error_pages;
mod game_creation;
mod invalid_input;
mod live;
mod live_sharing;
mod log_lines;
mod moderation;
mod monitoring;
mod multi_node;
mod pages;
mod permissions;
mod players;
mod procedures;
mod request_ids;
mod rules;
mod saved_rules;
mod scenarios;
mod settings;
mod support;
mod timeouts;
mod updates;
