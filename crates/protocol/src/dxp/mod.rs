//! DXP, DamExchange: two programs play a game over a connection, a message for each move.
//!
//! One asks for a game, the other follows. The board has 10×10 squares; moves strictly alternate.

mod client;
mod connection;
mod message;
mod moves;
mod server;

pub use crate::client_error::BoardError;
pub use crate::reason::Reason;
pub use client::Client;
pub use message::{Answer, Message, MessageError, Request};
pub use server::{Settings, serve, serve_one};

use draughts::Rules;

use crate::notation::naming;

/// The usual port.
pub const PORT: u16 = 27531;

/// The name that the engine gives itself.
const NAME: &str = concat!("Crownhead ", env!("CARGO_PKG_VERSION"));

/// Checks that games by these rules can be played: the protocol writes positions with 50 squares, and no others.
pub fn fits(rules: &Rules) -> Result<(), BoardError> {
    match naming(rules).len() {
        50 => Ok(()),
        squares => Err(BoardError { rules: rules.rule_set().id.to_string(), squares }),
    }
}
