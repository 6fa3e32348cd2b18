//! Conversion between positions and set-ups.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::Position;
use crate::board::{AnyBoard, replace_state, with_board};
use crate::color::{ByColor, Color};
use crate::movegen::Generated;
use crate::pieces::{KingRun, Pieces};
use crate::referee::Referee;
use crate::rules::Rules;
use crate::setup::{KingMoves, Setup, SetupError, SetupFault};
use crate::square::{Square, SquareSet};
use crate::state::State;

impl Position {
    /// Validates a set-up, or returns all its faults.
    pub fn new(rules: &Rules, setup: &Setup) -> Result<Self, SetupError> {
        let faults = faults(rules, setup);
        if !faults.is_empty() {
            return Err(SetupError { faults, names: rules.square_names().clone() });
        }
        let board = replace_state!(rules.start(), referee, _state => state_of(referee, setup));
        Ok(Self { rules: rules.clone(), board })
    }

    /// Returns the set-up of the position.
    #[must_use]
    pub fn setup(&self) -> Setup {
        with_board!(&self.board, referee, state => setup_of(referee, state))
    }

    /// Returns the position without the piece on a square.
    #[must_use]
    pub fn without(&self, square: Square) -> Self {
        let mut setup = self.setup();
        for side in Color::ALL {
            setup.men[side].remove(square);
            setup.kings[side].remove(square);
            setup.king_moves[side] = setup.king_moves[side].filter(|run| run.square != square);
        }
        // Removing a piece never makes a position invalid.
        Self::new(&self.rules, &setup).unwrap_or_else(|_| self.clone())
    }
}

fn setup_of<B: Generated>(referee: &Referee<B>, state: &State<B>) -> Setup {
    let layout = referee.layout();
    let pieces = state.pieces();
    let squares =
        |sets: ByColor<B>| ByColor { white: layout.squares(sets.white), black: layout.squares(sets.black) };
    let run = |run: KingRun| {
        (run.moves > 0).then(|| KingMoves { square: layout.square_at(run.at), times: run.moves })
    };
    Setup {
        men: squares(pieces.men),
        kings: squares(pieces.kings),
        turn: state.turn(),
        king_moves: ByColor { white: run(pieces.runs.white), black: run(pieces.runs.black) },
    }
}

fn state_of<B: Generated>(referee: &Referee<B>, setup: &Setup) -> State<B> {
    let layout = referee.layout();
    let bitboards = |squares: ByColor<SquareSet>| ByColor {
        white: layout.bitboard(squares.white),
        black: layout.bitboard(squares.black),
    };
    let run = |run: Option<KingMoves>| match run {
        Some(run) => KingRun { moves: run.times, at: layout.bit_index(run.square) },
        None => KingRun::NONE,
    };
    let runs = ByColor { white: run(setup.king_moves.white), black: run(setup.king_moves.black) };
    State::new(Pieces { men: bitboards(setup.men), kings: bitboards(setup.kings), runs }, setup.turn)
}

/// Returns all faults of a set-up.
fn faults(rules: &Rules, setup: &Setup) -> Vec<SetupFault> {
    let names = rules.square_names();
    let height = usize::from(rules.rule_set().board.height);
    let sets = [setup.men.white, setup.men.black, setup.kings.white, setup.kings.black];
    let mut faults = Vec::new();
    for index in 0..=u8::MAX {
        let square = Square::new(index);
        let pieces = sets.iter().filter(|set| set.contains(square)).count();
        if pieces > 0 && !names.contains(square) {
            faults.push(SetupFault::NoSuchSquare(square));
            continue;
        }
        if pieces > 1 {
            faults.push(SetupFault::Twice(square));
        }
        for (color, row) in [(Color::White, 0), (Color::Black, height - 1)] {
            if setup.men[color].contains(square) && names.cell(square).0 == row {
                faults.push(SetupFault::ManOnCrownRow(color, square));
            }
        }
    }
    let limit = rules.rule_set().kings.repeat_limit;
    for color in Color::ALL {
        let Some(run) = setup.king_moves[color] else { continue };
        match limit {
            _ if !names.contains(run.square) => {
                let fault = SetupFault::NoSuchSquare(run.square);
                if !faults.contains(&fault) {
                    faults.push(fault);
                }
            }
            None => faults.push(SetupFault::KingMovesNotCounted(color)),
            Some(limit) if !(1..=limit).contains(&run.times) => {
                faults.push(SetupFault::KingMoves { color, times: run.times, limit });
            }
            Some(_) if !setup.kings[color].contains(run.square) => {
                faults.push(SetupFault::NoSuchKing(color, run.square));
            }
            Some(_) => {}
        }
    }
    faults
}
