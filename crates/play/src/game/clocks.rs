//! The clocks of a game, computed from the times at which its events were received.

use std::time::Duration;

use draughts::{ByColor, Color, Event, Game};

use super::terms::TimeControl;
use crate::time::Timestamp;

/// The clocks of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    control: TimeControl,
    left: ByColor<Duration>,
    /// The side whose clock runs, and since when.
    running: Option<(Color, Timestamp)>,
    /// Whether the game is paused.
    paused: bool,
}

impl Clocks {
    pub(super) fn new(control: TimeControl) -> Self {
        let first = control.at_first().unwrap_or_default();
        Self { control, left: ByColor { white: first, black: first }, running: None, paused: false }
    }

    /// Returns the side whose clock runs.
    #[must_use]
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(side, _)| side)
    }

    /// Returns the time that is left to a side at `now`; none if it is unlimited.
    #[must_use]
    pub fn left(&self, side: Color, now: Timestamp) -> Option<Duration> {
        self.control.at_first()?;
        let left = self.left[side];
        Some(match self.running {
            Some((running, since)) if running == side => left.saturating_sub(now.since(since)),
            _ => left,
        })
    }

    /// Returns when the time of the running clock is over if nothing happens before.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        let (side, since) = self.running?;
        Some(since.after(self.left[side]))
    }

    /// Updates the clocks after an event that was received at `at`, with the lag to compensate and the game after it.
    pub(super) fn after(&mut self, event: &Event, game: &Game, at: Timestamp, lag: Duration) {
        if self.control == TimeControl::UNLIMITED || self.stays_overdue(event, game, at) {
            return;
        }
        match event {
            Event::Move { by, .. } => {
                // The lag is credited first: it may be all that is left.
                self.left[*by] = self.left[*by].saturating_add(lag);
                self.stop(at);
                self.left[*by] = self.control.after_move(self.left[*by]);
            }
            _ => self.stop(at),
        }
        if matches!(event, Event::DemandRedo { .. }) {
            self.renew_days();
        }
        self.run(game, at);
    }

    /// Returns whether the running clock is overdue and runs on after the event. It keeps its deadline: otherwise draw
    /// offers in the time that is credited for lag would extend it.
    fn stays_overdue(&self, event: &Event, game: &Game, at: Timestamp) -> bool {
        let runs_on = !matches!(event, Event::Move { .. })
            && game.outcome().is_none()
            && self.running() == Some(game.position().turn());
        runs_on && self.deadline().is_some_and(|deadline| deadline < at)
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
    pub(super) fn give(&mut self, to: Color, time: Duration) {
        self.left[to] = self.left[to].saturating_add(time);
    }

    /// Updates the clocks after a takeback: the clock of the side to move runs.
    pub(super) fn turn_back(&mut self, game: &Game, at: Timestamp) {
        if self.control != TimeControl::UNLIMITED {
            self.stop(at);
            self.renew_days();
            self.run(game, at);
        }
    }

    /// Returns for how long the running clock has run.
    pub(super) fn ran(&self, at: Timestamp) -> Duration {
        self.running.map_or(Duration::ZERO, |(_, since)| at.since(since))
    }

    fn stop(&mut self, at: Timestamp) {
        if let Some((side, since)) = self.running.take() {
            self.left[side] = self.left[side].saturating_sub(at.since(since));
        }
    }

    /// Renews the time for the turn where there are days per move, since an earlier try has used part of it.
    fn renew_days(&mut self) {
        if let (TimeControl::Days { .. }, Some(first)) = (self.control, self.control.at_first()) {
            for side in Color::ALL {
                self.left[side] = self.left[side].max(first);
            }
        }
    }
}
