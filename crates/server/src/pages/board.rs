//! A board as a picture: what is seen before any script runs, and in lists.

use draughts::{Color, Kind, Position};
use maud::{Markup, html};

/// The picture of a position, with Black below if it is turned.
pub(super) fn picture(position: &Position, turned: bool, label: &str) -> Markup {
    let rules = position.rules();
    let (width, height) = (rules.rule_set().board.width, rules.rule_set().board.height);
    let naming = rules.naming();
    let middle = |square| {
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
    html! {
        div class="board" {
            svg viewBox=(format!("0 0 {width} {height}")) role="img" aria-label=(label) {
                path class="square" d=(path(false)) {}
                @if all { path class="square pale" d=(path(true)) {} }
                @for square in naming.squares() {
                    @if let Some(piece) = position.piece(square) {
                        @let (x, y) = middle(square);
                        @let side = if piece.color == Color::White { "white" } else { "black" };
                        g class=(format!("piece {side}")) transform=(format!("translate({x} {y})")) {
                            circle class="disc" r="0.4" {}
                            circle class="groove" r="0.26" {}
                            @if piece.kind == Kind::King {
                                path class="crown" d="M-.2 .12 L-.24 -.14 L-.1 -.02 L0 -.18 L.1 -.02 L.24 -.14 L.2 .12 Z" {}
                            }
                        }
                    }
                }
            }
        }
    }
}
