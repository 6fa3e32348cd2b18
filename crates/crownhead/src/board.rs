//! Draws a board as text.

use anstream::{AutoStream, ColorChoice};
use anstyle::{Ansi256Color, Style};
use draughts::notation::SquareNames;
use draughts::ruleset::{KingMark, RuleSet, Shade, SquareNotation, SquaresInPlay};
use draughts::{Color, Kind, Move, Position};

/// The colours of a drawn board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Palette {
    /// Letters without colours.
    Plain,
    /// ANSI colours.
    Colour,
}

impl Palette {
    /// Returns colours if standard output is a terminal that supports them and `NO_COLOR` is not set.
    pub(crate) fn of_stdout() -> Self {
        match AutoStream::choice(&std::io::stdout()) {
            ColorChoice::Never => Self::Plain,
            _ => Self::Colour,
        }
    }
}

/// The way a board is shown.
#[derive(Clone, Copy)]
pub(crate) struct View {
    pub(crate) palette: Palette,
    /// The side at the bottom.
    pub(crate) bottom: Color,
}

/// Draws a position: `w` and `b` are men, `W` and `B` kings. The squares of the last move are marked.
pub(crate) fn draw(position: &Position, last: Option<&Move>, View { palette, bottom }: View) -> String {
    let rules = position.rules().rule_set();
    let names = position.rules().square_names();
    let letters = rules.notation.squares == SquareNotation::Algebraic;
    let (height, width) = (usize::from(rules.board.height), usize::from(rules.board.width));
    let oriented = |len: usize, i: usize| if bottom == Color::White { i } else { len - 1 - i };
    let mut text = String::new();
    for row in (0..height).map(|row| oriented(height, row)) {
        let columns = (0..width).map(|column| oriented(width, column));
        let cells: Vec<String> =
            columns.map(|column| draw_cell(position, names, (row, column), last, palette)).collect();
        text += &format!("{} {}\n", row_label(row, names, height, bottom), cells.concat());
    }
    if letters {
        let columns: Vec<String> =
            (0..width).map(|i| format!(" {} ", char::from(b'a' + oriented(width, i) as u8))).collect();
        text += &format!("   {}\n", columns.concat());
    }
    trim_lines(&text, palette)
}

/// Returns the number of a row in algebraic notation, or the first and last square number of the row.
fn row_label(row: usize, names: &SquareNames, height: usize, bottom: Color) -> String {
    if names.notation() == SquareNotation::Algebraic {
        return format!("{:>2}", height - row);
    }
    let mut numbers: Vec<usize> = names
        .squares()
        .filter(|&square| names.cell(square).0 == row)
        .map(|square| names.number(square))
        .collect();
    if bottom == Color::Black {
        numbers.reverse();
    }
    match numbers.as_slice() {
        [first, .., last] => format!("{:>7}", format!("{first}-{last}")),
        _ => " ".repeat(7),
    }
}

/// Removes trailing spaces of a board without colours.
fn trim_lines(text: &str, palette: Palette) -> String {
    match palette {
        Palette::Colour => text.to_owned(),
        Palette::Plain => text.lines().map(|line| format!("{}\n", line.trim_end())).collect(),
    }
}

