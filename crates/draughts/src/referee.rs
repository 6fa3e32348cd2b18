//! Who knows the rules: a rule set made ready for play on its board.

use alloc::vec::Vec;

use crate::bitboard::Bitboard;
use crate::geometry::Layout;
use crate::movegen::{Generated, Table};
use crate::moves::WordMove;
use crate::pieces::Pieces;
use crate::ruleset::{MoveRules, RuleSet};
use crate::state::State;

/// A rule set made ready for play: the board laid out in words of type `W`, and the generator chosen.
pub struct Referee<W: Bitboard> {
    rule_set: RuleSet,
    rules: MoveRules,
    layout: Layout<W>,
    table: &'static Table<W>,
}

impl<W: Generated> Referee<W> {
    /// Makes a rule set ready. The rule set must have passed [`RuleSet::check`], and its board must
    /// fit the word.
    pub(crate) fn new(rule_set: RuleSet) -> Self {
        let rules = MoveRules::of(&rule_set);
        let table = Table::choose(&rules, rule_set.shape());
        Self { layout: Layout::new(rule_set.shape()), rules, table, rule_set }
    }

    /// The same with the generator that takes its rules as a value, even if one is compiled.
    pub(crate) fn at_run_time(mut self) -> Self {
        self.table = Table::run_time(self.layout.shape());
        self
    }

    /// Is the generator compiled for these very rules?
    pub(crate) fn is_compiled(&self) -> bool {
        self.table.is_fixed
    }

    /// The rule set.
    #[must_use]
    pub fn rule_set(&self) -> &RuleSet {
        &self.rule_set
    }

    /// What the generator knows of the rule set.
    #[must_use]
    pub fn move_rules(&self) -> &MoveRules {
        &self.rules
    }

    /// The board.
    #[must_use]
    pub fn layout(&self) -> &Layout<W> {
        &self.layout
    }

    /// The starting position.
    #[must_use]
    pub fn initial(&self) -> State<W> {
        let start = self.rule_set.start;
        let (first, last) = (start.empty_rows_behind, start.empty_rows_behind + start.rows_of_men);
        let height = self.rule_set.board.height;
        let shape = self.layout.shape();
        let mut pieces = Pieces::<W>::default();
        for row in first..last {
            pieces.men.black |= W::from_raw(shape.row(usize::from(row)));
            pieces.men.white |= W::from_raw(shape.row(usize::from(height - 1 - row)));
        }
        State::new(pieces, start.first_move)
    }

    /// Adds every legal move to the list.
    #[inline]
    pub fn legal_moves(&self, state: &State<W>, list: &mut Vec<WordMove<W>>) {
        (self.table.legal_moves)(&self.layout, &self.rules, state.pieces(), state.turn(), list);
    }

    /// Can the side to move capture?
    #[inline]
    #[must_use]
    pub fn has_capture(&self, state: &State<W>) -> bool {
        (self.table.has_capture)(&self.layout, &self.rules, state.pieces(), state.turn())
    }

    /// The state after a move that [`legal_moves`](Self::legal_moves) listed for this one.
    #[inline]
    #[must_use]
    pub fn play(&self, state: &State<W>, m: &WordMove<W>) -> State<W> {
        state.after(m, self.rules.repeat_limit > 0)
    }

    /// The same without the hash, which stays as it was: for positions that are only looked at.
    #[inline]
    #[must_use]
    pub fn play_unhashed(&self, state: &State<W>, m: &WordMove<W>) -> State<W> {
        state.after_unhashed(m, self.rules.repeat_limit > 0)
    }

    /// How many sequences of `depth` legal moves there are.
    #[must_use]
    pub fn perft(&self, state: &State<W>, depth: u32) -> u64 {
        (self.table.perft)(&self.layout, &self.rules, state.pieces(), state.turn(), depth)
    }
}
