#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod builder;
mod clock;
mod conduct;
mod encoding;
mod failure;
mod game_type;
mod leniency;
mod lexer;
mod meaning;
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
pub use failure::{Failure, FailureReason};
pub use leniency::{Leniency, LeniencyKind, Place};
pub use reader::{ReadError, Reader};
pub use reading::Reading;
pub use record::{Line, Node, Record};
pub use replay::{Played, Replay, Replayer, replay};
pub use result::Score;
pub use strict::{of_game, strict};
pub use writer::write;
