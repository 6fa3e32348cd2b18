//! Character encodings of game files.

use std::borrow::Cow;

use encoding_rs::{WINDOWS_1251, WINDOWS_1252};

/// The character encoding of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8; for other bytes, Latin-1 or code page 1251, whichever fits.
    #[default]
    Guess,
    /// Latin-1, extended as code page 1252.
    Latin1,
    /// Code page 1251 (Cyrillic).
    Cp1251,
}

impl Encoding {
    /// Decodes bytes. Returns the text, and its encoding if it is not UTF-8. `previous`, the encoding of earlier text
    /// in the file, decides ambiguous cases.
    pub(crate) fn decode(self, bytes: &[u8], previous: Option<Self>) -> (Cow<'_, str>, Option<Self>) {
        let single = match self {
            Self::Guess => match std::str::from_utf8(bytes) {
                Ok(text) => return (Cow::Borrowed(text), None),
                Err(_) if looks_cyrillic(bytes) => Self::Cp1251,
                Err(_) => previous.filter(|_| !has_latin_words(bytes)).unwrap_or(Self::Latin1),
            },
            chosen if bytes.is_ascii() => return (chosen.decode_single(bytes), None),
            chosen => chosen,
        };
        (single.decode_single(bytes), Some(single))
    }

    fn decode_single(self, bytes: &[u8]) -> Cow<'_, str> {
        match self {
            Self::Cp1251 => WINDOWS_1251.decode_without_bom_handling(bytes).0,
            Self::Latin1 | Self::Guess => WINDOWS_1252.decode_without_bom_handling(bytes).0,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Guess => "UTF-8",
            Self::Latin1 => "Latin-1",
            Self::Cp1251 => "Cyrillic (code page 1251)",
        }
    }
}

/// Returns whether many letters above 127 stand between two others, as in Cyrillic words.
fn looks_cyrillic(bytes: &[u8]) -> bool {
    let high = bytes.iter().filter(|byte| is_high(byte)).count();
    let between = bytes.windows(3).filter(|three| three.iter().all(is_high)).count();
    3 * between >= high && high > 2
}

/// Returns whether a letter above 127 is next to an ASCII letter, as in Latin-1 words.
fn has_latin_words(bytes: &[u8]) -> bool {
    let beside =
        |pair: &[u8]| is_high(&pair[0]) != is_high(&pair[1]) && pair.iter().any(u8::is_ascii_alphabetic);
    bytes.windows(2).any(beside)
}

fn is_high(byte: &u8) -> bool {
    *byte >= 0xc0
}

#[cfg(test)]
mod tests {
    use super::Encoding;

    #[test]
    fn encodings_are_guessed() {
        let cases: [(&[u8], &str); 5] = [
            ("Абациев Н.".as_bytes(), "Абациев Н."),
            (b"\xc0\xe1\xe0\xf6\xe8\xe5\xe2 \xcd.", "Абациев Н."),
            (b"Andr\xe9 Ch\xe2teau, Gen\xe8ve", "André Château, Genève"),
            (b"Gr\xf6\xdfner", "Größner"),
            (b"plain", "plain"),
        ];
        for (bytes, text) in cases {
            assert_eq!(Encoding::Guess.decode(bytes, None).0, text);
        }
    }

    #[test]
    fn ambiguous_text_has_the_encoding_of_earlier_text() {
        let initial = b"\xcd.";
        assert_eq!(Encoding::Guess.decode(initial, Some(Encoding::Cp1251)).0, "Н.");
        assert_eq!(Encoding::Guess.decode(initial, None).0, "Í.");
    }

    #[test]
    fn given_encodings_are_used() {
        assert_eq!(Encoding::Latin1.decode(b"\xc0\xe1", None).0, "Àá");
        assert_eq!(Encoding::Cp1251.decode(b"\xc0\xe1", None).0, "Аб");
    }
}
