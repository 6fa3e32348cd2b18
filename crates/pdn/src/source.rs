//! Bytes with their places, read piece by piece.

use std::io::{self, Read};

use crate::leniency::Place;

const CHUNK: usize = 64 * 1024;
/// The bytes that can be looked ahead.
const AHEAD: usize = 64;

/// Bytes with their places. However long the file, only a piece of it is held.
pub(crate) struct Source<R> {
    inner: R,
    buffer: Vec<u8>,
    at: usize,
    ended: bool,
    error: Option<io::Error>,
    place: Place,
}

impl<R: Read> Source<R> {
    pub(crate) fn new(inner: R) -> Self {
        let place = Place { line: 1, column: 1 };
        Self { inner, buffer: Vec::new(), at: 0, ended: false, error: None, place }
    }

    /// Returns the place of the next byte.
    pub(crate) fn place(&self) -> Place {
        self.place
    }

    /// Takes the error that ended the reading, if one did.
    pub(crate) fn take_error(&mut self) -> Option<io::Error> {
        self.error.take()
    }

    /// Returns the bytes to come, at least [`AHEAD`] of them unless the end is near.
    pub(crate) fn ahead(&mut self) -> &[u8] {
        while !self.ended && self.buffer.len() - self.at < AHEAD {
            self.fill();
        }
        &self.buffer[self.at..]
    }

    fn fill(&mut self) {
        self.buffer.drain(..self.at);
        self.at = 0;
        let kept = self.buffer.len();
        self.buffer.resize(kept + CHUNK, 0);
        let read = loop {
            match self.inner.read(&mut self.buffer[kept..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        let got = match read {
            Ok(got) => got,
            Err(error) => {
                self.error = Some(error);
                0
            }
        };
        self.buffer.truncate(kept + got);
        self.ended = got == 0;
    }

    /// Returns the next byte and leaves it.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        self.ahead().first().copied()
    }

    /// Takes the next byte.
    pub(crate) fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        match byte {
            b'\n' => self.place = Place { line: self.place.line + 1, column: 1 },
            // The later bytes of a character in UTF-8 do not count.
            0x80..=0xbf => {}
            _ => self.place.column += 1,
        }
        Some(byte)
    }

    /// Skips a number of bytes.
    pub(crate) fn skip(&mut self, bytes: usize) {
        for _ in 0..bytes {
            self.next();
        }
    }
}
