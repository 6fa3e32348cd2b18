//! The draw rules of a rule set inside the search.
//!
//! They are counted as [`Game`](draughts::Game) counts them, in a form that a search can keep for every position. A
//! position that stood before is taken for a draw at once: who could do better would not have come back.

use draughts::draw::Counter;
use draughts::ruleset::{self, Count, DrawWhen, Forces, ResetSet};
use draughts::{BitboardMove, Generated, Referee, State};

/// The counters of a position, in plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Clock([u16; ruleset::Draws::MAX_COUNTED]);

/// The draw rules of a rule set that count moves, or depend on what stands on the board.
pub(crate) struct Draws<W> {
    rules: Vec<Rule<W>>,
}

struct Rule<W> {
    /// Its place in the rule set.
    place: usize,
    needed: u16,
    resets: ResetSet,
    /// The forces that must stand, and the longest diagonal.
    forces: Option<(Forces, W)>,
}

impl<W: Generated> Draws<W> {
    pub(crate) fn new(referee: &Referee<W>) -> Self {
        let rules = referee.rule_set();
        let rule = |(place, when): (usize, &DrawWhen)| {
            let (count, forces) = match when {
                DrawWhen::Repetition { .. } => return None,
                DrawWhen::QuietMoves(count) => (Some(count), None),
                DrawWhen::Material { forces, count } => (count.as_ref(), Some(*forces)),
            };
            Some(Rule {
                place,
                needed: count.map_or(0, |count| u16::try_from(count.plies()).unwrap_or(u16::MAX)),
                resets: count.map(Count::resets).unwrap_or_default(),
                forces: forces.map(|forces| (forces, referee.layout().main_road())),
            })
        };
        let all = rules.draws.rules.iter().map(|rule| &rule.when).enumerate();
        let rules: Vec<Rule<W>> = all.filter_map(rule).collect();
        assert!(
            rules.len() <= ruleset::Draws::MAX_COUNTED,
            "a rule set with more is refused when it is checked"
        );
        Self { rules }
    }

    /// Returns the counters of a game.
    pub(crate) fn clock(&self, counters: &[Counter]) -> Clock {
        let mut clock = Clock::default();
        for (rule, made) in self.rules.iter().zip(&mut clock.0) {
            let counter = counters.get(rule.place);
            *made = counter.map_or(0, |counter| counter.made.min(u32::from(u16::MAX)) as u16);
        }
        clock
    }

    /// Returns the counters after a move.
    #[inline]
    pub(crate) fn after(&self, clock: &Clock, m: &BitboardMove<W>, next: &State<W>) -> Clock {
        let mut after = Clock::default();
        let happened = ResetSet { capture: m.is_capture(), crowning: m.promotes, man_move: !m.king };
        for ((rule, &made), new) in self.rules.iter().zip(&clock.0).zip(&mut after.0) {
            *new = match &rule.forces {
                _ if rule.resets.intersects(happened) => 0,
                Some((forces, road)) if !forces.matches(next.pieces(), *road) => 0,
                _ => made.saturating_add(1),
            };
        }
        after
    }

    /// Returns whether the position is a draw with these counters.
    #[inline]
    pub(crate) fn is_draw(&self, clock: &Clock, state: &State<W>) -> bool {
        self.rules.iter().zip(clock.0).any(|(rule, made)| match &rule.forces {
            None => made >= rule.needed,
            Some((forces, road)) => made >= rule.needed && forces.matches(state.pieces(), *road),
        })
    }
}
