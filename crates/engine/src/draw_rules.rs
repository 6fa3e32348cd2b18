//! The draw rules of a rule set in the search.
//!
//! The counters agree with those of [`Game`](draughts::Game), in a form that is cheap to copy for every node. The
//! search itself scores the first repetition of a position as a draw, because a side with a better move would have
//! played it.

use draughts::draw::Counter;
use draughts::ruleset::{self, Count, DrawWhen, Forces, ResetSet};
use draughts::{BitboardMove, Generated, Referee, State};

/// The draw counters of a position, in plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct DrawCounters([u16; ruleset::Draws::MAX_COUNTED]);

/// The draw rules of a rule set, except repetition.
pub(crate) struct DrawRules<W> {
    rules: Vec<Rule<W>>,
}

struct Rule<W> {
    /// The index of the rule in the rule set.
    index: usize,
    /// The number of plies after which the rule applies.
    limit: u16,
    resets: ResetSet,
    /// The material that must be on the board, and the longest diagonal.
    forces: Option<(Forces, W)>,
}

impl<W: Generated> DrawRules<W> {
    pub(crate) fn new(referee: &Referee<W>) -> Self {
        let rules = referee.rule_set();
        let rule = |(index, when): (usize, &DrawWhen)| {
            let (count, forces) = match when {
                DrawWhen::Repetition { .. } => return None,
                DrawWhen::QuietMoves(count) => (Some(count), None),
                DrawWhen::Material { forces, count } => (count.as_ref(), Some(*forces)),
            };
            Some(Rule {
                index,
                limit: count.map_or(0, |count| u16::try_from(count.plies()).unwrap_or(u16::MAX)),
                resets: count.map(Count::resets).unwrap_or_default(),
                forces: forces.map(|forces| (forces, referee.layout().main_road())),
            })
        };
        let all = rules.draws.rules.iter().map(|rule| &rule.when).enumerate();
        // Only a recorded game can have more. The search then ignores the last ones; the game itself counts them.
        Self { rules: all.filter_map(rule).take(ruleset::Draws::MAX_COUNTED).collect() }
    }

    /// Returns the counters of a game.
    pub(crate) fn counters(&self, game: &[Counter]) -> DrawCounters {
        let mut counters = DrawCounters::default();
        for (rule, count) in self.rules.iter().zip(&mut counters.0) {
            let counter = game.get(rule.index);
            *count = counter.map_or(0, |counter| counter.made.min(u32::from(u16::MAX)) as u16);
        }
        counters
    }

    /// Returns the counters after a move.
    #[inline]
    pub(crate) fn after(
        &self,
        counters: &DrawCounters,
        m: &BitboardMove<W>,
        next: &State<W>,
    ) -> DrawCounters {
        let mut after = DrawCounters::default();
        let events = ResetSet { capture: m.is_capture(), crowning: m.promotes, man_move: !m.king };
        for ((rule, &count), new) in self.rules.iter().zip(&counters.0).zip(&mut after.0) {
            *new = match &rule.forces {
                _ if rule.resets.intersects(events) => 0,
                Some((forces, diagonal)) if !forces.matches(next.pieces(), *diagonal) => 0,
                _ => count.saturating_add(1),
            };
        }
        after
    }

    /// Returns whether the position is a draw with these counters.
    #[inline]
    pub(crate) fn is_draw(&self, counters: &DrawCounters, state: &State<W>) -> bool {
        self.rules.iter().zip(counters.0).any(|(rule, count)| match &rule.forces {
            None => count >= rule.limit,
            Some((forces, diagonal)) => count >= rule.limit && forces.matches(state.pieces(), *diagonal),
        })
    }
}
