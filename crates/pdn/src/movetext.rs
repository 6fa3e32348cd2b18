//! Classifies the words of the movetext: move numbers, moves, results, annotation marks and other text.

use crate::score::Score;

/// A classified word of the movetext.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum MovetextToken {
    /// A move number: `12.` or `12...`. The text after the dots is another word.
    Number {
        number: u32,
        /// Whether the number has one dot, for the first side to move.
        is_first_side: bool,
        /// The length of the number and its dots in bytes.
        length: usize,
    },
    /// A result.
    Score(Score),
    /// A move, its annotation mark, and the rest of the word.
    Move { text: String, mark: String, rest: String },
    /// The first half of a move, up to the separator: `1-`.
    HalfMove,
    /// One or more full stops.
    Dots,
    /// An annotation mark: `!?`.
    Mark,
    /// A hyphen or dash: a move that was not recorded.
    Placeholder,
    /// Other text.
    NotAMove,
}

impl MovetextToken {
    /// Classifies a word.
    pub(crate) fn classify(word: &str) -> Self {
        if let Some(score) = Score::parse(word) {
            return Self::Score(score);
        }
        if word.chars().all(|c| c == '.') {
            return Self::Dots;
        }
        if word.chars().all(|c| matches!(c, '!' | '?')) {
            return Self::Mark;
        }
        if matches!(word, "-" | "--" | "–" | "—") {
            return Self::Placeholder;
        }
        number(word).or_else(|| half_move_or_move(word)).unwrap_or(Self::NotAMove)
    }
}

/// Parses a move number at the start of the word.
fn number(word: &str) -> Option<MovetextToken> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let dots = word[digits..].bytes().take_while(|&byte| byte == b'.').count();
    let number = word[..digits].parse().ok()?;
    (dots > 0).then_some(MovetextToken::Number { number, is_first_side: dots == 1, length: digits + dots })
}

/// Returns whether a character separates the squares of a move.
pub(crate) fn is_separator(c: char) -> bool {
    matches!(c, '-' | 'x' | 'X' | ':' | '*' | '×' | 'х' | 'Х' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Parses a move at the start of the word: squares with or without separators.
fn half_move_or_move(word: &str) -> Option<MovetextToken> {
    let mut rest = word;
    let (mut squares, mut end, mut ends_with_separator) = (0, 0, false);
    loop {
        let square = square_length(rest, squares == 0);
        if square == 0 {
            break;
        }
        squares += 1;
        rest = &rest[square..];
        end = word.len() - rest.len();
        ends_with_separator = false;
        if let Some(separator) = rest.chars().next().filter(|&c| is_separator(c)) {
            // The separator belongs to the move only if a square follows.
            rest = &rest[separator.len_utf8()..];
            ends_with_separator = true;
        }
    }
    if squares == 1 && ends_with_separator && rest.is_empty() {
        return Some(MovetextToken::HalfMove);
    }
    let digits = word[..end].bytes().all(|byte| byte.is_ascii_digit());
    if squares < 2 && !(digits && end >= 4 && end % 2 == 0) {
        return None;
    }
    let (text, tail) = word.split_at(end);
    let marks = tail.bytes().take_while(|byte| matches!(byte, b'!' | b'?')).count();
    let (mark, rest) = tail.split_at(marks);
    // A star after a move marks it as forced; a comma or full stop ends a sentence.
    let rest = rest.trim_matches(['*', ',', '.']);
    Some(MovetextToken::Move { text: text.to_owned(), mark: mark.to_owned(), rest: rest.to_owned() })
}

/// Returns the length in bytes of the square at the start of the text: `12`, `c3`, or for the first square the letter
/// of a column; 0 if there is none.
fn square_length(text: &str, is_first: bool) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let column = |byte: u8| matches!(byte.to_ascii_lowercase(), b'a'..=b'n');
    match bytes {
        [b'0'..=b'9', ..] => digits(0),
        [letter, ..] if column(*letter) => match digits(1) {
            // `cd4` or `c:d4`: only the first square can be a column.
            0 if is_first && starts_with_square(&text[1..]) => 1,
            0 => 0,
            rows => 1 + rows,
        },
        _ => 0,
    }
}

/// Returns whether the text starts with a square, after an optional separator.
fn starts_with_square(text: &str) -> bool {
    let text = text.strip_prefix(is_separator).unwrap_or(text);
    matches!(text.as_bytes(), [letter, row, ..] if letter.is_ascii_alphabetic() && row.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::MovetextToken;

    #[test]
    fn words_are_classified() {
        let a_move = |text: &str, mark: &str, rest: &str| MovetextToken::Move {
            text: text.to_owned(),
            mark: mark.to_owned(),
            rest: rest.to_owned(),
        };
        let cases = [
            ("32-28", a_move("32-28", "", "")),
            ("1118", a_move("1118", "", "")),
            ("28x19x30!?", a_move("28x19x30", "!?", "")),
            ("cd4", a_move("cd4", "", "")),
            ("c:e5", a_move("c:e5", "", "")),
            ("a3b4", a_move("a3b4", "", "")),
            ("E3-D4?", a_move("E3-D4", "?", "")),
            ("8-11Redoverstepped", a_move("8-11", "", "Redoverstepped")),
            ("12.", MovetextToken::Number { number: 12, is_first_side: true, length: 3 }),
            ("4...1-6", MovetextToken::Number { number: 4, is_first_side: false, length: 4 }),
            ("1-", MovetextToken::HalfMove),
            ("...", MovetextToken::Dots),
            ("-", MovetextToken::Placeholder),
            ("9n", MovetextToken::NotAMove),
            ("and", MovetextToken::NotAMove),
            ("be", MovetextToken::NotAMove),
        ];
        for (text, word) in cases {
            assert_eq!(MovetextToken::classify(text), word, "{text}");
        }
    }
}
