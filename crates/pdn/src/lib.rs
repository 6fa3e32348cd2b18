#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod builder;
mod clock;
mod conduct;
mod encoding;
mod game_type;
mod lexer;
mod meaning;
mod oddity;
mod reader;
mod reading;
mod record;
mod replay;
mod result;
mod source;
mod strict;
mod word;
mod writer;

pub use clock::{Clock, ClockKind, clocks};
pub use encoding::Encoding;
pub use oddity::{Forgiven, Oddity, Place};
pub use reader::{ReadError, Reader};
pub use reading::Reading;
pub use record::{Line, Node, Record};
pub use replay::{Failure, FailureReason, Played, Replay, Replayer, replay};
pub use result::Score;
pub use strict::{of_game, strict};
pub use writer::write;
