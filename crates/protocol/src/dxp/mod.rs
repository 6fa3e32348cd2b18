//! DXP (DamExchange): two programs play a game over a connection, with one message for each move.
//!
//! The initiator requests a game, and the follower answers. The board has 10×10 squares; moves strictly alternate.

mod client;
mod connection;
mod message;
mod moves;
mod server;

pub use crate::client_error::BoardError;
pub use crate::end_reason::EndReason;
pub use client::Client;
pub use message::{AcceptCode, GameRequest, Message, MessageError};
pub use server::{Settings, serve, serve_one};

use draughts::Rules;

use crate::notation::square_names;

/// The default port.
pub const PORT: u16 = 27531;

/// The name that this program sends.
const NAME: &str = concat!("Crownhead ", env!("CARGO_PKG_VERSION"));

/// Checks that the board of the rules has the 50 squares that the protocol requires.
pub fn check_board(rules: &Rules) -> Result<(), BoardError> {
    match square_names(rules).len() {
        50 => Ok(()),
        squares => Err(BoardError { rules: rules.rule_set().id.to_string(), squares }),
    }
}
