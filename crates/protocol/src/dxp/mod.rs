//! DXP, DamExchange: two programs play a game over a connection, a message for each move.
//!
//! One asks for a game, the other follows. The board has 10×10 squares; moves strictly alternate.

mod client;
mod connection;
mod message;
mod server;
mod table;

pub use client::Client;
pub use message::{Answer, Message, MessageFault, Reason, Request};
pub use server::{Settings, serve, serve_one};

use draughts::Rules;

/// The port on which programs listen.
pub const PORT: u16 = 27531;

/// What we call ourselves.
const NAME: &str = concat!("Crownhead ", env!("CARGO_PKG_VERSION"));

/// Can games by these rules be played? The protocol writes positions with 50 squares, and nothing else.
pub fn fits(rules: &Rules) -> Result<(), String> {
    match crate::squares::naming(rules).len() {
        50 => Ok(()),
        squares => Err(format!(
            "DXP is for boards of 50 squares; {} has {squares}. Choose a rule set on 10x10",
            rules.rule_set().id
        )),
    }
}
