//! The messages of DamExchange: a letter, and fields of fixed width.

use std::fmt;

use draughts::Color;

use crate::reason::Reason;

/// The version of the protocol.
pub(super) const VERSION: u8 = 1;
/// The most characters of a message.
pub(super) const LONGEST: usize = 127;
/// Names are padded to this width.
const NAME: usize = 32;

/// A message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// A game is asked for.
    Request(Request),
    /// The answer to that.
    Answer {
        /// Who answers.
        name: String,
        /// What is answered.
        answer: Answer,
    },
    /// A move.
    Move {
        /// How long it took, in seconds.
        seconds: u16,
        /// The number of the square it starts from.
        from: u8,
        /// The number of the square it ends on.
        to: u8,
        /// The numbers of the captured squares, in any order.
        captured: Vec<u8>,
    },
    /// The game is over.
    End {
        /// How it ended for the sender.
        reason: Reason,
        /// Is another game welcome?
        another: bool,
    },
    /// Words for a person.
    Chat(String),
    /// Moves are to be taken back.
    Back {
        /// To the move with this number,
        number: u16,
        /// with this side to move.
        turn: Color,
    },
    /// The answer to that: 0 yes, 1 not supported, 2 no.
    BackAnswer(u8),
}

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The version of the protocol that the sender speaks.
    pub version: u8,
    /// Who asks.
    pub name: String,
    /// The side that the one who is asked is to play.
    pub follower: Color,
    /// Minutes for each player.
    pub minutes: u16,
    /// Moves to be made in that time; 0: all.
    pub moves: u16,
    /// The position to begin with, as Hub writes it; none: the start.
    pub position: Option<String>,
}

/// What is answered to a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The game begins.
    Yes,
    /// Another version is needed.
    WrongVersion,
    /// Not this game, but perhaps another.
    NotThis,
    /// No game.
    Never,
}

/// Why a message cannot be understood.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MessageError {
    /// It is empty, or has other characters than ASCII.
    #[error("a message is ASCII text that begins with a letter")]
    NotText,
    /// No message begins with this letter.
    #[error("no message begins with {0:?}: R, A, M, E, C, B and K are known")]
    Unknown(char),
    /// It ends too early.
    #[error("the message ends before {0}")]
    TooShort(&'static str),
    /// A field cannot be read: its name, and what stands there.
    #[error("{0} cannot be {1:?}")]
    Field(&'static str, String),
    /// It asks for a game, and this is wrong with it.
    #[error(transparent)]
    Request(Box<MessageError>),
}

impl Message {
    /// Parses a message, without the zero byte that ends it.
    pub fn parse(bytes: &[u8]) -> Result<Self, MessageError> {
        let text = std::str::from_utf8(bytes).ok().filter(|text| text.is_ascii());
        let Some((kind, rest)) = text.and_then(|text| text.split_at_checked(1)) else {
            return Err(MessageError::NotText);
        };
        let mut fields = Fields(rest);
        match kind {
            "R" => {
                let request = Request::parse(&mut fields);
                request.map(Self::Request).map_err(|fault| MessageError::Request(Box::new(fault)))
            }
            "A" => {
                let name = fields.text("the name", NAME)?.trim().to_owned();
                let answer = match fields.number("the answer", 1)? {
                    0 => Answer::Yes,
                    1 => Answer::WrongVersion,
                    2 => Answer::NotThis,
                    _ => Answer::Never,
                };
                Ok(Self::Answer { name, answer })
            }
            "M" => {
                let seconds = fields.number("the time", 4)?;
                let mut square = |what| Ok(fields.number(what, 2)? as u8);
                let (from, to) = (square("the first square")?, square("the last square")?);
                let count = square("the number of captures")?;
                let captured = (0..count).map(|_| square("a captured square")).collect::<Result<_, _>>()?;
                Ok(Self::Move { seconds, from, to, captured })
            }
            "E" => {
                let reason = match fields.number("the reason", 1)? {
                    1 => Reason::Lost,
                    2 => Reason::Draw,
                    3 => Reason::Won,
                    _ => Reason::Unknown,
                };
                Ok(Self::End { reason, another: fields.number("whether another game is welcome", 1)? == 0 })
            }
            "C" => Ok(Self::Chat(rest.to_owned())),
            "B" => {
                let number = fields.number("the move number", 3)?;
                Ok(Self::Back { number, turn: fields.color("the side to move")? })
            }
            "K" => Ok(Self::BackAnswer(fields.number("the answer", 1)? as u8)),
            _ => Err(MessageError::Unknown(kind.chars().next().unwrap_or(' '))),
        }
    }
}

impl Request {
    fn parse(fields: &mut Fields<'_>) -> Result<Self, MessageError> {
        let version = fields.number("the version", 2)? as u8;
        let name = fields.text("the name", NAME)?.trim().to_owned();
        let follower = fields.color("the side of the follower")?;
        let (minutes, moves) = (fields.number("the minutes", 3)?, fields.number("the number of moves", 3)?);
        let position = match fields.text("the kind of start", 1)? {
            "A" => None,
            "B" => {
                let turn = fields.color("the side to move")?.letter();
                let squares = fields.text("the position", 50)?;
                Some(format!("{turn}{}", squares.replace('z', "b").replace('Z', "B")))
            }
            other => return Err(MessageError::Field("the kind of start", other.to_owned())),
        };
        Ok(Self { version, name, follower, minutes, moves, position })
    }
}

/// What is left of a message.
struct Fields<'m>(&'m str);

