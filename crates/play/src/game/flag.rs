//! When a flag falls: network lag is credited before.

use std::time::Duration;

use draughts::{Color, Event};

use super::{Command, EventKind, GameState, Moment, Seat, TimeControl};
use crate::time::Timestamp;

impl GameState {
    /// Returns the flag fall that is due, if any.
    ///
    /// A move that left its client in time may still be on its way. So the flag falls after the deadline, by the credit
    /// that the player's quota and increment allow. The quota follows from the log: all nodes find the same time.
    #[must_use]
    pub fn flag_fall(&self, now: Timestamp) -> Option<EventKind> {
        self.fallen(now, Duration::MAX).map(|of| Event::FlagFall { of }.into())
    }

    /// Returns the flag fall that is due before a command, if any.
    ///
    /// A command of the player whose clock runs left its client one lag before it was received. If that was after the
    /// deadline, no move in time can follow it.
    #[must_use]
    pub fn flag_fall_before(&self, by: Color, command: &Command, moment: &Moment) -> Option<EventKind> {
        self.fallen_before(by, command, moment).map(|of| Event::FlagFall { of }.into())
    }

    /// Returns the side whose flag has fallen before a command.
    pub(super) fn fallen_before(&self, by: Color, command: &Command, moment: &Moment) -> Option<Color> {
        // Messages may come from another connection, whose lag is not that of the moves.
        let shows_lag = self.clocks.running() == Some(by) && !command.is_chat();
        self.fallen(moment.now, if shows_lag { moment.lag } else { Duration::MAX })
    }

    /// Returns the side whose flag has fallen, if as much of this lag as the quota and the increment allow is credited.
    fn fallen(&self, now: Timestamp, lag: Duration) -> Option<Color> {
        let side = self.clocks.running().filter(|_| self.game.outcome().is_none())?;
        let credit = if self.is_lag_compensated(side) {
            self.lag[side].allowance(self.increment()).min(lag)
        } else {
            Duration::ZERO
        };
        let deadline = self.clocks.deadline()?.after(credit);
        (deadline <= now).then_some(side)
    }

    /// Returns the lag to credit for a move that is received now.
    pub(super) fn lag_credit(&self, by: Color, moment: &Moment) -> Duration {
        if self.clocks.running() != Some(by) || !self.is_lag_compensated(by) {
            return Duration::ZERO;
        }
        let late = self.clocks.deadline().map_or(Duration::ZERO, |deadline| moment.now.since(deadline));
        self.lag[by].credit(moment.lag, late, self.increment())
    }

    /// Returns the time that a move adds to the clock.
    fn increment(&self) -> Duration {
        match self.terms.time {
            TimeControl::Clock { increment, .. } => Duration::from_millis(increment),
            TimeControl::None {} | TimeControl::Days { .. } => Duration::ZERO,
        }
    }

    /// Returns whether network lag matters for a side: it is a person or a bot, and its clock counts seconds.
    fn is_lag_compensated(&self, side: Color) -> bool {
        let has_clock = matches!(self.terms.time, TimeControl::Clock { .. });
        has_clock && matches!(self.terms.seats()[side], Seat::Player(_))
    }
}
