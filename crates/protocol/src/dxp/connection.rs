//! Messages over a byte stream, each terminated by a zero byte.

use std::io::{self, BufRead, BufReader, Read, Write};

use super::message::{MAX_LENGTH, Message, MessageError};

/// A connection to another program.
pub(super) struct Connection<S> {
    stream: BufReader<S>,
}

impl<S: Read + Write> Connection<S> {
    pub(super) fn new(stream: S) -> Self {
        Self { stream: BufReader::new(stream) }
    }

    pub(super) fn get_ref(&self) -> &S {
        self.stream.get_ref()
    }

    pub(super) fn send(&mut self, message: &Message) -> io::Result<()> {
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        let stream = self.stream.get_mut();
        stream.write_all(&bytes)?;
        stream.flush()
    }

    /// Receives the next message, or the error in it; `None` at the end of the stream. Truncates messages at the
    /// maximum length, so that they cannot exhaust the memory.
    pub(super) fn receive(&mut self) -> io::Result<Option<Result<Message, MessageError>>> {
        let mut bytes = Vec::new();
        loop {
            let buffer = self.stream.fill_buf()?;
            if buffer.is_empty() {
                return Ok(None);
            }
            let end = buffer.iter().position(|&byte| byte == 0);
            let part = &buffer[..end.unwrap_or(buffer.len())];
            bytes.extend_from_slice(&part[..part.len().min(MAX_LENGTH - bytes.len())]);
            let used = part.len() + usize::from(end.is_some());
            self.stream.consume(used);
            if end.is_some() {
                return Ok(Some(Message::parse(&bytes)));
            }
        }
    }
}
