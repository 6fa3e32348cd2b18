//! The board, drawn with characters.

use anstream::{AutoStream, ColorChoice};
use anstyle::{Ansi256Color, Style};
use draughts::notation::SquareNames;
use draughts::ruleset::{KingMark, RuleSet, Shade, SquareNotation, SquaresInPlay};
use draughts::{Color, Kind, Move, Position};

/// The colours in which a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Palette {
    /// Letters only.
    Plain,
    /// With the colours of a terminal.
    Colour,
}

impl Palette {
    /// Colours where a terminal shows them and nobody has asked for none.
    pub(crate) fn of_terminal() -> Self {
        match AutoStream::choice(&std::io::stdout()) {
            ColorChoice::Never => Self::Plain,
            _ => Self::Colour,
        }
    }
}

/// How a board is looked at.
#[derive(Clone, Copy)]
pub(crate) struct View {
    pub(crate) palette: Palette,
    /// Who sits below.
    pub(crate) below: Color,
}

/// The board: `w` and `b` are men, `W` and `B` kings. The squares of the last move are marked.
pub(crate) fn draw(position: &Position, last: Option<&Move>, View { palette, below }: View) -> String {
    let rules = position.rules().rule_set();
    let naming = position.rules().square_names();
    let letters = rules.notation.squares == SquareNotation::Algebraic;
    let (height, width) = (usize::from(rules.board.height), usize::from(rules.board.width));
    let turned = |of: usize, i: usize| if below == Color::White { i } else { of - 1 - i };
    let mut text = String::new();
    for row in (0..height).map(|row| turned(height, row)) {
        let columns = (0..width).map(|column| turned(width, column));
        let cells: Vec<String> =
            columns.map(|column| cell(position, naming, (row, column), last, palette)).collect();
        text += &format!("{} {}\n", row_label(row, naming, height, below), cells.concat());
    }
    if letters {
        let columns: Vec<String> =
            (0..width).map(|i| format!(" {} ", char::from(b'a' + turned(width, i) as u8))).collect();
        text += &format!("   {}\n", columns.concat());
    }
    trim_lines(&text, palette)
}

/// With letters, the number of the row; with numbers, the first and the last of the row.
fn row_label(row: usize, naming: &SquareNames, height: usize, below: Color) -> String {
    if naming.notation() == SquareNotation::Algebraic {
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

fn trim_lines(text: &str, palette: Palette) -> String {
    match palette {
        Palette::Colour => text.to_owned(),
        Palette::Plain => text.lines().map(|line| format!("{}\n", line.trim_end())).collect(),
    }
}

/// As many characters wide as the longest number, and a blank.
fn cell(
    position: &Position,
    naming: &SquareNames,
    (row, column): (usize, usize),
    last: Option<&Move>,
    palette: Palette,
) -> String {
    let rules = position.rules().rule_set();
    let light = rules.board.shade == Shade::Light;
    let digits = if naming.notation() == SquareNotation::Numeric && naming.len() > 99 { 3 } else { 2 };
    let Some(square) = naming.at(row, column) else {
        let blank = " ".repeat(digits + 1);
        return match (palette, light) {
            (Palette::Plain, false) => blank,
            // Dark squares that nobody plays on are hatched.
            (Palette::Plain, true) => format!("{} ", ":".repeat(digits)),
            (Palette::Colour, false) => painted(&blank, Style::new(), LIGHT),
            (Palette::Colour, true) => painted(&blank, Style::new(), DARK),
        };
    };
    let moved = last.is_some_and(|m| m.from() == square || m.to() == square);
    let piece = position.piece(square);
    let sign = match (piece.map(|piece| (piece.color, piece.kind)), palette) {
        (None, _) if naming.notation() == SquareNotation::Numeric => naming.number(square).to_string(),
        (None, _) => ".".to_owned(),
        (Some((color, kind)), Palette::Colour) => sign(rules, color, kind).to_owned(),
        (Some((Color::White, Kind::Man)), Palette::Plain) => "w".to_owned(),
        (Some((Color::White, Kind::King)), Palette::Plain) => "W".to_owned(),
        (Some((Color::Black, Kind::Man)), Palette::Plain) => "b".to_owned(),
        (Some((Color::Black, Kind::King)), Palette::Plain) => "B".to_owned(),
    };
    let mark = if moved && piece.is_some() && palette == Palette::Plain { "*" } else { "" };
    let text = format!("{:>digits$} ", format!("{mark}{sign}"));
    match palette {
        Palette::Plain => text,
        Palette::Colour => {
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
                Some(Color::White) if ground == LIGHT => Ansi256Color(130).on_default().bold(),
                Some(Color::White) => Ansi256Color(231).on_default().bold(),
                Some(Color::Black) => Ansi256Color(16).on_default().bold(),
                None => Ansi256Color(94).on_default(),
            };
            painted(&text, pen, ground)
        }
    }
}

fn painted(text: &str, pen: Style, ground: Ansi256Color) -> String {
    let style = pen.bg_color(Some(ground.into()));
    format!("{style}{text}{style:#}")
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
const LIGHT: Ansi256Color = Ansi256Color(230);
const DARK: Ansi256Color = Ansi256Color(137);
const MIDDLE: Ansi256Color = Ansi256Color(144);
const MOVED: Ansi256Color = Ansi256Color(107);

#[cfg(test)]
mod tests {
    use draughts::Rules;

    use super::*;

    fn drawn(house: &str, palette: Palette) -> String {
        let rules = Rules::house(house).expect("house rules");
        let position = Position::from_fen(&rules, "W:W21,K30:B3,K10").expect("a position");
        draw(&position, None, View { palette, below: Color::White })
    }

    #[test]
    fn light_playing_squares_are_drawn_light() {
        let (dark, light) = (r#"{"base": "english"}"#, r#"{"base": "english", "board": {"shade": "light"}}"#);
        let first = |house: &str| drawn(house, Palette::Plain).lines().next().map(str::to_owned);
        assert_eq!(first(dark).as_deref(), Some("    1-4     1     2     b     4"));
        assert_eq!(first(light).as_deref(), Some("    1-4 ::  1 ::  2 ::  b ::  4"));
        let first_of = |ground: Ansi256Color, house: &str| {
            drawn(house, Palette::Colour).find(&ground.render_bg().to_string()).expect("the ground")
        };
        let ground = |house: &str| first_of(LIGHT, house) < first_of(DARK, house);
        assert_eq!((ground(dark), ground(light)), (true, false), "the upper left square is not played on");
        let white = drawn(light, Palette::Colour);
        assert!(white.contains('○') && white.contains('♕') && white.contains('●'), "{white}");
    }

    #[test]
    fn kings_are_marked_as_the_rules_say() {
        for (mark, sign) in [("crown", '♛'), ("letter-d", 'D'), ("two-rings", '◎')] {
            let house = format!(r#"{{"base": "english", "notation": {{"king_mark": "{mark}"}}}}"#);
            assert_eq!(drawn(&house, Palette::Colour).matches(sign).count(), 2, "{mark}");
        }
    }
}
