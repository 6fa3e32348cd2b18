//! Positions whose captures branch as much as possible, found by seeded random search.

#![allow(dead_code, reason = "each user needs a part of it")]

use draughts::{Color, Kind, Piece, Position, Rules, Setup, Square};

/// A small random number generator (xorshift64*), so that every run meets the same positions.
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    /// Returns a number below `end`, which must not be 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub(crate) fn pick<'l, T>(&mut self, list: &'l [T]) -> Option<&'l T> {
        if list.is_empty() { None } else { list.get(self.below(list.len())) }
    }
}

/// Returns a set-up with one or two kings of the side to move and many pieces of the other side.
pub(crate) fn scatter(rules: &Rules, rng: &mut Rng) -> Setup {
    let squares: Vec<Square> = rules.square_names().squares().collect();
    let turn = Color::ALL[rng.below(2)];
    let mut setup = Setup::empty(turn);
    let share = 3 + rng.below(6);
    for &square in &squares {
        if rng.below(share) == 0 {
            put(rules, &mut setup, square, !turn, rng.below(6) == 0);
        }
    }
    for _ in 0..=rng.below(2) {
        let square = squares[rng.below(squares.len())];
        clear(&mut setup, square);
        put(rules, &mut setup, square, turn, true);
    }
    setup
}

/// Changes one or two squares.
pub(crate) fn mutate(rules: &Rules, setup: &Setup, rng: &mut Rng) -> Setup {
    let squares: Vec<Square> = rules.square_names().squares().collect();
    let mut changed = *setup;
    for _ in 0..=rng.below(2) {
        let square = squares[rng.below(squares.len())];
        let old = setup.piece(square);
        clear(&mut changed, square);
        match rng.below(12) {
            0..=3 => {}
            4..=8 => put(rules, &mut changed, square, !setup.turn, rng.below(8) == 0),
            9 => put(rules, &mut changed, square, setup.turn, true),
            _ => {
                // Move a piece.
                let to = squares[rng.below(squares.len())];
                clear(&mut changed, to);
                if let Some(piece) = old {
                    put(rules, &mut changed, to, piece.color, piece.kind == Kind::King);
                }
            }
        }
    }
    changed
}

/// Climbs from random positions to ones of higher cost, and starts again when nothing improves for a while. Calls
/// `visit` with each position that is not refused; it returns the cost, or `None` to end.
pub(crate) fn climb(rules: &Rules, rng: &mut Rng, mut visit: impl FnMut(&Position) -> Option<u64>) {
    'restart: loop {
        let mut best = (scatter(rules, rng), 0);
        let mut failures = 0;
        while failures < 400 {
            let setup = if best.1 == 0 { scatter(rules, rng) } else { mutate(rules, &best.0, rng) };
            failures += 1;
            let Ok(position) = Position::new(rules, &setup) else { continue };
            let Some(cost) = visit(&position) else { break 'restart };
            if cost > best.1 {
                best = (setup, cost);
                failures = 0;
            }
        }
    }
}

fn put(rules: &Rules, setup: &mut Setup, square: Square, color: Color, king: bool) {
    let far = if color == Color::White { 0 } else { usize::from(rules.rule_set().board.height) - 1 };
    let king = king || rules.square_names().cell(square).0 == far;
    setup.put(square, Piece { color, kind: if king { Kind::King } else { Kind::Man } });
}

fn clear(setup: &mut Setup, square: Square) {
    for color in Color::ALL {
        setup.men[color].remove(square);
        setup.kings[color].remove(square);
    }
}
