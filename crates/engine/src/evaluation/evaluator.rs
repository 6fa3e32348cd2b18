//! The evaluation of one search thread.

use draughts::{Generated, State};

use super::Evaluation;
use crate::network::{Accumulators, Features, Inference};

/// Evaluates positions for one thread: by a network, or by hand-made weights.
pub(crate) enum Evaluator<'e, W: Generated> {
    HandMade(&'e Evaluation<W>),
    Network(Accumulators<'e, W>),
}

impl<'e, W: Generated> Evaluator<'e, W> {
    /// Creates the evaluator of a thread that searches this number of plies.
    pub(crate) fn new(
        hand_made: &'e Evaluation<W>,
        network: Option<(&'e Inference, &'e Features)>,
        plies: usize,
    ) -> Self {
        match network {
            None => Self::HandMade(hand_made),
            Some((inference, features)) => Self::Network(Accumulators::new(inference, features, plies)),
        }
    }

    /// Returns the score of a position at a ply for the side to move, in centimen.
    #[inline]
    pub(crate) fn evaluate(&mut self, state: &State<W>, ply: usize) -> i32 {
        match self {
            Self::HandMade(evaluation) => evaluation.evaluate(state),
            Self::Network(accumulators) => accumulators.evaluate(state, ply),
        }
    }
}
