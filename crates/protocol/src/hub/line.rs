//! A line of the protocol: a command and its arguments.

use std::fmt;

/// A line: `command name=value name="two words" flag`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The command.
    pub command: String,
    /// The names and values of the arguments; a flag has no value.
    pub arguments: Vec<(String, Option<String>)>,
}

/// An error in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// A quote is not closed.
    #[error("a quote is not closed")]
    OpenQuote,
    /// A value has no name before its equals sign.
    #[error("a value has no name before its equals sign")]
    NoName,
}

impl Line {
    /// Creates a line without arguments.
    #[must_use]
    pub fn new(command: &str) -> Self {
        Self { command: command.to_owned(), arguments: Vec::new() }
    }

    /// Adds an argument.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.arguments.push((name.to_owned(), Some(value.to_string())));
        self
    }

    /// Adds an argument without a value.
    #[must_use]
    pub fn flag(mut self, name: &str) -> Self {
        self.arguments.push((name.to_owned(), None));
        self
    }

    /// Returns the value of an argument.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        let argument = self.arguments.iter().find(|(other, _)| other == name)?;
        argument.1.as_deref()
    }

    /// Returns whether the line has the argument, with or without a value.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.arguments.iter().any(|(other, _)| other == name)
    }

    /// Parses a line; `None` for an empty one.
    pub fn parse(text: &str) -> Result<Option<Self>, LineError> {
        let mut rest = text.trim();
        let command: String = rest.chars().take_while(|c| !c.is_whitespace()).collect();
        if command.is_empty() {
            return Ok(None);
        }
        let mut line = Self::new(&command);
        rest = rest[command.len()..].trim_start();
        while !rest.is_empty() {
            let end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
            let name = rest[..end].to_owned();
            rest = rest[end..].trim_start();
            let value = match rest.strip_prefix('=') {
                None => None,
                Some(_) if name.is_empty() => return Err(LineError::NoName),
                Some(after) => {
                    let (value, after) = value(after.trim_start())?;
                    rest = after;
                    Some(value)
                }
            };
            line.arguments.push((name, value));
            rest = rest.trim_start();
        }
        Ok(Some(line))
    }
}

/// Parses a value, in quotes or up to the next blank. Returns it and the rest of the text.
fn value(text: &str) -> Result<(String, &str), LineError> {
    match text.strip_prefix('"') {
        Some(quoted) => {
            let (value, rest) = quoted.split_once('"').ok_or(LineError::OpenQuote)?;
            Ok((value.to_owned(), rest))
        }
        None => {
            let end = text.find(char::is_whitespace).unwrap_or(text.len());
            Ok((text[..end].to_owned(), &text[end..]))
        }
    }
}

/// Quotes values if necessary. Replaces quotes inside values by apostrophes, since the protocol has no escape.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)?;
        for (name, value) in &self.arguments {
            match value {
                None => write!(f, " {name}")?,
                Some(value) => {
                    let value = value.replace('"', "'").replace(['\n', '\r'], " ");
                    let is_plain =
                        !value.is_empty() && !value.contains(|c: char| c == '=' || c.is_whitespace());
                    if is_plain { write!(f, " {name}={value}")? } else { write!(f, " {name}=\"{value}\"")? }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_round_trip() {
        for text in [
            "hub",
            "pos pos=Wbbee moves=\"32-28 19-23\"",
            "level infinite",
            "set-param name=book value=false",
            "id author=\"\" name=\"a b\"",
        ] {
            let line = Line::parse(text).expect("readable").expect("not empty");
            assert_eq!(line.to_string(), text);
        }
    }

    #[test]
    fn invalid_lines_are_rejected() {
        assert_eq!(Line::parse("pos pos=\"W"), Err(LineError::OpenQuote));
        assert_eq!(Line::parse("pos =W"), Err(LineError::NoName));
        assert_eq!(Line::parse("   "), Ok(None));
    }
}
