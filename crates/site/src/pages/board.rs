//! A board as a picture: what is seen before any script runs, in lists, and in the rule books.

use draughts::{Color, Kind, Piece, Position, Square, SquareSet};
use maud::{Markup, html};

/// What is drawn on a board besides its pieces.
#[derive(Default)]
pub(super) struct Marks {
    /// The ways of moves, from square to square.
    pub(super) ways: Vec<Vec<Square>>,
    /// The ways of moves that may not be made; a single square is a piece that may not move.
    pub(super) refused: Vec<Vec<Square>>,
    /// Pieces that are captured: they are ghosted.
    pub(super) captured: SquareSet,
    /// Squares on which a man is crowned.
    pub(super) crowned: SquareSet,
    /// Squares whose names are written.
    pub(super) named: SquareSet,
}

/// The picture of a position, with Black below if it is turned.
pub(super) fn picture(position: &Position, turned: bool, label: &str) -> Markup {
    marked(position, turned, label, &Marks::default())
}

/// The same with marks.
pub(super) fn marked(position: &Position, turned: bool, label: &str, marks: &Marks) -> Markup {
    let rules = position.rules();
    let set = rules.rule_set();
    let (width, height) = (set.board.width, set.board.height);
    let naming = rules.square_names();
    let middle = |square: Square| {
        let (row, column) = naming.cell(square);
        let (x, y) = (column as f64 + 0.5, row as f64 + 0.5);
        if turned { (f64::from(width) - x, f64::from(height) - y) } else { (x, y) }
    };
    // One path for all squares: a page with many boards stays small.
    let all = naming.len() == usize::from(width) * usize::from(height);
    let path = |pale: bool| -> String {
        let squares = naming.squares().filter(|square| {
            let (row, column) = naming.cell(*square);
            (all && (row + column).is_multiple_of(2)) == pale
        });
        let square = |(x, y): (f64, f64)| format!("M{} {}h1v1h-1z", x - 0.5, y - 0.5);
        squares.map(|at| square(middle(at))).collect()
    };
    let points = |way: &[Square]| -> Vec<(f64, f64)> { way.iter().map(|&square| middle(square)).collect() };
    html! {
        div class="board" data-shade=(set.board.shade.as_str()) data-mark=(set.notation.king_mark.as_str()) {
            svg viewBox=(format!("0 0 {width} {height}")) role="img" aria-label=(label) {
                path class="square" d=(path(false)) {}
                @if all { path class="square pale" d=(path(true)) {} }
                @for square in marks.named.iter() {
                    @let (x, y) = middle(square);
                    @let class = if position.piece(square).is_some() { "name covered" } else { "name" };
                    text class=(class) x=(x - 0.48) y=(y - 0.355) { (naming.name(square)) }
                }
                @for square in naming.squares() {
                    @if let Some(piece) = position.piece(square) {
                        (disc(piece, middle(square), marks.captured.contains(square)))
                    }
                }
                // What may be done is drawn over what may not: they often go some way together.
                @for way in &marks.refused { path class="way refused" d=(line(&points(way))) {} }
                @for way in &marks.ways { path class="way" d=(arrow(&points(way))) {} }
                @for way in &marks.refused {
                    @if let Some(&end) = way.last() { path class="cross" d=(cross(middle(end))) {} }
                }
                @for square in marks.crowned.iter() {
                    @let (x, y) = middle(square);
                    g class="crowned" transform=(format!("translate({x} {y})")) { (king_marks()) }
                }
            }
        }
    }
}

const CROWN: &str = "M-.2 .15 L-.24 -.11 L-.1 .01 L0 -.15 L.1 .01 L.24 -.11 L.2 .15 Z";

/// Draws every mark that a king may carry, as `web/board/piece.js` does; the style shows the one that the rules or the
/// settings ask for.
fn king_marks() -> Markup {
    html! {
        path class="mark crown" d=(CROWN) {}
        text class="mark letter" y="0.14" { "D" }
        g class="mark rings" { circle r="0.28" {} circle r="0.15" {} }
    }
}

fn disc(piece: Piece, (x, y): (f64, f64), ghost: bool) -> Markup {
    let side = if piece.color == Color::White { "white" } else { "black" };
    let ghost = if ghost { " ghost" } else { "" };
    html! {
        g class=(format!("piece {side}{ghost}")) transform=(format!("translate({x} {y})")) {
            @if piece.kind == Kind::King {
                circle class="disc" cy="0.11" r="0.38" {}
                g transform="translate(0 -.03)" { circle class="disc upper" r="0.38" {} (king_marks()) }
            } @else {
                circle class="disc" r="0.38" {}
                circle class="groove" r="0.27" {}
            }
        }
    }
}

/// Draws a piece by itself; the marks of kings need an ancestor with `data-mark`.
pub(super) fn lone_piece(piece: Piece) -> Markup {
    html! { svg viewBox="-.5 -.5 1 1" aria-hidden="true" { (disc(piece, (0.0, 0.0), false)) } }
}

/// A line through points.
fn line(points: &[(f64, f64)]) -> String {
    let points: Vec<String> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
    format!("M{}", points.join("L"))
}

/// The same with a head at its end.
fn arrow(points: &[(f64, f64)]) -> String {
    let [.., (from_x, from_y), (x, y)] = points else { return String::new() };
    let (dx, dy) = (x - from_x, y - from_y);
    let length = dx.hypot(dy).max(f64::MIN_POSITIVE);
    let (dx, dy) = (dx / length * 0.28, dy / length * 0.28);
    // Two strokes that go back from the end, each to its side.
    let barb =
        |side: f64| format!("M{x} {y}L{:.2} {:.2}", x - dx - side * dy * 0.7, y - dy + side * dx * 0.7);
    format!("{}{}{}", line(points), barb(1.0), barb(-1.0))
}

fn cross((x, y): (f64, f64)) -> String {
    format!("M{} {}l.5 .5m0 -.5l-.5 .5", x - 0.25, y - 0.25)
}
