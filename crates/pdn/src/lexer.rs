//! Tags, comments, words: the pieces of a game file.

use std::io::Read;

use crate::encoding::Encoding;
use crate::leniency::{Leniency, LeniencyKind, Place, forgive};
use crate::record::tag_name;
use crate::source::Source;

/// A longer tag, comment or word is cut off.
const LONGEST: usize = 256 * 1024;
const LONGEST_WORD: usize = 256;

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
    SetUp(String),
    /// A strength in parentheses: `(!?)`
    Strength(String),
    /// Anything else between blanks.
    Word(String),
}

/// Bytes up to a limit.
struct Bounded {
    bytes: Vec<u8>,
    longest: usize,
    is_cut: bool,
}

impl Bounded {
    fn new(longest: usize) -> Self {
        Self { bytes: Vec::new(), longest, is_cut: false }
    }

    fn push(&mut self, byte: u8) {
        if self.bytes.len() < self.longest {
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
    /// What was forgiven since it was last taken.
    pub(crate) leniencies: Vec<Leniency>,
    /// The encoding of what was not UTF-8 so far.
    found: Option<Encoding>,
}

impl<R: Read> Lexer<R> {
    pub(crate) fn new(inner: R, encoding: Encoding) -> Self {
        let mut source = Source::new(inner);
        if source.ahead().starts_with(b"\xef\xbb\xbf") {
            source.skip(3);
        }
        Self { source, encoding, leniencies: Vec::new(), found: None }
    }

    /// Returns the source, for a look at what kind of file it is.
    pub(crate) fn source(&mut self) -> &mut Source<R> {
        &mut self.source
    }

    fn forgive(&mut self, place: Place, kind: LeniencyKind) {
        forgive(&mut self.leniencies, place, kind);
    }

    /// Takes the bytes up to one that ends them, and leaves that one; cuts off and reports what is too long.
    fn take_until(&mut self, longest: usize, ends: impl Fn(&[u8]) -> bool) -> Vec<u8> {
        let place = self.source.place();
        let mut text = Bounded::new(longest);
        while self.source.peek().is_some() && !ends(self.source.ahead()) {
            if let Some(byte) = self.source.next() {
                text.push(byte);
            }
        }
        self.taken(place, text)
    }

    fn taken(&mut self, place: Place, text: Bounded) -> Vec<u8> {
        if text.is_cut {
            self.forgive(place, LeniencyKind::CutOff(text.longest));
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
                b'/' if self.source.ahead().starts_with(b"/FEN") => self.set_up(place),
                b'}' => {
                    self.source.next();
                    self.forgive(place, LeniencyKind::Prose("}".to_owned()));
                    continue;
                }
                _ => self.word(place),
            };
            return Some((place, token));
        }
    }

    fn text(&mut self, place: Place, bytes: &[u8]) -> String {
        let (text, encoding) = self.encoding.decode(bytes, self.found);
        let text = text.into_owned();
        if let Some(found) = encoding {
            if self.found.is_none() {
                self.forgive(place, LeniencyKind::NotUtf8(found.name()));
            }
            self.found = Some(found);
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
        self.take_until(LONGEST, |ahead| ahead[0] == b'\n')
    }

    fn comment(&mut self, place: Place) -> Token {
        self.source.next();
        let bytes = self.take_until(LONGEST, |ahead| ahead[0] == b'}');
        if self.source.next().is_none() {
            self.forgive(place, LeniencyKind::OpenComment);
        }
        Token::Comment(self.comment_text(place, &bytes))
    }

    /// `[Name "value"]`: the value ends at a quote that a bracket follows, or at the end of the line.
    fn tag(&mut self, place: Place) -> Token {
        self.source.next();
        let name = self.take_until(LONGEST_WORD, |ahead| matches!(ahead[0], b'"' | b']' | b'\n'));
        let mut value = Vec::new();
        let mut closed = false;
        if self.source.peek() == Some(b'"') {
            self.source.next();
            (value, closed) = self.tag_value();
        } else if self.source.peek() == Some(b']') {
            self.source.next();
        }
        let name = tag_name(&self.text(place, &name));
        let value = self.text(place, &value).split_whitespace().collect::<Vec<_>>().join(" ");
        if !closed {
            let excerpt: String = format!("[{name} \"{value}").chars().take(60).collect();
            self.forgive(place, LeniencyKind::BrokenTag(excerpt));
        }
        if name.is_empty() {
            // What is in brackets without a name is a remark at best.
            return Token::Comment(value);
        }
        Token::Tag(name, value)
    }

    /// Returns the value behind its first quote, and whether it is closed properly.
    fn tag_value(&mut self) -> (Vec<u8>, bool) {
        let place = self.source.place();
        let mut value = Bounded::new(LONGEST);
        let mut closed = false;
        while let Some(byte) = self.source.peek().filter(|&byte| byte != b'\n') {
            let rest = &self.source.ahead()[1..];
            match byte {
                b'"' => {
                    let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
                    if rest.get(blanks) == Some(&b']') {
                        self.source.skip(blanks + 2);
                        closed = true;
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
        let mut value = self.taken(place, value);
        if !closed {
            let bracket = value.iter().rposition(|&byte| byte == b']');
            value.truncate(bracket.unwrap_or(value.len()));
        }
        (value, closed)
    }

    /// A variation opens, or a strength stands in parentheses.
    fn parenthesis(&mut self) -> Token {
        let inside = &self.source.ahead()[1..];
        let marks = inside.iter().take_while(|byte| matches!(byte, b'!' | b'?')).count();
        if marks > 0 && inside.get(marks) == Some(&b')') {
            let strength = String::from_utf8_lossy(&inside[..marks]).into_owned();
            self.source.skip(marks + 2);
            return Token::Strength(strength);
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
                self.forgive(place, LeniencyKind::OddStrength(format!("${digits}")));
                Token::Nag(0)
            }
        }
    }

    fn set_up(&mut self, place: Place) -> Token {
        self.source.skip(4);
        let bytes = self.take_until(LONGEST, |ahead| matches!(ahead[0], b'/' | b'\n'));
        self.source.next();
        let text = self.text(place, &bytes);
        Token::SetUp(text.trim().trim_matches('"').to_owned())
    }

    fn word(&mut self, place: Place) -> Token {
        let first = self.source.next();
        let ends = |ahead: &[u8]| {
            ahead[0].is_ascii_whitespace()
                || b"{}()[];$\"".contains(&ahead[0])
                || ahead.starts_with(NO_BREAK_SPACE)
        };
        let rest = self.take_until(LONGEST_WORD, ends);
        let bytes: Vec<u8> = first.into_iter().chain(rest).collect();
        Token::Word(self.text(place, &bytes).trim().to_owned())
    }
}