/// Draws a cell, padded to the width of the longest square number plus one space.
fn draw_cell(
    position: &Position,
    names: &SquareNames,
    (row, column): (usize, usize),
    last: Option<&Move>,
    palette: Palette,
) -> String {
    let rules = position.rules().rule_set();
    let light = rules.board.shade == Shade::Light;
    let digits = if names.notation() == SquareNotation::Numeric && names.len() > 99 { 3 } else { 2 };
    let Some(square) = names.at(row, column) else {
        let blank = " ".repeat(digits + 1);
        return match (palette, light) {
            (Palette::Plain, false) => blank,
            // Dark squares that are not in play are hatched.
            (Palette::Plain, true) => format!("{} ", ":".repeat(digits)),
            (Palette::Colour, false) => paint(&blank, Style::new(), LIGHT),
            (Palette::Colour, true) => paint(&blank, Style::new(), DARK),
        };
    };
    let moved = last.is_some_and(|m| m.from() == square || m.to() == square);
    let piece = position.piece(square);
    let symbol = match (piece.map(|piece| (piece.color, piece.kind)), palette) {
        (None, _) if names.notation() == SquareNotation::Numeric => names.number(square).to_string(),
        (None, _) => ".".to_owned(),
        (Some((color, kind)), Palette::Colour) => symbol(rules, color, kind).to_owned(),
        (Some((Color::White, Kind::Man)), Palette::Plain) => "w".to_owned(),
        (Some((Color::White, Kind::King)), Palette::Plain) => "W".to_owned(),
        (Some((Color::Black, Kind::Man)), Palette::Plain) => "b".to_owned(),
        (Some((Color::Black, Kind::King)), Palette::Plain) => "B".to_owned(),
    };
    let mark = if moved && piece.is_some() && palette == Palette::Plain { "*" } else { "" };
    let text = format!("{:>digits$} ", format!("{mark}{symbol}"));
    match palette {
        Palette::Plain => text,
        Palette::Colour => {
            // If all squares are in play, two shades distinguish neighbours.
            let all = rules.board.squares_in_play == SquaresInPlay::All;
            let background = match (moved, all && (row + column) % 2 == 1) {
                (true, _) => MOVED,
                (false, true) => ALTERNATE,
                (false, false) if light => LIGHT,
                (false, false) => DARK,
            };
            let foreground = match piece.map(|piece| piece.color) {
                // White would be invisible on a light square.
                Some(Color::White) if background == LIGHT => Ansi256Color(130).on_default().bold(),
                Some(Color::White) => Ansi256Color(231).on_default().bold(),
                Some(Color::Black) => Ansi256Color(16).on_default().bold(),
                None => Ansi256Color(94).on_default(),
            };
            paint(&text, foreground, background)
        }
    }
}

fn paint(text: &str, foreground: Style, background: Ansi256Color) -> String {
    let style = foreground.bg_color(Some(background.into()));
    format!("{style}{text}{style:#}")
}

/// Returns the symbol of a piece on a board in colour. On light squares White's pieces are outlined.
fn symbol(rules: &RuleSet, color: Color, kind: Kind) -> &'static str {
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

// Background colours of the squares.
const LIGHT: Ansi256Color = Ansi256Color(230);
const DARK: Ansi256Color = Ansi256Color(137);
const ALTERNATE: Ansi256Color = Ansi256Color(144);
const MOVED: Ansi256Color = Ansi256Color(107);

#[cfg(test)]
mod tests {
    use draughts::Rules;

    use super::*;

    fn draw_house_rules(json: &str, palette: Palette) -> String {
        let rules = Rules::house(json).expect("house rules");
        let position = Position::from_fen(&rules, "W:W21,K30:B3,K10").expect("a position");
        draw(&position, None, View { palette, bottom: Color::White })
    }

    #[test]
    fn light_squares_in_play_are_drawn_light() {
        let (dark, light) = (r#"{"base": "english"}"#, r#"{"base": "english", "board": {"shade": "light"}}"#);
        let first = |house: &str| draw_house_rules(house, Palette::Plain).lines().next().map(str::to_owned);
        assert_eq!(first(dark).as_deref(), Some("    1-4     1     2     b     4"));
        assert_eq!(first(light).as_deref(), Some("    1-4 ::  1 ::  2 ::  b ::  4"));
        let first_of = |color: Ansi256Color, house: &str| {
            draw_house_rules(house, Palette::Colour).find(&color.render_bg().to_string()).expect("the colour")
        };
        let is_light_first = |house: &str| first_of(LIGHT, house) < first_of(DARK, house);
        let corners = (is_light_first(dark), is_light_first(light));
        assert_eq!(corners, (true, false), "the upper left square is not in play");
        let white = draw_house_rules(light, Palette::Colour);
        assert!(white.contains('○') && white.contains('♕') && white.contains('●'), "{white}");
    }

    #[test]
    fn kings_have_the_mark_of_the_rule_set() {
        for (mark, symbol) in [("crown", '♛'), ("letter-d", 'D'), ("two-rings", '◎')] {
            let house = format!(r#"{{"base": "english", "notation": {{"king_mark": "{mark}"}}}}"#);
            assert_eq!(draw_house_rules(&house, Palette::Colour).matches(symbol).count(), 2, "{mark}");
        }
    }
}
