//! The board, drawn with characters.

use std::io::IsTerminal;

use draughts::notation::Naming;
use draughts::ruleset::{SquareNames, SquaresInPlay};
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
    let digits = if naming.names() == SquareNames::Numeric && naming.len() > 99 { 3 } else { 2 };
    let Some(square) = naming.at(row, column) else {
        let blank = " ".repeat(digits + 1);
        return match ink {
            Ink::Plain => blank,
            Ink::Colour => format!("{UNPLAYED}{blank}"),
        };
    };
    let moved = last.is_some_and(|m| m.from() == square || m.to() == square);
    let piece = position.piece(square);
    let sign = match (piece.map(|piece| (piece.color, piece.kind)), ink) {
        (None, _) if naming.names() == SquareNames::Numeric => naming.number(square).to_string(),
        (None, _) => ".".to_owned(),
        (Some((_, Kind::Man)), Ink::Colour) => "●".to_owned(),
        (Some((_, Kind::King)), Ink::Colour) => "♛".to_owned(),
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
            let all = position.rules().rule_set().board.squares_in_play == SquaresInPlay::All;
            let ground = match (moved, all && (row + column) % 2 == 1) {
                (true, _) => MOVED,
                (false, true) => PLAYED_TOO,
                (false, false) => PLAYED,
            };
            let pen = match piece.map(|piece| piece.color) {
                Some(Color::White) => "\x1b[1;38;5;231m",
                Some(Color::Black) => "\x1b[1;38;5;16m",
                None => "\x1b[22;38;5;94m",
            };
            format!("{ground}{pen}{text}")
        }
    }
}

/// The grounds of squares, in the 256 colours of terminals.
const UNPLAYED: &str = "\x1b[48;5;230m";
const PLAYED: &str = "\x1b[48;5;137m";
const PLAYED_TOO: &str = "\x1b[48;5;144m";
const MOVED: &str = "\x1b[48;5;107m";
