//! The progress and the proofs of draw rules in a game.

use alloc::vec;
use alloc::vec::Vec;

use super::{Ending, Game, Outcome, Turn};
use crate::color::Color;
use crate::draw::{Counter, Evidence, Grounds, Occurrence, Tally};
use crate::position::Position;
use crate::ruleset::{Claims, DrawWhen, Effect};

impl Game {
    /// Returns the progress of each draw rule, in the order of the rule set.
    #[must_use]
    pub fn counters(&self) -> Vec<Counter> {
        (0..self.rules().rule_set().draws.rules.len()).map(|rule| self.counter(rule)).collect()
    }

    /// Returns the progress of one draw rule.
    pub(super) fn counter(&self, rule: usize) -> Counter {
        self.counter_at(self.turns.len(), rule)
    }

    fn counter_at(&self, turns: usize, rule: usize) -> Counter {
        let rules = self.rules().rule_set();
        let times = match rules.draws.rules[rule].when {
            DrawWhen::Repetition { .. } => self.repetitions_at(turns).len() as u32,
            _ => 0,
        };
        self.tally_at(turns).counter(rules, rule, self.first_ply + turns as u32, times)
    }

    /// Returns the position after this many turns.
    fn position_at(&self, turns: usize) -> &Position {
        self.turns.get(turns).map_or(&self.position, |turn| &turn.before)
    }

    fn tally_at(&self, turns: usize) -> &Tally {
        self.turns.get(turns).map_or(&self.tally, |turn| &turn.tally)
    }

    /// Returns the plies after which the position after this many turns had occurred, itself included, oldest first.
    fn repetitions_at(&self, turns: usize) -> Vec<u32> {
        // No earlier position can recur after a capture or a promotion.
        let irreversible =
            |turn: &Turn| turn.played.is_capture() || turn.played.promotes() || turn.huffed.is_some();
        let position = self.position_at(turns);
        let hash = position.zobrist_hash();
        let mut plies = vec![self.first_ply + turns as u32];
        for (i, turn) in self.turns.iter().enumerate().take(turns).rev() {
            if irreversible(turn) {
                break;
            }
            if turn.before.zobrist_hash() == hash && turn.before.board() == position.board() {
                plies.push(self.first_ply + i as u32);
            }
        }
        plies.reverse();
        plies
    }

    /// Returns the occurrences of the current position, this one included, oldest first.
    #[must_use]
    pub fn occurrences(&self) -> Vec<Occurrence> {
        self.occurrences_at(self.turns.len())
    }

    fn occurrences_at(&self, turns: usize) -> Vec<Occurrence> {
        self.repetitions_at(turns).into_iter().map(|plies| self.occurrence(plies)).collect()
    }

    fn occurrence(&self, plies: u32) -> Occurrence {
        Occurrence::after_plies(plies, self.first_ply, self.rules().rule_set().start.first_move)
    }

    /// Returns the proof of a draw rule, if it applies to the current position.
    #[must_use]
    pub fn evidence(&self, rule: usize) -> Option<Evidence> {
        self.evidence_at(self.turns.len(), rule)
    }

    fn evidence_at(&self, turns: usize, rule: usize) -> Option<Evidence> {
        let rules = self.rules().rule_set();
        let when = &rules.draws.rules.get(rule)?.when;
        let counter = self.counter_at(turns, rule);
        if !counter.is_reached() {
            return None;
        }
        let grounds = match when {
            DrawWhen::Repetition { times } => {
                // The required number of occurrences is sufficient.
                let occurrences = self.occurrences_at(turns);
                Grounds::Repetition(occurrences.into_iter().take(usize::from(*times)).collect())
            }
            DrawWhen::Material { count: None, .. } => {
                let first = self.tally_at(turns).first(rule)?;
                Grounds::Material(self.occurrence(u32::try_from(first).unwrap_or(0)))
            }
            DrawWhen::QuietMoves(_) | DrawWhen::Material { count: Some(_), .. } => {
                let (made, needed) = counter.moves();
                Grounds::Count { first: counter.first()?, from: counter.from()?, made, needed }
            }
        };
        Some(Evidence { rule: rules.draws.rules[rule].clone(), grounds })
    }

    /// Returns the proof with which this side can invoke a draw rule now.
    ///
    /// If claims are immediate, the rule must apply to the current position. If an offer must come first, a rule that
    /// has applied can be invoked up to and including the side's next move: an offer made while the opponent is to move
    /// belongs to the move before it.
    #[must_use]
    pub fn ground(&self, by: Color, rule: usize) -> Option<Evidence> {
        let now = self.turns.len();
        match self.rules().rule_set().draws.claims {
            Claims::Immediate => self.evidence_at(now, rule),
            Claims::OfferFirst => {
                // The side to move has not moved since the position one turn ago; the other side has completed one move
                // since the position two turns ago.
                let back = if self.position.turn() == by { 1 } else { 2 };
                (now.saturating_sub(back)..=now).rev().find_map(|turns| self.evidence_at(turns, rule))
            }
        }
    }

    /// Returns the proofs of all draw rules with a matching effect that apply.
    pub(super) fn proofs(&self, effect: impl Fn(Effect) -> bool) -> Vec<Evidence> {
        let rules = self.rules().rule_set().draws.rules.iter().enumerate();
        rules.filter(|(_, rule)| effect(rule.effect)).filter_map(|(i, _)| self.evidence(i)).collect()
    }

    /// Returns the draw by automatic rules, if one applies.
    pub(super) fn automatic_draw(&self) -> Option<Outcome> {
        let proofs = self.proofs(|effect| effect == Effect::Automatic);
        (!proofs.is_empty()).then(|| Outcome::draw(Ending::DrawRules(proofs)))
    }
}
