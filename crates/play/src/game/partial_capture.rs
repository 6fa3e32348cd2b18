//! A capture made jump by jump. It is played when it is complete; until then nobody else sees it.

use draughts::game::Refusal;
use draughts::ruleset::Finish;
use draughts::{Attempt, Game, Move, Square};

use super::command_error::CommandError;

/// The squares that a capturing piece has landed on so far, its first square included.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct PartialCapture(Vec<Square>);

/// The effect of a jump.
pub(super) enum JumpOutcome {
    /// The move is complete.
    Complete(Move),
    /// There is more to capture.
    Incomplete,
}

impl PartialCapture {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a jump. Starting with another piece discards the jumps so far.
    pub(super) fn add(&mut self, from: Square, to: Square) {
        if self.0.last() != Some(&from) {
            self.0 = vec![from];
        }
        self.0.push(to);
    }

    /// Returns the effect of one more jump, or why it is illegal.
    pub(super) fn check_jump(
        &self,
        game: &Game,
        from: Square,
        to: Square,
    ) -> Result<JumpOutcome, CommandError> {
        let mut squares = self.clone();
        squares.add(from, to);
        let position = game.position();
        let (start, jumps) = (squares.0[0], &squares.0[1..]);
        let complete = |m: &&Move| {
            m.from() == start
                && m.to() == to
                && m.captured().len().max(1) == jumps.len()
                && position.leads_through(m, &jumps[..jumps.len() - 1])
        };
        let continues = |m: &Move| {
            m.from() == start && m.captured().len() > jumps.len() && position.leads_through(m, jumps)
        };
        let can_continue = || game.legal_moves().iter().any(continues);
        // Where a capture may be stopped after any jump, the jumps so far are a move, too. A player who wants to stop
        // makes that move as a whole.
        let may_be_stopped = game.rules().rule_set().capture.finish == Finish::MayBeStopped;
        if let Some(m) = game.legal_moves().iter().find(complete)
            && !(may_be_stopped && can_continue())
        {
            return Ok(JumpOutcome::Complete(m.clone()));
        }
        if can_continue() {
            return Ok(JumpOutcome::Incomplete);
        }
        // Where the rules let illegal moves stand, a single step or jump may be such a move.
        let is_irregular =
            |m: &Move| jumps.len() == 1 && m.from() == start && m.to() == to && m.captured().len() <= 1;
        if let Some(m) = game.possible_moves().into_iter().find(is_irregular) {
            return Ok(JumpOutcome::Complete(m));
        }
        let attempt = Attempt { by: Some(position.turn()), ..Attempt::new(start, to) };
        match position.explain(&attempt) {
            Err(why) => Err(CommandError::Rules(Refusal::NotLegal(why))),
            // The squares are those of a move, but not in this order.
            Ok(_) => Err(CommandError::NotThisWay),
        }
    }
}
