//! Boards as SVG pictures, for pages before the script runs, lists and rule books.

use draughts::{Color, Kind, Piece, Position, Rules, Setup, Square, SquareSet};
use maud::{Markup, html};

/// The annotations of a board.
#[derive(Default)]
pub(super) struct Marks {
    /// The routes of moves, drawn as arrows.
    pub(super) routes: Vec<Vec<Square>>,
    /// The routes of illegal moves; a single square is a piece that may not move.
    pub(super) refused: Vec<Vec<Square>>,
    /// Captured pieces, drawn translucent.
    pub(super) captured: SquareSet,
    /// Squares on which a man is crowned.
    pub(super) crowned: SquareSet,
    /// Squares whose names are shown.
    pub(super) named: SquareSet,
}

/// Renders a position; Black is at the bottom if it is flipped.
pub(super) fn picture(position: &Position, flipped: bool, label: &str) -> Markup {
    annotated_picture(position, flipped, label, &Marks::default())
}

/// Renders pieces on the board of these rules.
pub(super) fn setup_picture(rules: &Rules, setup: &Setup, label: &str) -> Markup {
    board(rules, setup, false, label, &Marks::default())
}

/// Renders a position with annotations.
pub(super) fn annotated_picture(position: &Position, flipped: bool, label: &str, marks: &Marks) -> Markup {
    board(position.rules(), &position.setup(), flipped, label, marks)
}

fn board(rules: &Rules, setup: &Setup, flipped: bool, label: &str, marks: &Marks) -> Markup {
    let set = rules.rule_set();
    let (width, height) = (set.board.width, set.board.height);
    let names = rules.square_names();
    let centre = |square: Square| {
        let (row, column) = names.cell(square);
        let (x, y) = (column as f64 + 0.5, row as f64 + 0.5);
        if flipped { (f64::from(width) - x, f64::from(height) - y) } else { (x, y) }
    };
    // One path for all squares keeps pages with many boards small.
    let all_squares = names.len() == usize::from(width) * usize::from(height);
    let path = |pale: bool| -> String {
        let squares = names.squares().filter(|square| {
            let (row, column) = names.cell(*square);
            (all_squares && (row + column).is_multiple_of(2)) == pale
        });
        let square = |(x, y): (f64, f64)| format!("M{} {}h1v1h-1z", x - 0.5, y - 0.5);
        squares.map(|at| square(centre(at))).collect()
    };
    let points =
        |route: &[Square]| -> Vec<(f64, f64)> { route.iter().map(|&square| centre(square)).collect() };
    html! {
        div class="board" data-shade=(set.board.shade.as_str()) data-mark=(set.notation.king_mark.as_str()) {
            svg viewBox=(format!("0 0 {width} {height}")) role="img" aria-label=(label) {
                path class="square" d=(path(false)) {}
                @if all_squares { path class="square pale" d=(path(true)) {} }
                @for square in marks.named.iter() {
                    @let (x, y) = centre(square);
                    @let class = if setup.piece(square).is_some() { "name covered" } else { "name" };
                    text class=(class) x=(x - 0.48) y=(y - 0.355) { (names.name(square)) }
                }
                @for square in names.squares() {
                    @if let Some(piece) = setup.piece(square) {
                        (disc(piece, centre(square), marks.captured.contains(square)))
                    }
                }
                // Legal moves are drawn over illegal ones, because their routes often overlap.
                @for route in &marks.refused { path class="way refused" d=(line(&points(route))) {} }
                @for route in &marks.routes { path class="way" d=(arrow(&points(route))) {} }
                @for route in &marks.refused {
                    @if let Some(&end) = route.last() { path class="cross" d=(cross(centre(end))) {} }
                }
                @for square in marks.crowned.iter() {
                    @let (x, y) = centre(square);
                    g class="crowned" transform=(format!("translate({x} {y})")) { (king_marks()) }
                }
            }
        }
    }
}

const CROWN: &str = "M-.2 .15 L-.24 -.11 L-.1 .01 L0 -.15 L.1 .01 L.24 -.11 L.2 .15 Z";

/// Renders all marks of kings, as `web/board/piece.js` does; CSS shows the one of the rules or the settings.
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

/// Renders a single piece; the marks of kings need an ancestor with `data-mark`.
pub(super) fn lone_piece(piece: Piece) -> Markup {
    html! { svg viewBox="-.5 -.5 1 1" aria-hidden="true" { (disc(piece, (0.0, 0.0), false)) } }
}

/// Returns the SVG path of a line through points.
fn line(points: &[(f64, f64)]) -> String {
    let points: Vec<String> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
    format!("M{}", points.join("L"))
}

/// Returns the SVG path of a line with an arrowhead at its end.
fn arrow(points: &[(f64, f64)]) -> String {
    let [.., (from_x, from_y), (x, y)] = points else { return String::new() };
    let (dx, dy) = (x - from_x, y - from_y);
    let length = dx.hypot(dy).max(f64::MIN_POSITIVE);
    let (dx, dy) = (dx / length * 0.28, dy / length * 0.28);
    // Two strokes that go back from the end, one to each side.
    let barb =
        |side: f64| format!("M{x} {y}L{:.2} {:.2}", x - dx - side * dy * 0.7, y - dy + side * dx * 0.7);
    format!("{}{}{}", line(points), barb(1.0), barb(-1.0))
}

fn cross((x, y): (f64, f64)) -> String {
    format!("M{} {}l.5 .5m0 -.5l-.5 .5", x - 0.25, y - 0.25)
}
