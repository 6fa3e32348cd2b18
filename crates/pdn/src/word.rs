//! What a word of the movetext is: a number, a move, a result, a mark, or prose.

use crate::result::Score;

/// A word of the movetext, parsed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Word {
    /// `12.` or `12...`: the number of a move. What follows the dots is another word.
    Number {
        number: u32,
        /// One dot, not three.
        first: bool,
        /// How many bytes of the word it takes.
        length: usize,
    },
    /// A result.
    Score(Score),
    /// A move, with the marks behind it; the rest of the word is glued to it.
    Move { text: String, strength: String, rest: String },
    /// Half a move, broken off after its separator: `1-`.
    Half,
    /// A full stop, or several.
    Dots,
    /// Marks on their own: `!?`.
    Strength,
    /// A hyphen: a move that nobody wrote down.
    Placeholder,
    /// Something else.
    Prose,
}

impl Word {
    pub(crate) fn of(word: &str) -> Self {
        if let Some(score) = Score::of_word(word) {
            return Self::Score(score);
        }
        if word.chars().all(|c| c == '.') {
            return Self::Dots;
        }
        if word.chars().all(|c| matches!(c, '!' | '?')) {
            return Self::Strength;
        }
        if matches!(word, "-" | "--" | "–" | "—") {
            return Self::Placeholder;
        }
        number(word).or_else(|| a_move(word)).unwrap_or(Self::Prose)
    }
}

/// `12.` at the beginning of the word.
fn number(word: &str) -> Option<Word> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let dots = word[digits..].bytes().take_while(|&byte| byte == b'.').count();
    let number = word[..digits].parse().ok()?;
    (dots > 0).then_some(Word::Number { number, first: dots == 1, length: digits + dots })
}

/// Returns whether a character stands between the squares of a move.
pub(crate) fn is_separator(c: char) -> bool {
    matches!(c, '-' | 'x' | 'X' | ':' | '*' | '×' | 'х' | 'Х' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Squares with or without something between them at the beginning of the word.
fn a_move(word: &str) -> Option<Word> {
    let mut rest = word;
    let (mut squares, mut end, mut broken_off) = (0, 0, false);
    loop {
        let square = square_at(rest, squares == 0);
        if square == 0 {
            break;
        }
        squares += 1;
        rest = &rest[square..];
        end = word.len() - rest.len();
        broken_off = false;
        if let Some(separator) = rest.chars().next().filter(|&c| is_separator(c)) {
            // A separator counts once a square follows it.
            rest = &rest[separator.len_utf8()..];
            broken_off = true;
        }
    }
    if squares == 1 && broken_off && rest.is_empty() {
        return Some(Word::Half);
    }
    let digits = word[..end].bytes().all(|byte| byte.is_ascii_digit());
    if squares < 2 && !(digits && end >= 4 && end % 2 == 0) {
        return None;
    }
    let (text, tail) = word.split_at(end);
    let marks = tail.bytes().take_while(|byte| matches!(byte, b'!' | b'?')).count();
    let (strength, rest) = tail.split_at(marks);
    // A star behind a move calls it forced; a comma or a full stop ends a sentence.
    let rest = rest.trim_matches(['*', ',', '.']);
    Some(Word::Move { text: text.to_owned(), strength: strength.to_owned(), rest: rest.to_owned() })
}

/// Returns how many bytes the name of a square takes: `12`, `c3`, or at the beginning the letter of a column.
fn square_at(text: &str, first: bool) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let column = |byte: u8| matches!(byte.to_ascii_lowercase(), b'a'..=b'n');
    match bytes {
        [b'0'..=b'9', ..] => digits(0),
        [letter, ..] if column(*letter) => match digits(1) {
            // `cd4` or `c:d4`: only the first letter may stand for a whole column.
            0 if first && square_behind(&text[1..]) => 1,
            0 => 0,
            rows => 1 + rows,
        },
        _ => 0,
    }
}

/// Returns whether a square follows, with or without a separator.
fn square_behind(text: &str) -> bool {
    let text = text.strip_prefix(is_separator).unwrap_or(text);
    matches!(text.as_bytes(), [letter, row, ..] if letter.is_ascii_alphabetic() && row.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::Word;

    #[test]
    fn words_are_what_they_look_like() {
        let a_move = |text: &str, strength: &str, rest: &str| Word::Move {
            text: text.to_owned(),
            strength: strength.to_owned(),
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
            ("12.", Word::Number { number: 12, first: true, length: 3 }),
            ("4...1-6", Word::Number { number: 4, first: false, length: 4 }),
            ("1-", Word::Half),
            ("...", Word::Dots),
            ("-", Word::Placeholder),
            ("9n", Word::Prose),
            ("and", Word::Prose),
            ("be", Word::Prose),
        ];
        for (text, word) in cases {
            assert_eq!(Word::of(text), word, "{text}");
        }
    }
}
