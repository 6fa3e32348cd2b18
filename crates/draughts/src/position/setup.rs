//! Positions from set-ups and set-ups of positions.

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
    /// Returns the position that a set-up describes, or everything that is wrong with it.
    pub fn new(rules: &Rules, setup: &Setup) -> Result<Self, SetupError> {
        let faults = faults(rules, setup);
        if !faults.is_empty() {
            return Err(SetupError { faults, naming: rules.square_names().clone() });
        }
        let board = replace_state!(rules.start(), referee, _state => state_of(referee, setup));
        Ok(Self { rules: rules.clone(), board })
    }

    /// Takes the position apart.
    #[must_use]
    pub fn setup(&self) -> Setup {
        with_board!(&self.board, referee, state => setup_of(referee, state))
    }

    /// The position with the piece on a square taken off.
    #[must_use]
    pub fn without(&self, square: Square) -> Self {
        let mut setup = self.setup();
        for side in Color::ALL {
            setup.men[side].remove(square);
            setup.kings[side].remove(square);
            setup.king_moves[side] = setup.king_moves[side].filter(|run| run.square != square);
        }
        // Fewer pieces on the same board cannot be wrong.
        Self::new(&self.rules, &setup).unwrap_or_else(|_| self.clone())
    }
}

fn setup_of<W: Generated>(referee: &Referee<W>, state: &State<W>) -> Setup {
    let layout = referee.layout();
    let pieces = state.pieces();
    let squares = |words: ByColor<W>| ByColor {
        white: layout.squares(words.white),
        black: layout.squares(words.black),
    };
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

fn state_of<W: Generated>(referee: &Referee<W>, setup: &Setup) -> State<W> {
    let layout = referee.layout();
    let words = |squares: ByColor<SquareSet>| ByColor {
        white: layout.word(squares.white),
        black: layout.word(squares.black),
    };
    let run = |run: Option<KingMoves>| match run {
        Some(run) => KingRun { moves: run.times, at: layout.bit_number(run.square) },
        None => KingRun::NONE,
    };
    let runs = ByColor { white: run(setup.king_moves.white), black: run(setup.king_moves.black) };
    State::new(Pieces { men: words(setup.men), kings: words(setup.kings), runs }, setup.turn)
}

/// Everything that is wrong with a set-up.
fn faults(rules: &Rules, setup: &Setup) -> Vec<SetupFault> {
    let naming = rules.square_names();
    let height = usize::from(rules.rule_set().board.height);
    let sets = [setup.men.white, setup.men.black, setup.kings.white, setup.kings.black];
    let mut faults = Vec::new();
    for index in 0..=u8::MAX {
        let square = Square::new(index);
        let pieces = sets.iter().filter(|set| set.contains(square)).count();
        if pieces > 0 && !naming.contains(square) {
            faults.push(SetupFault::NoSuchSquare(square));
            continue;
        }
        if pieces > 1 {
            faults.push(SetupFault::Twice(square));
        }
        for (color, row) in [(Color::White, 0), (Color::Black, height - 1)] {
            if setup.men[color].contains(square) && naming.cell(square).0 == row {
                faults.push(SetupFault::ManOnCrownRow(color, square));
            }
        }
    }
    let limit = rules.rule_set().kings.repeat_limit;
    for color in Color::ALL {
        let Some(run) = setup.king_moves[color] else { continue };
        match limit {
            _ if !naming.contains(run.square) => {
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
