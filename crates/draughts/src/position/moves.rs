//! The legal moves of a position, found, played and traced.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::Position;
use crate::board::{AnyBoard, replace_state, with_board};
use crate::movegen::{self, Generated, Vias};
use crate::moves::{Move, WordMove};
use crate::referee::Referee;
use crate::ruleset::MoveRules;
use crate::square::{Square, SquareSet};
use crate::state::State;

impl Position {
    /// Returns whether the side to move can capture.
    #[must_use]
    pub fn has_capture(&self) -> bool {
        with_board!(&self.board, referee, state => referee.has_capture(state))
    }

    /// Returns whether the side to move has a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.perft(1) > 0
    }

    /// Returns every legal move, in no particular order.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        with_board!(&self.board, referee, state => legal_moves(referee, state))
    }

    /// Returns the legal move between two squares that captures the pieces on these, if there is one.
    #[must_use]
    pub fn find_move(&self, from: Square, to: Square, captured: SquareSet) -> Option<Move> {
        with_board!(&self.board, referee, state => {
            find(referee, state, from, to, captured).map(|m| known(referee, &m))
        })
    }

    /// Returns the position after a move, or an error where the move is not legal.
    pub fn play(&self, m: &Move) -> Result<Self, PlayError> {
        // What is played is the generator's own, so that a move made for another position cannot bring anything of it
        // along.
        let board = replace_state!(&self.board, referee, state => {
            let legal = find(referee, state, m.from(), m.to(), m.captured()).ok_or(PlayError)?;
            referee.play(state, &legal)
        });
        Ok(Self { rules: self.rules.clone(), board })
    }

    /// Returns the position after a move that is known to be legal: one of [`legal_moves`](Self::legal_moves). After
    /// any other the position is nonsense.
    #[must_use]
    pub fn play_unchecked(&self, m: &Move) -> Self {
        let board = replace_state!(&self.board, referee, state => {
            word_move(referee, state, m).map_or(*state, |m| referee.play(state, &m))
        });
        Self { rules: self.rules.clone(), board }
    }

    /// Traces the squares that a move touches, first and last included: where it turns, and behind each captured
    /// piece where it goes straight on. Of several routes that make the same move, it returns one.
    ///
    /// A move that breaks a duty of the player, where the conduct of the rules lets that happen, has a route as well.
    #[must_use]
    pub fn route(&self, m: &Move) -> Vec<Square> {
        let route = with_board!(&self.board, referee, state => route(referee, state, m));
        route.unwrap_or_else(|| vec![m.from(), m.to()])
    }

    /// Returns whether a legal move can be made by a route that lands on or passes these squares, in this order.
    #[must_use]
    pub fn leads_through(&self, m: &Move, squares: &[Square]) -> bool {
        with_board!(&self.board, referee, state => {
            leads(referee, state, m, squares, |vias| Vias::Passed(vias))
        })
    }

    /// Returns whether a legal move can be made by a route that lands, between its jumps, on these squares and no others.
    #[must_use]
    pub fn lands_on(&self, m: &Move, squares: &[Square]) -> bool {
        with_board!(&self.board, referee, state => {
            leads(referee, state, m, squares, |vias| Vias::Landed(vias))
        })
    }

    /// Counts the sequences of `depth` legal moves.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        with_board!(&self.board, referee, state => referee.perft(state, depth))
    }
}

/// Finds the generator's own move between two squares that captures the pieces on these.
fn find<W: Generated>(
    referee: &Referee<W>,
    state: &State<W>,
    from: Square,
    to: Square,
    captured: SquareSet,
) -> Option<WordMove<W>> {
    let mut list = Vec::new();
    referee.legal_moves(state, &mut list);
    let layout = referee.layout();
    list.into_iter().find(|m| {
        layout.square(m.from) == from && layout.square(m.to) == to && layout.squares(m.captured) == captured
    })
}

fn leads<W: Generated>(
    referee: &Referee<W>,
    state: &State<W>,
    m: &Move,
    squares: &[Square],
    vias: impl FnOnce(&[W]) -> Vias<'_, W>,
) -> bool {
    let layout = referee.layout();
    let Some(word) = word_move(referee, state, m) else { return false };
    let Some(met) = squares.iter().map(|&square| layout.get(square)).collect::<Option<Vec<W>>>() else {
        return false;
    };
    let rules = referee.move_rules();
    movegen::route(layout, rules, state.pieces(), state.turn(), &word, vias(&met)).is_some()
}

fn route<W: Generated>(referee: &Referee<W>, state: &State<W>, m: &Move) -> Option<Vec<Square>> {
    let (layout, rules) = (referee.layout(), referee.move_rules());
    let word = word_move(referee, state, m)?;
    let trace = |rules: &MoveRules| {
        movegen::route(layout, rules, state.pieces(), state.turn(), &word, Vias::Passed(&[]))
    };
    let route = trace(rules).or_else(|| trace(&rules.without_duties()))?;
    Some(route.into_iter().map(|bit| layout.square(bit)).collect())
}

fn legal_moves<W: Generated>(referee: &Referee<W>, state: &State<W>) -> Vec<Move> {
    let mut list = Vec::new();
    referee.legal_moves(state, &mut list);
    list.iter().map(|m| known(referee, m)).collect()
}

/// Makes the move that positions know of the generator's own.
fn known<W: Generated>(referee: &Referee<W>, m: &WordMove<W>) -> Move {
    let layout = referee.layout();
    Move::new(layout.square(m.from), layout.square(m.to), layout.squares(m.captured), m.promotes)
}

/// Makes the generator's move of one that positions know; nothing if it was made on a larger board.
fn word_move<W: Generated>(referee: &Referee<W>, state: &State<W>, m: &Move) -> Option<WordMove<W>> {
    let layout = referee.layout();
    let (from, to) = (layout.get(m.from())?, layout.get(m.to())?);
    let king = (state.pieces().kings[state.turn()] & from) == from;
    let captured = m.captured().iter().try_fold(W::NONE, |word, square| Some(word | layout.get(square)?))?;
    Some(WordMove { from, to, captured, king, promotes: m.promotes() })
}

/// The move is not legal in this position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayError;

impl core::error::Error for PlayError {}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the move is not legal in this position")
    }
}
