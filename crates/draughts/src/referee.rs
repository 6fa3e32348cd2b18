//! The rules of a game applied to bitboards.

use alloc::vec::Vec;

use crate::bitboard::Bitboard;
use crate::geometry::Layout;
use crate::limits::CaptureLimits;
use crate::movegen::{CaptureWork, Generated, GeneratorFns};
use crate::moves::BitboardMove;
use crate::pieces::Pieces;
use crate::ruleset::{MoveRules, RuleSet};
use crate::state::State;

/// A rule set prepared for play: the board laid out in bitboards of type `B`, and the generator selected.
#[derive(Clone)]
pub struct Referee<B: Bitboard> {
    rule_set: RuleSet,
    rules: MoveRules,
    layout: Layout<B>,
    generator: &'static GeneratorFns<B>,
}

impl<B: Generated> Referee<B> {
    /// Prepares a rule set, which must have passed [`RuleSet::check`]. Its board must fit `B`.
    pub(crate) fn new(rule_set: RuleSet) -> Self {
        let rules = MoveRules::of(&rule_set);
        let generator = GeneratorFns::select(&rules, rule_set.shape());
        Self { layout: Layout::new(rule_set.shape()), rules, generator, rule_set }
    }

    /// Switches to the generator that takes its rules at run time, even if one is compiled.
    pub(crate) fn at_run_time(mut self) -> Self {
        self.generator = GeneratorFns::run_time(self.layout.shape());
        self
    }

    /// Changes the limits of a search for captures.
    pub(crate) fn change_limits(&mut self, change: impl FnOnce(CaptureLimits) -> CaptureLimits) {
        self.layout.limits = change(self.layout.limits);
    }

    /// Returns whether the generator is compiled for these rules.
    pub(crate) fn is_compiled(&self) -> bool {
        self.generator.is_fixed
    }

    /// Returns the rule set.
    #[must_use]
    pub fn rule_set(&self) -> &RuleSet {
        &self.rule_set
    }

    /// Returns the rules of movement.
    #[must_use]
    pub fn move_rules(&self) -> &MoveRules {
        &self.rules
    }

    /// Returns the layout of the board.
    #[must_use]
    pub fn layout(&self) -> &Layout<B> {
        &self.layout
    }

    /// Returns the starting position.
    #[must_use]
    pub fn initial(&self) -> State<B> {
        let start = self.rule_set.start;
        let (first, last) = (start.empty_rows_behind, start.empty_rows_behind + start.rows_of_men);
        let height = self.rule_set.board.height;
        let shape = self.layout.shape();
        let mut pieces = Pieces::<B>::default();
        for row in first..last {
            pieces.men.black |= B::from_raw(shape.row(usize::from(row)));
            pieces.men.white |= B::from_raw(shape.row(usize::from(height - 1 - row)));
        }
        State::new(pieces, start.first_move)
    }

    /// Adds every legal move to the list; returns the work that it took. In a position that is too complex, the list is
    /// incomplete.
    #[inline]
    pub fn legal_moves(&self, state: &State<B>, list: &mut Vec<BitboardMove<B>>) -> CaptureWork {
        (self.generator.legal_moves)(&self.layout, &self.rules, state.pieces(), state.turn(), list)
    }

    /// Returns whether the side to move can capture.
    #[inline]
    #[must_use]
    pub fn has_capture(&self, state: &State<B>) -> bool {
        (self.generator.has_capture)(&self.layout, &self.rules, state.pieces(), state.turn())
    }

    /// Returns the state after a move that [`legal_moves`](Self::legal_moves) returned for this state.
    #[inline]
    #[must_use]
    pub fn play(&self, state: &State<B>, m: &BitboardMove<B>) -> State<B> {
        state.after(m, self.rules.repeat_limit > 0)
    }

    /// Returns the state after a move without updating the hash, for states whose hash is not used.
    #[inline]
    #[must_use]
    pub fn play_unhashed(&self, state: &State<B>, m: &BitboardMove<B>) -> State<B> {
        state.after_unhashed(m, self.rules.repeat_limit > 0)
    }

    /// Counts the sequences of `depth` legal moves.
    #[must_use]
    pub fn perft(&self, state: &State<B>, depth: u32) -> u64 {
        (self.generator.perft)(&self.layout, &self.rules, state.pieces(), state.turn(), depth)
    }
}
