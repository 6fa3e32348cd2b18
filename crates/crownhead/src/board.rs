//! The board, drawn with characters.

use draughts::notation::Naming;
use draughts::ruleset::SquareNames;
use draughts::{Color, Kind, Move, Position};

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ink {
    /// Letters only.
    Plain,
    /// With the colours of a terminal.
    Colour,
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

/// Three characters wide.
fn cell(
    position: &Position,
    naming: &Naming,
    (row, column): (usize, usize),
    last: Option<&Move>,
    ink: Ink,
) -> String {
    let Some(square) = naming.at(row, column) else {
        return match ink {
            Ink::Plain => "   ".to_owned(),
            Ink::Colour => "\x1b[48;5;223m   ".to_owned(),
        };
    };
    let moved = last.is_some_and(|m| m.from() == square || m.to() == square);
    let piece = position.piece(square);
    let letter = piece.map(|piece| match (piece.color, piece.kind) {
        (Color::White, Kind::Man) => 'w',
        (Color::White, Kind::King) => 'W',
        (Color::Black, Kind::Man) => 'b',
        (Color::Black, Kind::King) => 'B',
    });
    let empty = match naming.names() {
        SquareNames::Numeric => format!("{:>2} ", naming.number(square)),
        SquareNames::Algebraic => " . ".to_owned(),
    };
    match ink {
        Ink::Plain => {
            let mark = if moved { '*' } else { ' ' };
            letter.map_or(empty, |letter| format!("{mark}{letter} "))
        }
        Ink::Colour => {
            let ground = if moved { "\x1b[48;5;100m" } else { "\x1b[48;5;94m" };
            let pen = match piece.map(|piece| piece.color) {
                Some(Color::White) => "\x1b[1;97m",
                Some(Color::Black) => "\x1b[1;30m",
                None => "\x1b[22;38;5;137m",
            };
            let sign = match piece.map(|piece| piece.kind) {
                Some(Kind::Man) => " ● ".to_owned(),
                Some(Kind::King) => " ♛ ".to_owned(),
                None => empty,
            };
            format!("{ground}{pen}{sign}")
        }
    }
}
