//! Conversion between positions and set-ups.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::Position;
use crate::board::{AnyBoard, replace_state, with_board};
use crate::color::{ByColor, Color};
use crate::movegen::Generated;
use crate::moves::Move;
use crate::pieces::{KingRun, Pieces};
use crate::referee::Referee;
use crate::rules::Rules;
use crate::setup::{KingMoves, Setup, SetupError, SetupErrorKind};
use crate::square::{Square, SquareSet};
use crate::state::State;

impl Position {
    /// Validates a set-up, or returns all its errors.
    pub fn new(rules: &Rules, setup: &Setup) -> Result<Self, SetupError> {
        Self::with_moves(rules, setup).map(|(position, _)| position)
    }

    /// Validates a set-up, or returns all its errors. Returns the legal moves as well, which the validation needs.
    pub(crate) fn with_moves(rules: &Rules, setup: &Setup) -> Result<(Self, Vec<Move>), SetupError> {
        let refuse = |kinds| SetupError { kinds, names: rules.square_names().clone() };
        let kinds = validate(rules, setup);
        if !kinds.is_empty() {
            return Err(refuse(kinds));
        }
        let position = Self::unlimited(rules, setup);
        let moves = position.moves_within_limits().ok_or_else(|| refuse(vec![SetupErrorKind::TooComplex]))?;
        Ok((position, moves))
    }

    /// Creates the position of a set-up that is known to be valid, whatever its complexity.
    pub(crate) fn unlimited(rules: &Rules, setup: &Setup) -> Self {
        let board = replace_state!(rules.start(), referee, _state => state_of(referee, setup));
        Self { rules: rules.clone(), board }
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
        // Removing a piece never makes a position invalid, but it may give way to more captures.
        Self::unlimited(&self.rules, &setup)
    }
}

fn setup_of<B: Generated>(referee: &Referee<B>, state: &State<B>) -> Setup {
    let layout = referee.layout();
    let pieces = state.pieces();
    let squares = |sets: ByColor<B>| ByColor {
        white: layout.square_set(sets.white),
        black: layout.square_set(sets.black),
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

/// Returns all errors of a set-up.
fn validate(rules: &Rules, setup: &Setup) -> Vec<SetupErrorKind> {
    let names = rules.square_names();
    let height = usize::from(rules.rule_set().board.height);
    let sets = [setup.men.white, setup.men.black, setup.kings.white, setup.kings.black];
    let mut errors = Vec::new();
    for index in 0..=u8::MAX {
        let square = Square::new(index);
        let pieces = sets.iter().filter(|set| set.contains(square)).count();
        if pieces > 0 && !names.contains(square) {
            errors.push(SetupErrorKind::NoSuchSquare(square));
            continue;
        }
        if pieces > 1 {
            errors.push(SetupErrorKind::Twice(square));
        }
        for (color, row) in [(Color::White, 0), (Color::Black, height - 1)] {
            if setup.men[color].contains(square) && names.cell(square).0 == row {
                errors.push(SetupErrorKind::ManOnCrownRow(color, square));
            }
        }
    }
    let limit = rules.rule_set().kings.repeat_limit;
    for color in Color::ALL {
        let Some(run) = setup.king_moves[color] else { continue };
        match limit {
            _ if !names.contains(run.square) => {
                let error = SetupErrorKind::NoSuchSquare(run.square);
                if !errors.contains(&error) {
                    errors.push(error);
                }
            }
            None => errors.push(SetupErrorKind::KingMovesNotCounted(color)),
            Some(limit) if !(1..=limit).contains(&run.times) => {
                errors.push(SetupErrorKind::KingMoves { color, times: run.times, limit });
            }
            Some(_) if !setup.kings[color].contains(run.square) => {
                errors.push(SetupErrorKind::NoSuchKing(color, run.square));
            }
            Some(_) => {}
        }
    }
    errors
}
