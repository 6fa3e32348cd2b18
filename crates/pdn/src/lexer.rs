//! The lexer: tags, comments and words of a game file.

use std::io::Read;

use crate::encoding::Encoding;
use crate::leniency::{Leniency, LeniencyKind, Place, report};
use crate::record::tag_name;
use crate::source::Source;

/// The maximum length of a tag value or comment in bytes; the rest is cut off.
const MAX_TEXT: usize = 256 * 1024;
/// The maximum length of a word or tag name in bytes; the rest is cut off.
const MAX_WORD: usize = 256;

/// A token of a game file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token {
    /// `[Name "value"]`
    Tag(String, String),
    /// `{text}` or `; text`
    Comment(String),
    /// `$1`
    Nag(u16),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `/FEN "…"/`
    Setup(String),
    /// An annotation mark in parentheses: `(!?)`
    Mark(String),
    /// Anything else between blanks.
    Word(String),
}

/// Bytes up to a limit.
struct Bounded {
    bytes: Vec<u8>,
    max: usize,
    is_cut: bool,
}

impl Bounded {
    fn new(max: usize) -> Self {
        Self { bytes: Vec::new(), max, is_cut: false }
    }

    fn push(&mut self, byte: u8) {
        if self.bytes.len() < self.max {
            self.bytes.push(byte);
        } else {
            self.is_cut = true;
        }
    }
}

/// A no-break space in UTF-8.
const NO_BREAK_SPACE: &[u8] = b"\xc2\xa0";

/// Splits a file into tokens.
pub(crate) struct Lexer<R> {
    source: Source<R>,
    encoding: Encoding,
    /// The leniencies since the reader last took them.
    pub(crate) leniencies: Vec<Leniency>,
    /// The encoding of earlier text that was not UTF-8.
    previous_encoding: Option<Encoding>,
}

impl<R: Read> Lexer<R> {
    pub(crate) fn new(inner: R, encoding: Encoding) -> Self {
        let mut source = Source::new(inner);
        if source.ahead().starts_with(b"\xef\xbb\xbf") {
            source.skip(3);
        }
        Self { source, encoding, leniencies: Vec::new(), previous_encoding: None }
    }

    /// Returns the source, to inspect the first bytes of the file.
    pub(crate) fn source(&mut self) -> &mut Source<R> {
        &mut self.source
    }

    fn report(&mut self, place: Place, kind: LeniencyKind) {
        report(&mut self.leniencies, place, kind);
    }

    /// Takes bytes until `ends` holds for the bytes ahead. Cuts off and reports text that is longer than `max` bytes.
    fn take_until(&mut self, max: usize, ends: impl Fn(&[u8]) -> bool) -> Vec<u8> {
        let place = self.source.place();
        let mut text = Bounded::new(max);
        while self.source.peek().is_some() && !ends(self.source.ahead()) {
            if let Some(byte) = self.source.next() {
                text.push(byte);
            }
        }
        self.finish_text(place, text)
    }

    /// Returns the bytes of a text; reports if it was cut off.
    fn finish_text(&mut self, place: Place, text: Bounded) -> Vec<u8> {
        if text.is_cut {
            self.report(place, LeniencyKind::Truncated(text.max));
        }
        text.bytes
    }

    /// Returns the next token and its place; `None` at the end of the file.
    pub(crate) fn next(&mut self) -> Option<(Place, Token)> {
        loop {
            let place = self.source.place();
            let token = match self.source.peek()? {
                byte if byte.is_ascii_whitespace() || byte == 0 => {
                    self.source.next();
                    continue;
                }
                _ if self.source.ahead().starts_with(NO_BREAK_SPACE) => {
                    self.source.skip(NO_BREAK_SPACE.len());
                    continue;
                }
                b'%' if place.column == 1 => {
                    self.line();
                    continue;
                }
                b'[' => self.tag(place),
                b'{' => self.comment(place),
                b';' => {
                    self.source.next();
                    let text = self.line();
                    Token::Comment(self.comment_text(place, &text))
                }
                b'(' => self.parenthesis(),
                b')' => {
                    self.source.next();
                    Token::Close
                }
                b'$' => self.nag(place),
                b'/' if self.source.ahead().starts_with(b"/FEN") => self.setup(place),
                b'}' => {
                    self.source.next();
                    self.report(place, LeniencyKind::NotAMove("}".to_owned()));
                    continue;
                }
                _ => self.word(place),
            };
            return Some((place, token));
        }
    }

    /// Decodes a text; reports the first one that is not UTF-8.
    fn text(&mut self, place: Place, bytes: &[u8]) -> String {
        let (text, encoding) = self.encoding.decode(bytes, self.previous_encoding);
        let text = text.into_owned();
        if let Some(found) = encoding {
            if self.previous_encoding.is_none() {
                self.report(place, LeniencyKind::NotUtf8(found.name()));
            }
            self.previous_encoding = Some(found);
        }
        text
    }

