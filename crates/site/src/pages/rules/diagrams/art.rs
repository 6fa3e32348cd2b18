//! Small positions, drawn with letters and placed on a board wherever they fit.

use draughts::{Color, Kind, Piece, Position, Rules, Setup, Square};

/// Rows of letters: `w` and `W` are a man and a king of White, `b` and `B` of Black. Only the relative positions
/// matter.
pub(super) type Art = &'static [&'static str];

/// Returns all placements of a drawing on the board, as drawn and mirrored, the most central first.
pub(super) fn positions(rules: &Rules, art: Art) -> impl Iterator<Item = Position> + use<'_> {
    let board = rules.rule_set().board;
    let (width, height) = (usize::from(board.width), usize::from(board.height));
    let (wide, high) = (art.first().map_or(0, |row| row.len()), art.len());
    let rows = 0..(height + 1).saturating_sub(high);
    let columns = 0..(width + 1).saturating_sub(wide);
    let mut places: Vec<(usize, usize)> =
        rows.flat_map(|row| columns.clone().map(move |column| (row, column))).collect();
    // Distances are doubled to stay integers; half a row below the centre is preferred, because men move up.
    places.sort_by_key(|(row, column)| {
        let off = (2 * column + wide).abs_diff(width);
        (2 * row + high).abs_diff(height + 1).max(off)
    });
    let both = places.into_iter().flat_map(|place| [(place, false), (place, true)]);
    both.filter_map(move |(place, mirrored)| position(rules, art, place, mirrored))
}

fn position(rules: &Rules, art: Art, (row, column): (usize, usize), mirrored: bool) -> Option<Position> {
    let names = rules.square_names();
    let mut setup = Setup::empty(Color::White);
    for (down, line) in art.iter().enumerate() {
        for (right, letter) in line.bytes().enumerate() {
            let Some(piece) = piece(letter) else { continue };
            let right = if mirrored { line.len() - 1 - right } else { right };
            setup.put(names.at(row + down, column + right)?, piece);
        }
    }
    Position::new(rules, &setup).ok()
}

fn piece(letter: u8) -> Option<Piece> {
    let (color, kind) = match letter {
        b'w' => (Color::White, Kind::Man),
        b'W' => (Color::White, Kind::King),
        b'b' => (Color::Black, Kind::Man),
        b'B' => (Color::Black, Kind::King),
        _ => return None,
    };
    Some(Piece { color, kind })
}

/// Returns the squares of the pieces of a kind and colour.
pub(super) fn squares_of(position: &Position, color: Color, kind: Kind) -> Vec<Square> {
    let names = position.rules().square_names();
    names.squares().filter(|&square| position.piece(square) == Some(Piece { color, kind })).collect()
}

/// Returns the square on the line from `from` through `over`, `times` steps of the same length beyond `over`.
pub(super) fn beyond(position: &Position, from: Square, over: Square, times: i32) -> Option<Square> {
    let names = position.rules().square_names();
    let along = |from: usize, over: usize| {
        let step = over as i32 - from as i32;
        usize::try_from(over as i32 + step * times).ok()
    };
    let ((row, column), (over_row, over_column)) = (names.cell(from), names.cell(over));
    names.at(along(row, over_row)?, along(column, over_column)?)
}