impl<'m> Fields<'m> {
    fn text(&mut self, name: &'static str, width: usize) -> Result<&'m str, MessageError> {
        let (field, rest) = self.0.split_at_checked(width).ok_or(MessageError::TooShort(name))?;
        self.0 = rest;
        Ok(field)
    }

    fn number(&mut self, name: &'static str, width: usize) -> Result<u16, MessageError> {
        let text = self.text(name, width)?;
        text.trim().parse().map_err(|_| MessageError::Field(name, text.to_owned()))
    }

    /// White is `W`; Black is `Z`, for the Dutch word.
    fn color(&mut self, name: &'static str) -> Result<Color, MessageError> {
        match self.text(name, 1)? {
            "W" => Ok(Color::White),
            "Z" => Ok(Color::Black),
            other => Err(MessageError::Field(name, other.to_owned())),
        }
    }
}

const fn letter(color: Color) -> char {
    match color {
        Color::White => 'W',
        Color::Black => 'Z',
    }
}

/// Returns a text in ASCII, no longer than fits. Used for sending, and for showing what others send: escape codes must not reach
/// the terminal.
pub(super) fn sendable(text: &str, longest: usize) -> String {
    text.chars().map(|c| if c == ' ' || c.is_ascii_graphic() { c } else { '?' }).take(longest).collect()
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Request(Request { version, name, follower, minutes, moves, position }) => {
                let (name, follower) = (sendable(name, NAME), letter(*follower));
                let (minutes, moves) = (minutes.min(&999), moves.min(&999));
                write!(f, "R{version:02}{name:NAME$}{follower}{minutes:03}{moves:03}")?;
                match position {
                    None => f.write_str("A"),
                    Some(text) => write!(f, "B{}", text.replace('b', "z").replace('B', "Z")),
                }
            }
            Self::Answer { name, answer } => {
                write!(f, "A{:NAME$}{}", sendable(name, NAME), *answer as u8)
            }
            Self::Move { seconds, from, to, captured } => {
                let seconds = seconds.min(&9999);
                write!(f, "M{seconds:04}{from:02}{to:02}{:02}", captured.len())?;
                captured.iter().try_for_each(|square| write!(f, "{square:02}"))
            }
            Self::End { reason, another } => write!(f, "E{}{}", *reason as u8, u8::from(!another)),
            Self::Chat(text) => write!(f, "C{}", sendable(text, LONGEST - 1)),
            Self::Back { number, turn } => write!(f, "B{:03}{}", number.min(&999), letter(*turn)),
            Self::BackAnswer(code) => write!(f, "K{}", code.min(&9)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_survive_being_written_and_read() {
        let name = format!("{:NAME$}", "demo initiator");
        let squares = format!("{}{}{}", "z".repeat(20), "e".repeat(10), "w".repeat(20));
        for text in [
            format!("R01{name}Z001075A"),
            format!("R01{name}W010000BW{squares}"),
            format!("A{name}0"),
            format!("A{name}3"),
            "M0000312600".to_owned(),
            "M00001816022122".to_owned(),
            "B001W".to_owned(),
            "K0".to_owned(),
            "E00".to_owned(),
            "E31".to_owned(),
            "Cgood luck".to_owned(),
        ] {
            let message = Message::parse(text.as_bytes());
            assert_eq!(message.map(|message| message.to_string()), Ok(text));
        }
    }

    #[test]
    fn what_cannot_be_understood_is_told() {
        let faults = ["", "X", "M00", "M0000aa2600", "M000031260301", "R01", "\u{e9}"].map(|text| {
            let fault = Message::parse(text.as_bytes()).expect_err("not a message");
            format!("{text:?}: {fault}")
        });
        insta::assert_snapshot!(faults.join("\n"));
    }
}
