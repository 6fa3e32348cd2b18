//! The messages of DXP: a letter for the type, and fields of fixed width.

use std::fmt;

use draughts::Color;

use crate::end_reason::EndReason;

/// The version of the protocol.
pub(super) const VERSION: u8 = 1;
/// The maximum length of a message in characters.
pub(super) const MAX_LENGTH: usize = 127;
/// The width of the field for names.
const NAME_WIDTH: usize = 32;

/// A message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// A request for a game (GAMEREQ).
    GameRequest(GameRequest),
    /// The answer to a request for a game (GAMEACC).
    GameAccept {
        /// The name of the sender.
        name: String,
        /// Whether the sender accepts.
        code: AcceptCode,
    },
    /// A move (MOVE).
    Move {
        /// The time used for the move, in seconds.
        seconds: u16,
        /// The number of the first square.
        from: u8,
        /// The number of the last square.
        to: u8,
        /// The numbers of the captured squares, in any order.
        captured: Vec<u8>,
    },
    /// The end of the game (GAMEEND).
    GameEnd {
        /// The result for the sender.
        reason: EndReason,
        /// Whether the sender accepts another game.
        another: bool,
    },
    /// Text for people (CHAT).
    Chat(String),
    /// A request to take back moves (BACKREQ).
    BackRequest {
        /// The number of the move to go back to.
        number: u16,
        /// The side to make that move.
        turn: Color,
    },
    /// The answer to a request to take back moves (BACKACC): 0 accepted, 1 not supported, 2 declined.
    BackAccept(u8),
}

/// A request for a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRequest {
    /// The protocol version of the sender.
    pub version: u8,
    /// The name of the sender.
    pub name: String,
    /// The side of the follower, who receives the request.
    pub follower: Color,
    /// The time of each player, in minutes.
    pub minutes: u16,
    /// The number of moves to make in that time; 0 for all moves.
    pub moves: u16,
    /// The start position in the notation of Hub; `None` for the initial position.
    pub position: Option<String>,
}

/// The acceptance code of a request for a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AcceptCode {
    /// The game is accepted.
    Accept,
    /// The protocol version is not supported.
    WrongVersion,
    /// This game is declined; another may be accepted.
    Decline,
    /// All games are declined.
    DeclineAll,
}

/// An error in a message.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MessageError {
    /// The message is empty or not ASCII.
    #[error("a message is ASCII text that begins with a letter")]
    NotText,
    /// The message has an unknown type.
    #[error("the message type {0:?} is unknown; known are R, A, M, E, C, B and K")]
    Unknown(char),
    /// The message ends before this field.
    #[error("the message ends before {0}")]
    TooShort(&'static str),
    /// A field is invalid: its name and its text.
    #[error("{1:?} is not valid for {0}")]
    Field(&'static str, String),
    /// A request for a game is invalid.
    #[error(transparent)]
    GameRequest(Box<MessageError>),
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
                let request = GameRequest::parse(&mut fields);
                request.map(Self::GameRequest).map_err(|error| MessageError::GameRequest(Box::new(error)))
            }
            "A" => {
                let name = fields.text("the name", NAME_WIDTH)?.trim().to_owned();
                let code = match fields.number("the answer", 1)? {
                    0 => AcceptCode::Accept,
                    1 => AcceptCode::WrongVersion,
                    2 => AcceptCode::Decline,
                    _ => AcceptCode::DeclineAll,
                };
                Ok(Self::GameAccept { name, code })
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
                    1 => EndReason::Lost,
                    2 => EndReason::Draw,
                    3 => EndReason::Won,
                    _ => EndReason::Unknown,
                };
                Ok(Self::GameEnd {
                    reason,
                    another: fields.number("whether another game is welcome", 1)? == 0,
                })
            }
            "C" => Ok(Self::Chat(rest.to_owned())),
            "B" => {
                let number = fields.number("the move number", 3)?;
                Ok(Self::BackRequest { number, turn: fields.color("the side to move")? })
            }
            "K" => Ok(Self::BackAccept(fields.number("the answer", 1)? as u8)),
            _ => Err(MessageError::Unknown(kind.chars().next().unwrap_or(' '))),
        }
    }
}

impl GameRequest {
    fn parse(fields: &mut Fields<'_>) -> Result<Self, MessageError> {
        let version = fields.number("the version", 2)? as u8;
        let name = fields.text("the name", NAME_WIDTH)?.trim().to_owned();
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

/// The fields of a message that have not been read.
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

    /// Reads a colour: `W` for White, `Z` for Black (Dutch "zwart").
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

/// Returns a text in printable ASCII with a maximum length. Used to send texts, and to show received ones, so that
/// escape codes do not reach the terminal.
pub(super) fn printable(text: &str, max_length: usize) -> String {
    text.chars().map(|c| if c == ' ' || c.is_ascii_graphic() { c } else { '?' }).take(max_length).collect()
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameRequest(GameRequest { version, name, follower, minutes, moves, position }) => {
                let (name, follower) = (printable(name, NAME_WIDTH), letter(*follower));
                let (minutes, moves) = (minutes.min(&999), moves.min(&999));
                write!(f, "R{version:02}{name:NAME_WIDTH$}{follower}{minutes:03}{moves:03}")?;
                match position {
                    None => f.write_str("A"),
                    Some(text) => write!(f, "B{}", text.replace('b', "z").replace('B', "Z")),
                }
            }
            Self::GameAccept { name, code } => {
                write!(f, "A{:NAME_WIDTH$}{}", printable(name, NAME_WIDTH), *code as u8)
            }
            Self::Move { seconds, from, to, captured } => {
                let seconds = seconds.min(&9999);
                write!(f, "M{seconds:04}{from:02}{to:02}{:02}", captured.len())?;
                captured.iter().try_for_each(|square| write!(f, "{square:02}"))
            }
            Self::GameEnd { reason, another } => write!(f, "E{}{}", *reason as u8, u8::from(!another)),
            Self::Chat(text) => write!(f, "C{}", printable(text, MAX_LENGTH - 1)),
            Self::BackRequest { number, turn } => write!(f, "B{:03}{}", number.min(&999), letter(*turn)),
            Self::BackAccept(code) => write!(f, "K{}", code.min(&9)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_round_trip() {
        let name = format!("{:NAME_WIDTH$}", "demo initiator");
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
    fn errors_of_invalid_messages() {
        let errors = ["", "X", "M00", "M0000aa2600", "M000031260301", "R01", "\u{e9}"].map(|text| {
            let error = Message::parse(text.as_bytes()).expect_err("not a message");
            format!("{text:?}: {error}")
        });
        insta::assert_snapshot!(errors.join("\n"));
    }
}
