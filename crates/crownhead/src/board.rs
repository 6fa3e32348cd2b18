//! The board, drawn with characters.

use std::io::IsTerminal;

use draughts::notation::Naming;
use draughts::ruleset::{KingMark, RuleSet, Shade, SquareNames, SquaresInPlay};
use draughts::{Color, Kind, Move, Position};

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ink {
    /// Letters only.
    Plain,
    /// With the colours of a terminal.
    Colour,
}

impl Ink {
    /// Colours where a terminal shows them and nobody has asked for none.
    pub(crate) fn of_terminal() -> Self {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
        if std::io::stdout().is_terminal() && !plain { Self::Colour } else { Self::Plain }
    }
}

/// How a board is looked at.
#[derive(Clone, Copy)]
pub(crate) struct View {
    pub(crate) ink: Ink,
    /// Who sits below.
    pub(crate) below: Color,
}

/// The board: `w` and `b` are men, `W` and `B` kings. The squares of the last move are marked.
pub(crate) fn draw(position: &Position, last: Option<&Move>, View { ink, below }: View) -> String {
    let rules = position.rules().rule_set();
    let naming = position.rules().naming();
    let letters = rules.notation.squares == SquareNames::Algebraic;
    let (height, width) = (usize::from(rules.board.height), usize::from(rules.board.width));
    let turned = |of: usize, i: usize| if below == Color::White { i } else { of - 1 - i };
    let mut text = String::new();
    for row in (0..height).map(|row| turned(height, row)) {
        let columns = (0..width).map(|column| turned(width, column));
        let cells: Vec<String> =
            columns.map(|column| cell(position, &naming, (row, column), last, ink)).collect();
        text += &format!("{} {}{}\n", row_label(row, &naming, height, below), cells.concat(), reset(ink));
    }
    if letters {
        let columns: Vec<String> =
            (0..width).map(|i| format!(" {} ", char::from(b'a' + turned(width, i) as u8))).collect();
        text += &format!("   {}\n", columns.concat());
    }
    trim_lines(&text, ink)
}

/// With letters, the number of the row; with numbers, the first and the last of the row.
fn row_label(row: usize, naming: &Naming, height: usize, below: Color) -> String {
    if naming.names() == SquareNames::Algebraic {
        return format!("{:>2}", height - row);
    }
    let mut numbers: Vec<usize> = naming
        .squares()
        .filter(|&square| naming.cell(square).0 == row)
        .map(|square| naming.number(square))
        .collect();
    if below == Color::Black {
        numbers.reverse();
    }
    match numbers.as_slice() {
        [first, .., last] => format!("{:>7}", format!("{first}-{last}")),
        _ => " ".repeat(7),
    }
}

fn trim_lines(text: &str, ink: Ink) -> String {
    match ink {
        Ink::Colour => text.to_owned(),
        Ink::Plain => text.lines().map(|line| format!("{}\n", line.trim_end())).collect(),
    }
}

fn reset(ink: Ink) -> &'static str {
    match ink {
        Ink::Plain => "",
        Ink::Colour => "\x1b[0m",
    }
}

