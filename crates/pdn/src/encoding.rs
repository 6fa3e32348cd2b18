//! Text in the encodings that game files have.

use std::borrow::Cow;

use encoding_rs::{WINDOWS_1251, WINDOWS_1252};

/// How the bytes of a file become text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// UTF-8; what is not is taken for Latin-1 or Cyrillic, whichever it looks like.
    #[default]
    Guess,
    /// Latin-1, in its extension of the code page 1252.
    Latin1,
    /// Cyrillic, code page 1251.
    Cyrillic,
}

impl Encoding {
    /// The text of some bytes, and the name of the encoding if it is not UTF-8.
    pub(crate) fn decode(self, bytes: &[u8]) -> (Cow<'_, str>, Option<&'static str>) {
        let single = match self {
            Self::Guess => match std::str::from_utf8(bytes) {
                Ok(text) => return (Cow::Borrowed(text), None),
                Err(_) if looks_cyrillic(bytes) => Self::Cyrillic,
                Err(_) => Self::Latin1,
            },
            chosen if bytes.is_ascii() => return (chosen.decode_single(bytes), None),
            chosen => chosen,
        };
        (single.decode_single(bytes), Some(single.name()))
    }

    fn decode_single(self, bytes: &[u8]) -> Cow<'_, str> {
        match self {
            Self::Cyrillic => WINDOWS_1251.decode_without_bom_handling(bytes).0,
            Self::Latin1 | Self::Guess => WINDOWS_1252.decode_without_bom_handling(bytes).0,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Guess => "UTF-8",
            Self::Latin1 => "Latin-1",
            Self::Cyrillic => "Cyrillic (code page 1251)",
        }
    }
}

/// In Cyrillic text whole words lie above 127; in Latin-1 a letter here and there does.
fn looks_cyrillic(bytes: &[u8]) -> bool {
    let letter = |byte: &u8| *byte >= 0xc0;
    let high = bytes.iter().filter(|byte| letter(byte)).count();
    let next_to_another = bytes.windows(2).filter(|pair| letter(&pair[0]) && letter(&pair[1])).count();
    2 * next_to_another >= high && high > 1
}

#[cfg(test)]
mod tests {
    use super::Encoding;

    #[test]
    fn utf_8_latin_1_and_cyrillic_are_told_apart() {
        let cases: [(&[u8], &str); 4] = [
            ("Абациев Н.".as_bytes(), "Абациев Н."),
            (b"\xc0\xe1\xe0\xf6\xe8\xe5\xe2 \xcd.", "Абациев Н."),
            (b"Andr\xe9 Ch\xe2teau, Gen\xe8ve", "André Château, Genève"),
            (b"plain", "plain"),
        ];
        for (bytes, text) in cases {
            assert_eq!(Encoding::Guess.decode(bytes).0, text);
        }
    }

    #[test]
    fn an_encoding_that_is_given_is_not_guessed() {
        assert_eq!(Encoding::Latin1.decode(b"\xc0\xe1").0, "Àá");
        assert_eq!(Encoding::Cyrillic.decode(b"\xc0\xe1").0, "Аб");
    }
}
