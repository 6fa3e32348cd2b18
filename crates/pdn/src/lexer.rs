//! Tags, comments, words: the pieces of a game file.

use std::io::Read;

use crate::encoding::Encoding;
use crate::oddity::{Forgiven, Oddity, Place};
use crate::record::tag_name;
use crate::source::Source;

/// A longer tag, comment or word is cut off.
const LONGEST: usize = 256 * 1024;
const LONGEST_WORD: usize = 256;

/// A piece of a game file.
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

/// Cuts a file into its pieces.
pub(crate) struct Lexer<R> {
    source: Source<R>,
    encoding: Encoding,
    /// What was forgiven since it was last taken.
    pub(crate) forgiven: Vec<Forgiven>,
    told_encoding: bool,
}

impl<R: Read> Lexer<R> {
    pub(crate) fn new(inner: R, encoding: Encoding) -> Self {
        let mut source = Source::new(inner);
        if source.ahead().starts_with(b"\xef\xbb\xbf") {
            source.skip(3);
        }
        Self { source, encoding, forgiven: Vec::new(), told_encoding: false }
    }

    /// The bytes to come, for a look at what kind of file it is.
    pub(crate) fn source(&mut self) -> &mut Source<R> {
        &mut self.source
    }

    fn forgive(&mut self, place: Place, oddity: Oddity) {
        self.forgiven.push(Forgiven { place, oddity });
    }

    /// The next piece and its place; nothing at the end of the file.
    pub(crate) fn next(&mut self) -> Option<(Place, Token)> {
        loop {
            let place = self.source.place();
            let token = match self.source.peek()? {
                byte if byte.is_ascii_whitespace() || byte == 0 => {
                    self.source.next();
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
                    self.forgive(place, Oddity::Prose("}".to_owned()));
                    continue;
                }
                _ => self.word(place),
            };
            return Some((place, token));
        }
    }

    fn text(&mut self, place: Place, bytes: &[u8]) -> String {
        let (text, encoding) = self.encoding.decode(bytes);
        let text = text.into_owned();
        if let Some(name) = encoding
            && !std::mem::replace(&mut self.told_encoding, true)
        {
            self.forgive(place, Oddity::NotUtf8(name));
        }
        text
    }

    /// A comment's blanks and line breaks are single blanks.
    fn comment_text(&mut self, place: Place, bytes: &[u8]) -> String {
        let text = self.text(place, bytes);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// What is left of the line.
    fn line(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        while let Some(byte) = self.source.next().filter(|&byte| byte != b'\n') {
            if bytes.len() < LONGEST {
                bytes.push(byte);
            }
        }
        bytes
    }

    fn comment(&mut self, place: Place) -> Token {
        self.source.next();
        let mut bytes = Vec::new();
        let mut length = 0_usize;
        loop {
            match self.source.next() {
                Some(b'}') => break,
                Some(byte) => {
                    length += 1;
                    if bytes.len() < LONGEST {
                        bytes.push(byte);
                    }
                }
                None => {
                    self.forgive(place, Oddity::OpenComment);
                    break;
                }
            }
        }
        if length > LONGEST {
            self.forgive(place, Oddity::CutOff(LONGEST));
        }
        Token::Comment(self.comment_text(place, &bytes))
    }

    /// `[Name "value"]`: the value ends at a quote that a bracket follows, or at the end of the line.
    fn tag(&mut self, place: Place) -> Token {
        self.source.next();
        let mut name = Vec::new();
        while let Some(byte) = self.source.peek().filter(|&byte| !matches!(byte, b'"' | b']' | b'\n')) {
            self.source.next();
            if name.len() < LONGEST_WORD {
                name.push(byte);
            }
        }
        let mut value = Vec::new();
        let mut closed = false;
        if self.source.peek() == Some(b'"') {
            self.source.next();
            closed = self.tag_value(&mut value);
        } else if self.source.peek() == Some(b']') {
            self.source.next();
        }
        let name = tag_name(&self.text(place, &name));
        let value = self.text(place, &value).split_whitespace().collect::<Vec<_>>().join(" ");
        if !closed {
            let excerpt: String = format!("[{name} \"{value}").chars().take(60).collect();
            self.forgive(place, Oddity::BrokenTag(excerpt));
        }
        if name.is_empty() {
            // What is in brackets without a name is a remark at best.
            return Token::Comment(value);
        }
        Token::Tag(name, value)
    }

    /// Reads the value behind its first quote; says whether it was closed properly.
    fn tag_value(&mut self, value: &mut Vec<u8>) -> bool {
        loop {
            match self.source.peek() {
                Some(b'"') => {
                    let rest = &self.source.ahead()[1..];
                    let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
                    let bracket = rest.get(blanks) == Some(&b']');
                    self.source.next();
                    if bracket {
                        self.source.skip(blanks + 1);
                        return true;
                    }
                    value.push(b'"');
                }
                Some(b'\\') if self.source.ahead().starts_with(b"\\\"") => {
                    // A path may end in a backslash before the quote that closes the tag and the line.
                    let ahead = self.source.ahead();
                    let closes = ahead.starts_with(b"\\\"]")
                        && ahead.get(3).is_none_or(|byte| matches!(byte, b'\r' | b'\n'));
                    self.source.next();
                    if closes {
                        value.push(b'\\');
                    } else {
                        self.source.next();
                        value.push(b'"');
                    }
                }
                Some(b'\n') | None => {
                    let bracket = value.iter().rposition(|&byte| byte == b']');
                    value.truncate(bracket.unwrap_or(value.len()));
                    return false;
                }
                Some(byte) => {
                    self.source.next();
                    if value.len() < LONGEST {
                        value.push(byte);
                    }
                }
            }
        }
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
                self.forgive(place, Oddity::OddStrength(format!("${digits}")));
                Token::Nag(0)
            }
        }
    }

    fn set_up(&mut self, place: Place) -> Token {
        self.source.skip(4);
        let mut bytes = Vec::new();
        while let Some(byte) = self.source.peek().filter(|&byte| !matches!(byte, b'/' | b'\n')) {
            self.source.next();
            if bytes.len() < LONGEST {
                bytes.push(byte);
            }
        }
        self.source.next();
        let text = self.text(place, &bytes);
        Token::SetUp(text.trim().trim_matches('"').to_owned())
    }

    fn word(&mut self, place: Place) -> Token {
        let mut bytes = Vec::new();
        let ends = |byte: u8| byte.is_ascii_whitespace() || b"{}()[];$\"".contains(&byte);
        let first = self.source.next();
        bytes.extend(first);
        while let Some(byte) = self.source.peek().filter(|&byte| !ends(byte)) {
            self.source.next();
            if bytes.len() < LONGEST_WORD {
                bytes.push(byte);
            } else if bytes.len() == LONGEST_WORD {
                bytes.push(b' ');
                self.forgive(place, Oddity::CutOff(LONGEST_WORD));
            }
        }
        Token::Word(self.text(place, &bytes).trim().to_owned())
    }
}