/// As many characters wide as the longest number, and a blank.
fn cell(
    position: &Position,
    naming: &Naming,
    (row, column): (usize, usize),
    last: Option<&Move>,
    ink: Ink,
) -> String {
    let rules = position.rules().rule_set();
    let light = rules.board.shade == Shade::Light;
    let digits = if naming.names() == SquareNames::Numeric && naming.len() > 99 { 3 } else { 2 };
    let Some(square) = naming.at(row, column) else {
        let blank = " ".repeat(digits + 1);
        return match (ink, light) {
            (Ink::Plain, false) => blank,
            // Dark squares that nobody plays on are hatched.
            (Ink::Plain, true) => format!("{} ", ":".repeat(digits)),
            (Ink::Colour, false) => format!("{LIGHT}{blank}"),
            (Ink::Colour, true) => format!("{DARK}{blank}"),
        };
    };
    let moved = last.is_some_and(|m| m.from() == square || m.to() == square);
    let piece = position.piece(square);
    let sign = match (piece.map(|piece| (piece.color, piece.kind)), ink) {
        (None, _) if naming.names() == SquareNames::Numeric => naming.number(square).to_string(),
        (None, _) => ".".to_owned(),
        (Some((color, kind)), Ink::Colour) => sign(rules, color, kind).to_owned(),
        (Some((Color::White, Kind::Man)), Ink::Plain) => "w".to_owned(),
        (Some((Color::White, Kind::King)), Ink::Plain) => "W".to_owned(),
        (Some((Color::Black, Kind::Man)), Ink::Plain) => "b".to_owned(),
        (Some((Color::Black, Kind::King)), Ink::Plain) => "B".to_owned(),
    };
    let mark = if moved && piece.is_some() && ink == Ink::Plain { "*" } else { "" };
    let text = format!("{:>digits$} ", format!("{mark}{sign}"));
    match ink {
        Ink::Plain => text,
        Ink::Colour => {
            // Where every square is played on, two shades tell neighbours apart.
            let all = rules.board.squares_in_play == SquaresInPlay::All;
            let ground = match (moved, all && (row + column) % 2 == 1) {
                (true, _) => MOVED,
                (false, true) => MIDDLE,
                (false, false) if light => LIGHT,
                (false, false) => DARK,
            };
            let pen = match piece.map(|piece| piece.color) {
                // White on a light square would not be seen.
                Some(Color::White) if ground == LIGHT => "\x1b[1;38;5;130m",
                Some(Color::White) => "\x1b[1;38;5;231m",
                Some(Color::Black) => "\x1b[1;38;5;16m",
                None => "\x1b[22;38;5;94m",
            };
            format!("{ground}{pen}{text}")
        }
    }
}

/// Returns the sign of a piece on a board in colour. On light squares White's pieces are outlines.
fn sign(rules: &RuleSet, color: Color, kind: Kind) -> &'static str {
    let outline = rules.board.shade == Shade::Light && color == Color::White;
    match (kind, rules.notation.king_mark, outline) {
        (Kind::Man, _, false) => "●",
        (Kind::Man, _, true) => "○",
        (Kind::King, KingMark::Crown, false) => "♛",
        (Kind::King, KingMark::Crown, true) => "♕",
        (Kind::King, KingMark::LetterD, _) => "D",
        (Kind::King, KingMark::TwoRings, _) => "◎",
    }
}

/// The grounds of squares, in the 256 colours of terminals.
const LIGHT: &str = "\x1b[48;5;230m";
const DARK: &str = "\x1b[48;5;137m";
const MIDDLE: &str = "\x1b[48;5;144m";
const MOVED: &str = "\x1b[48;5;107m";

#[cfg(test)]
mod tests {
    use draughts::Rules;

    use super::*;

    fn drawn(house: &str, ink: Ink) -> String {
        let rules = Rules::house(house).expect("house rules");
        let position = Position::from_fen(&rules, "W:W21,K30:B3,K10").expect("a position");
        draw(&position, None, View { ink, below: Color::White })
    }

    #[test]
    fn light_playing_squares_are_drawn_light() {
        let (dark, light) = (r#"{"base": "english"}"#, r#"{"base": "english", "board": {"shade": "light"}}"#);
        let first = |house: &str| drawn(house, Ink::Plain).lines().next().map(str::to_owned);
        assert_eq!(first(dark).as_deref(), Some("    1-4     1     2     b     4"));
        assert_eq!(first(light).as_deref(), Some("    1-4 ::  1 ::  2 ::  b ::  4"));
        let ground =
            |house: &str| drawn(house, Ink::Colour).find(LIGHT) < drawn(house, Ink::Colour).find(DARK);
        assert_eq!((ground(dark), ground(light)), (true, false), "the upper left square is not played on");
        let white = drawn(light, Ink::Colour);
        assert!(white.contains('○') && white.contains('♕') && white.contains('●'), "{white}");
    }

    #[test]
    fn kings_are_marked_as_the_rules_say() {
        for (mark, sign) in [("crown", '♛'), ("letter-d", 'D'), ("two-rings", '◎')] {
            let house = format!(r#"{{"base": "english", "notation": {{"king_mark": "{mark}"}}}}"#);
            assert_eq!(drawn(&house, Ink::Colour).matches(sign).count(), 2, "{mark}");
        }
    }
}
