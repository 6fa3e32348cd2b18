#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod clock;
mod conduct;
mod encoding;
mod failure;
mod game_type;
mod leniency;
mod lexer;
mod movetext;
mod reader;
mod reading;
mod record;
mod record_builder;
mod replay;
mod resolve;
mod score;
mod source;
mod strict;
mod writer;

pub use clock::{ClockTime, ClockTimeKind, clock_times};
pub use encoding::Encoding;
pub use failure::{Failure, FailureReason};
pub use leniency::{Leniency, LeniencyKind, Place};
pub use reader::{ReadError, Reader};
pub use reading::Reading;
pub use record::{Line, Node, Record};
pub use replay::{Replay, ReplayedMove, Replayer, replay};
pub use score::Score;
pub use strict::{from_game, to_strict};
pub use writer::write;
