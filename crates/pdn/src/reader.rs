//! A streaming reader of game files.

use std::io::{self, Read};

use crate::encoding::Encoding;
use crate::leniency::Place;
use crate::lexer::{Lexer, Token};
use crate::record::Record;
use crate::record_builder::RecordBuilder;

/// Reads games one after the other. Only the current game is in memory.
pub struct Reader<R> {
    lexer: Lexer<R>,
    /// A token that was read ahead.
    pending: Option<(Place, Token)>,
    started: bool,
    ended: bool,
}

/// An error that ends the reading of a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file cannot be read.
    #[error("cannot read the file: {0}")]
    Io(#[from] io::Error),
    /// The file is not text.
    #[error("byte {byte} is 0: this is not a text file")]
    Binary {
        /// The number of the first zero byte, from 1.
        byte: usize,
    },
    /// The file is UTF-16.
    #[error("the text is UTF-16; convert it to UTF-8")]
    Utf16,
}

impl<R: Read> Reader<R> {
    /// Creates a reader for UTF-8. The encoding of other text is guessed.
    pub fn new(inner: R) -> Self {
        Self::with_encoding(inner, Encoding::Guess)
    }

    /// Creates a reader for an encoding.
    pub fn with_encoding(inner: R, encoding: Encoding) -> Self {
        Self { lexer: Lexer::new(inner, encoding), pending: None, started: false, ended: false }
    }

    /// Checks that the file starts with text.
    fn check_start(&mut self) -> Result<(), ReadError> {
        let ahead = self.lexer.source().ahead();
        if ahead.starts_with(b"\xff\xfe") || ahead.starts_with(b"\xfe\xff") {
            return Err(ReadError::Utf16);
        }
        match ahead.iter().position(|&byte| byte == 0) {
            Some(at) => Err(ReadError::Binary { byte: at + 1 }),
            None => Ok(()),
        }
    }

    fn token(&mut self) -> Option<(Place, Token)> {
        self.pending.take().or_else(|| self.lexer.next())
    }

    /// Returns the next game; `None` at the end of the file.
    fn game(&mut self) -> Option<Record> {
        let mut game = RecordBuilder::default();
        while let Some((place, token)) = self.token() {
            if game.is_ended_by(&token) {
                self.pending = Some((place, token));
                break;
            }
            if game.add(place, token) {
                self.read_rest_of_line(&mut game, place.line);
                break;
            }
        }
        // The leniencies of a token that was read ahead belong to the next game.
        let next = self.pending.as_ref().map(|(place, _)| *place);
        let all = std::mem::take(&mut self.lexer.leniencies);
        let (leniencies, ahead) =
            all.into_iter().partition(|leniency| next.is_none_or(|next| leniency.place < next));
        self.lexer.leniencies = ahead;
        game.finish(leniencies)
    }

    /// Adds a comment on the line of the result to the game.
    fn read_rest_of_line(&mut self, game: &mut RecordBuilder, line: u64) {
        match self.lexer.next() {
            Some((place, token @ Token::Comment(_))) if place.line == line => {
                game.add(place, token);
            }
            // Ignore a star after the result: the game has ended already.
            Some((place, Token::Word(word))) if place.line == line && word == "*" => {}
            other => self.pending = other,
        }
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        if !std::mem::replace(&mut self.started, true)
            && let Err(error) = self.check_start()
        {
            self.ended = true;
            return Some(Err(error));
        }
        let game = self.game();
        if let Some(error) = self.lexer.source().take_error() {
            self.ended = true;
            return Some(Err(ReadError::Io(error)));
        }
        self.ended = game.is_none();
        game.map(Ok)
    }
}
