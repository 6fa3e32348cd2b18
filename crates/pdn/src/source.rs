//! A buffered byte source with places.

use std::io::{self, Read};

use crate::leniency::Place;

/// The number of bytes read at a time.
const CHUNK: usize = 64 * 1024;
/// The number of bytes of lookahead.
const LOOKAHEAD: usize = 64;

/// A byte source that keeps only a part of the file in memory.
pub(crate) struct Source<R> {
    inner: R,
    buffer: Vec<u8>,
    /// The index of the next byte in the buffer.
    offset: usize,
    is_at_end: bool,
    error: Option<io::Error>,
    place: Place,
}

impl<R: Read> Source<R> {
    pub(crate) fn new(inner: R) -> Self {
        let place = Place { line: 1, column: 1 };
        Self { inner, buffer: Vec::new(), offset: 0, is_at_end: false, error: None, place }
    }

    /// Returns the place of the next byte.
    pub(crate) fn place(&self) -> Place {
        self.place
    }

    /// Takes the error that ended reading, if there was one.
    pub(crate) fn take_error(&mut self) -> Option<io::Error> {
        self.error.take()
    }

    /// Returns the next bytes, at least [`LOOKAHEAD`] of them except at the end.
    pub(crate) fn ahead(&mut self) -> &[u8] {
        while !self.is_at_end && self.buffer.len() - self.offset < LOOKAHEAD {
            self.fill();
        }
        &self.buffer[self.offset..]
    }

    fn fill(&mut self) {
        self.buffer.drain(..self.offset);
        self.offset = 0;
        let length = self.buffer.len();
        self.buffer.resize(length + CHUNK, 0);
        let read = loop {
            match self.inner.read(&mut self.buffer[length..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        let count = match read {
            Ok(count) => count,
            Err(error) => {
                self.error = Some(error);
                0
            }
        };
        self.buffer.truncate(length + count);
        self.is_at_end = count == 0;
    }

    /// Returns the next byte without consuming it.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        self.ahead().first().copied()
    }

    /// Consumes the next byte.
    pub(crate) fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.offset += 1;
        match byte {
            b'\n' => self.place = Place { line: self.place.line + 1, column: 1 },
            // Continuation bytes of UTF-8 do not start a character.
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