    /// Returns the text of a comment with single blanks between words.
    fn comment_text(&mut self, place: Place, bytes: &[u8]) -> String {
        let text = self.text(place, bytes);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Takes the rest of the line.
    fn line(&mut self) -> Vec<u8> {
        self.take_until(MAX_TEXT, |ahead| ahead[0] == b'\n')
    }

    fn comment(&mut self, place: Place) -> Token {
        self.source.next();
        let bytes = self.take_until(MAX_TEXT, |ahead| ahead[0] == b'}');
        if self.source.next().is_none() {
            self.report(place, LeniencyKind::UnclosedComment);
        }
        Token::Comment(self.comment_text(place, &bytes))
    }

    /// Reads `[Name "value"]`. The value ends at a quote before a bracket, or at the end of the line.
    fn tag(&mut self, place: Place) -> Token {
        self.source.next();
        let name = self.take_until(MAX_WORD, |ahead| matches!(ahead[0], b'"' | b']' | b'\n'));
        let mut value = Vec::new();
        let mut is_closed = false;
        if self.source.peek() == Some(b'"') {
            self.source.next();
            (value, is_closed) = self.tag_value();
        } else if self.source.peek() == Some(b']') {
            self.source.next();
        }
        let name = tag_name(&self.text(place, &name));
        let value = self.text(place, &value).split_whitespace().collect::<Vec<_>>().join(" ");
        if !is_closed {
            let excerpt: String = format!("[{name} \"{value}").chars().take(60).collect();
            self.report(place, LeniencyKind::UnclosedTag(excerpt));
        }
        if name.is_empty() {
            // Text in brackets without a name is a comment.
            return Token::Comment(value);
        }
        Token::Tag(name, value)
    }

    /// Reads the value after its opening quote. Returns it, and whether it is closed.
    fn tag_value(&mut self) -> (Vec<u8>, bool) {
        let place = self.source.place();
        let mut value = Bounded::new(MAX_TEXT);
        let mut is_closed = false;
        while let Some(byte) = self.source.peek().filter(|&byte| byte != b'\n') {
            let rest = &self.source.ahead()[1..];
            match byte {
                b'"' => {
                    let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
                    if rest.get(blanks) == Some(&b']') {
                        self.source.skip(blanks + 2);
                        is_closed = true;
                        break;
                    }
                    value.push(b'"');
                }
                // A path may end in a backslash before the quote that closes the tag and the line.
                b'\\'
                    if rest.starts_with(b"\"]")
                        && rest.get(2).is_none_or(|byte| matches!(byte, b'\r' | b'\n')) =>
                {
                    value.push(b'\\');
                }
                b'\\' if rest.starts_with(b"\"") => {
                    self.source.next();
                    value.push(b'"');
                }
                byte => value.push(byte),
            }
            self.source.next();
        }
        let mut value = self.finish_text(place, value);
        if !is_closed {
            let bracket = value.iter().rposition(|&byte| byte == b']');
            value.truncate(bracket.unwrap_or(value.len()));
        }
        (value, is_closed)
    }

    /// Reads an opening parenthesis, or an annotation mark in parentheses.
    fn parenthesis(&mut self) -> Token {
        let inside = &self.source.ahead()[1..];
        let marks = inside.iter().take_while(|byte| matches!(byte, b'!' | b'?')).count();
        if marks > 0 && inside.get(marks) == Some(&b')') {
            let mark = String::from_utf8_lossy(&inside[..marks]).into_owned();
            self.source.skip(marks + 2);
            return Token::Mark(mark);
        }
        self.source.next();
        Token::Open
    }

    fn nag(&mut self, place: Place) -> Token {
        self.source.next();
        let mut digits = String::new();
        while let Some(digit) = self.source.peek().filter(u8::is_ascii_digit) {
            self.source.next();
            if digits.len() < 6 {
                digits.push(char::from(digit));
            }
        }
        match digits.parse() {
            Ok(number) => Token::Nag(number),
            Err(_) => {
                self.report(place, LeniencyKind::UnknownMark(format!("${digits}")));
                Token::Nag(0)
            }
        }
    }

    fn setup(&mut self, place: Place) -> Token {
        self.source.skip(4);
        let bytes = self.take_until(MAX_TEXT, |ahead| matches!(ahead[0], b'/' | b'\n'));
        self.source.next();
        let text = self.text(place, &bytes);
        Token::Setup(text.trim().trim_matches('"').to_owned())
    }

    fn word(&mut self, place: Place) -> Token {
        let first = self.source.next();
        let ends = |ahead: &[u8]| {
            ahead[0].is_ascii_whitespace()
                || b"{}()[];$\"".contains(&ahead[0])
                || ahead.starts_with(NO_BREAK_SPACE)
        };
        let rest = self.take_until(MAX_WORD, ends);
        let bytes: Vec<u8> = first.into_iter().chain(rest).collect();
        Token::Word(self.text(place, &bytes).trim().to_owned())
    }
}
