//! Texts that people write for others: without characters that cannot be seen.

pub use draughts::is_invisible;
use serde::{Deserialize, Deserializer};

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
