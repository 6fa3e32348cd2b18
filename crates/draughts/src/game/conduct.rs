//! Turns that break a duty, if the conduct of the rule set permits them: they are redone on demand, answered by
//! huffing, or they stand.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{Game, Refusal, Turn};
use crate::color::Color;
use crate::explain::{Explainer, without_duties};
use crate::moves::Move;
use crate::notation::{ReadMoveError, WrittenMove};
use crate::position::Position;
use crate::rules::Rules;
use crate::ruleset::{Enforcement, ResetSet};
use crate::square::Square;

/// Returns the rules without the duties to capture, to take the most and to finish a capture.
pub(super) fn rules_without_duties(rules: &Rules) -> Rules {
    rules.for_trying(without_duties(rules.rule_set()))
}

impl Game {
    /// Returns the moves that can be made: the legal ones and, if the conduct permits them, those that break a duty.
    #[must_use]
    pub fn possible_moves(&self) -> Vec<Move> {
        match &self.without_duties {
            _ if self.outcome.is_some() => Vec::new(),
            Some(without_duties) if !self.must_redo => self.position.with_rules(without_duties).legal_moves(),
            _ => self.legal.to_vec(),
        }
    }

    /// Returns the moves that can be made and match the written move, including those that break a duty.
    #[must_use]
    pub fn possible_as_written(&self, written: &WrittenMove) -> Vec<Move> {
        self.possible_moves().into_iter().filter(|m| written.has_ends_of(m)).collect()
    }

    /// Parses a move that can be made: a legal one or, if the conduct permits it, one that breaks a duty.
    pub fn read_move(&self, text: &str) -> Result<Move, ReadMoveError> {
        let explainer = Explainer::with_legal_moves(&self.position, self.legal.to_vec());
        let error = match explainer.read_move(text) {
            Err(error @ ReadMoveError::NotLegal(_)) => error,
            result => return result,
        };
        let written = WrittenMove::parse(text, self.rules().square_names())?;
        let mut possible = self.possible_as_written(&written);
        match (possible.pop(), possible.is_empty()) {
            (None, _) => Err(error),
            (Some(only), true) => Ok(only),
            (Some(last), false) => {
                possible.push(last);
                Err(ReadMoveError::Ambiguous(possible))
            }
        }
    }

    /// Returns the last turn, if it broke a duty and the opponent may still object.
    #[must_use]
    pub fn irregular_turn(&self) -> Option<&Turn> {
        self.turns
            .last()
            .map(Arc::as_ref)
            .filter(|turn| turn.is_open_to_objection() && self.outcome.is_none())
    }

    /// Returns the last turn, if this side may object to it.
    fn objectionable(&self, by: Color) -> Result<&Turn, Refusal> {
        let last = self.turns.last().ok_or(Refusal::NoTurn)?;
        if last.before.turn() == by {
            return Err(Refusal::NotForYou);
        }
        self.irregular_turn().ok_or(Refusal::TurnWasLegal)
    }

    pub(super) fn redo(&mut self, by: Color) -> Result<(), Refusal> {
        if self.rules().rule_set().conduct.enforcement != Enforcement::RedoOnDemand {
            return Err(Refusal::NoRedo);
        }
        self.objectionable(by)?;
        if let Some(turn) = self.turns.pop().map(Arc::unwrap_or_clone) {
            self.position = turn.before;
            self.tally = turn.tally;
            self.draw_offers = turn.draw_offers;
        }
        self.must_redo = true;
        self.legal = Arc::new(self.position.legal_moves());
        Ok(())
    }

    pub(super) fn let_stand(&mut self, by: Color) -> Result<(), Refusal> {
        self.objectionable(by)?;
        self.change_last_turn(|turn| turn.stands = true);
        self.update_outcome();
        Ok(())
    }

    fn change_last_turn(&mut self, change: impl FnOnce(&mut Turn)) {
        if let Some(mut turn) = self.turns.pop() {
            change(Arc::make_mut(&mut turn));
            self.turns.push(turn);
        }
    }

    /// Returns the squares of the pieces that failed to capture in the last turn.
    #[must_use]
    pub fn huffable(&self) -> Vec<Square> {
        let huffing = self.rules().rule_set().conduct.enforcement == Enforcement::Huffing;
        let Some(turn) = self.irregular_turn().filter(|_| huffing) else { return Vec::new() };
        let captures = turn.before.legal_moves();
        let square_now = |square| if square == turn.played.from() { turn.played.to() } else { square };
        let mut squares: Vec<Square> =
            captures.iter().filter(|m| m.is_capture()).map(|m| square_now(m.from())).collect();
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    pub(super) fn huff(&mut self, by: Color, square: Square) -> Result<(), Refusal> {
        if self.rules().rule_set().conduct.enforcement != Enforcement::Huffing {
            return Err(Refusal::NoHuffing);
        }
        self.objectionable(by)?;
        let huffable = self.huffable();
        if !huffable.contains(&square) {
            return Err(Refusal::CannotBeHuffed(huffable.into_iter().collect()));
        }
        self.position = self.position.without(square);
        let events = ResetSet { capture: true, ..ResetSet::default() };
        self.tally = self.tally.after(self.rules().rule_set(), events, &self.position, self.ply());
        self.change_last_turn(|turn| turn.huffed = Some(square));
        self.update_outcome();
        Ok(())
    }
}

impl Position {
    /// Returns the moves that can be made: the legal ones and, if the conduct of the rules permits them, those that
    /// break the duty to capture, to take the most or to finish a capture.
    #[must_use]
    pub fn possible_moves(&self) -> Vec<Move> {
        match self.rules().rule_set().conduct.enforcement {
            Enforcement::Strict => self.legal_moves(),
            Enforcement::RedoOnDemand | Enforcement::Huffing => {
                self.with_rules(&rules_without_duties(self.rules())).legal_moves()
            }
        }
    }

    /// Returns the position under rules that differ only in the duties of the player.
    pub(super) fn with_rules(&self, rules: &Rules) -> Position {
        Position::unlimited(rules, &self.setup())
    }
}
