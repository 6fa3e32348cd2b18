//! The draw rules of a rule set in the search.
//!
//! The counters agree with those of [`Game`](draughts::Game), in a form that is cheap to copy for every node. The
//! search itself scores the first repetition of a position as a draw, because a side with a better move would have
//! played it. It scores every rule as a draw, also one that a player has to claim: the side that gains by it claims it.

use draughts::draw::Counter;
use draughts::ruleset::{self, Count, DrawWhen, Forces, ResetSet};
use draughts::{BitboardMove, Generated, Referee, State};

/// The draw counters of a position, in plies, up to the limit of each rule.
///
/// A rule about quiet moves counts the plies since the last event that resets it. A rule about material counts one more,
/// so that 0 means that its forces are not on the board: the move that brings them about is not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct DrawCounters([u16; ruleset::Draws::MAX_COUNTED]);

/// The draw rules of a rule set, except repetition.
pub(crate) struct DrawRules<W> {
    rules: Vec<Rule<W>>,
}

struct Rule<W> {
    /// The index of the rule in the rule set.
    index: usize,
    /// The value of the counter from which the rule applies.
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
            let limit = count.map_or(0, Count::plies) + u32::from(forces.is_some());
            Some(Rule {
                index,
                limit: u16::try_from(limit).unwrap_or(u16::MAX),
                resets: count.map(Count::resets).unwrap_or_default(),
                forces: forces.map(|forces| (forces, referee.layout().main_road())),
            })
        };
        let all = rules.draws.rules.iter().map(|rule| &rule.when).enumerate();
        // Only a recorded game can have more. The search then ignores the last ones; the game itself counts them.
        Self { rules: all.filter_map(rule).take(ruleset::Draws::MAX_COUNTED).collect() }
    }

    /// Returns the counters of a game that has reached this state.
    pub(crate) fn counters(&self, game: &[Counter], state: &State<W>) -> DrawCounters {
        let mut counters = DrawCounters::default();
        for (rule, count) in self.rules.iter().zip(&mut counters.0) {
            let made = game.get(rule.index).map_or(0, |counter| counter.made.min(rule.limit.into()) as u16);
            *count = match &rule.forces {
                Some((forces, diagonal)) if !forces.matches(state.pieces(), *diagonal) => 0,
                Some(_) => (made.saturating_add(1)).min(rule.limit),
                None => made,
            };
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
            let count = if rule.resets.intersects(events) { None } else { Some(count.saturating_add(1)) };
            *new = match &rule.forces {
                Some((forces, diagonal)) if !forces.matches(next.pieces(), *diagonal) => 0,
                Some(_) => count.unwrap_or(1).min(rule.limit),
                None => count.unwrap_or(0).min(rule.limit),
            };
        }
        after
    }

    /// Returns whether a count is complete: the position is a draw if the side to move has a legal move.
    #[inline]
    pub(crate) fn is_complete(&self, counters: &DrawCounters) -> bool {
        self.rules.iter().zip(counters.0).any(|(rule, count)| count >= rule.limit)
    }
}
