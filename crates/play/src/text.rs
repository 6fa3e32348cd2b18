//! Texts that people write for others: without characters that cannot be seen.

use serde::{Deserialize, Deserializer};

/// Ranges of characters that have no shape of their own, sorted: the default-ignorable code points of Unicode, line and
/// paragraph separators, and characters that change the direction of the text around them.
const INVISIBLE: [(char, char); 18] = [
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{2028}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{2800}', '\u{2800}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fffb}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
];

/// Returns whether a character cannot be seen or changes how others are shown, as control characters do.
#[must_use]
pub fn is_invisible(character: char) -> bool {
    character.is_control() || INVISIBLE.iter().any(|(first, last)| (*first..=*last).contains(&character))
}

/// Returns a text without invisible characters. Line breaks and tabs become blanks.
#[must_use]
pub fn visible(text: &str) -> String {
    let blank = |character| if matches!(character, '\n' | '\r' | '\t') { ' ' } else { character };
    text.chars().map(blank).filter(|character| !is_invisible(*character)).collect()
}

/// Deserializes a text without its invisible characters.
pub(crate) fn deserialize_visible<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    String::deserialize(deserializer).map(|text| visible(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_removed() {
        for (text, shown) in [
            ("well played", "well played"),
            ("Größe 👍 дамка 王", "Größe 👍 дамка 王"),
            ("a\0b\u{1b}[31mc\u{7f}\u{9b}", "ab[31mc"),
            ("pay\u{200b}pal\u{feff}", "paypal"),
            ("\u{202e}evil\u{2066}", "evil"),
            ("one\ntwo\tthree", "one two three"),
            ("\u{200d}\u{ad}\u{3164}", ""),
        ] {
            assert_eq!(visible(text), shown, "{text:?}");
        }
    }
}
