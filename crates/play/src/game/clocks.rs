//! The clocks of a game, computed from the times at which its events were received.

use std::time::Duration;

use draughts::{ByColor, Color, Event, Game};

use super::terms::TimeControl;
use crate::time::Timestamp;

/// The clocks of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    control: TimeControl,
    /// The time left to each side, from which the time since the start of the running clock is not yet deducted.
    remaining: ByColor<Duration>,
    /// The side whose clock runs, and since when.
    running: Option<(Color, Timestamp)>,
    /// Whether the game is paused.
    paused: bool,
}

impl Clocks {
    pub(super) fn new(control: TimeControl) -> Self {
        let initial = control.initial_time().unwrap_or_default();
        let remaining = ByColor { white: initial, black: initial };
        Self { control, remaining, running: None, paused: false }
    }

    /// Returns the side whose clock runs.
    #[must_use]
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(side, _)| side)
    }

    /// Returns the time that is left to a side at `now`; `None` if it is unlimited.
    #[must_use]
    pub fn remaining(&self, side: Color, now: Timestamp) -> Option<Duration> {
        self.control.initial_time()?;
        let remaining = self.remaining[side];
        Some(match self.running {
            Some((running, since)) if running == side => remaining.saturating_sub(now.since(since)),
            _ => remaining,
        })
    }

    /// Returns when the running clock expires, unless an event stops it.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        let (side, since) = self.running?;
        Some(since.after(self.remaining[side]))
    }

    /// Updates the clocks after an event that was received at `at`. `game` is the game after the event; `lag` is credited
    /// to a mover.
    pub(super) fn on_event(&mut self, event: &Event, game: &Game, at: Timestamp, lag: Duration) {
        if self.control == TimeControl::UNLIMITED || self.stays_overdue(event, game, at) {
            return;
        }
        match event {
            Event::Move { by, .. } => {
                // The lag is credited first: it may be all that is left.
                self.remaining[*by] = self.remaining[*by].saturating_add(lag);
                self.stop(at);
                self.remaining[*by] = self.control.after_move(self.remaining[*by]);
            }
            _ => self.stop(at),
        }
        if matches!(event, Event::DemandRedo { .. }) {
            self.reset_days();
        }
        self.run(game, at);
    }

    /// Returns whether the running clock is overdue and keeps running after the event. It keeps its deadline: otherwise
    /// draw offers during the lag credit would extend it.
    fn stays_overdue(&self, event: &Event, game: &Game, at: Timestamp) -> bool {
        let keeps_running = !matches!(event, Event::Move { .. })
            && game.outcome().is_none()
            && self.running() == Some(game.position().turn());
        keeps_running && self.deadline().is_some_and(|deadline| deadline < at)
    }

    /// Stops the clock until the game is resumed.
    pub(super) fn pause(&mut self, at: Timestamp) {
        self.stop(at);
        self.paused = true;
    }

    /// Starts the clock of the side to move again.
    pub(super) fn resume(&mut self, game: &Game, at: Timestamp) {
        self.paused = false;
        if self.control != TimeControl::UNLIMITED {
            self.run(game, at);
        }
    }

    /// Starts the clock of the side to move, once both have moved.
    fn run(&mut self, game: &Game, at: Timestamp) {
        let runs = game.outcome().is_none() && game.turns().len() >= 2 && !self.paused;
        self.running = runs.then(|| (game.position().turn(), at));
    }

    /// Adds time to the clock of a side.
    pub(super) fn add_time(&mut self, to: Color, time: Duration) {
        self.remaining[to] = self.remaining[to].saturating_add(time);
    }

    /// Takes back from a side what it borrowed for the move that it has just made.
    pub(super) fn repay(&mut self, by: Color, loan: Duration) {
        self.remaining[by] = self.remaining[by].saturating_sub(loan);
    }

    /// Updates the clocks after a takeback: the clock of the side to move runs.
    pub(super) fn on_takeback(&mut self, game: &Game, at: Timestamp) {
        if self.control != TimeControl::UNLIMITED {
            self.stop(at);
            self.reset_days();
            self.run(game, at);
        }
    }

    /// Returns for how long the running clock has run.
    pub(super) fn elapsed(&self, at: Timestamp) -> Duration {
        self.running.map_or(Duration::ZERO, |(_, since)| at.since(since))
    }

    fn stop(&mut self, at: Timestamp) {
        if let Some((side, since)) = self.running.take() {
            self.remaining[side] = self.remaining[side].saturating_sub(at.since(since));
        }
    }

    /// Resets the time per move in correspondence games, because the retracted attempt used part of it.
    fn reset_days(&mut self) {
        if let (TimeControl::Days { .. }, Some(initial)) = (self.control, self.control.initial_time()) {
            for side in Color::ALL {
                self.remaining[side] = self.remaining[side].max(initial);
            }
        }
    }
}
