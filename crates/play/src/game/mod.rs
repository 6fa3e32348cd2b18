//! The state of a game on the site: the game itself, its clocks, and the open requests of its players.
//!
//! It does no I/O and reads no clock: callers pass the time.

mod clocks;
mod columns;
mod command;
mod command_error;
mod conditional_moves;
mod decide;
mod event_kind;
mod final_state;
mod flag;
mod lag;
mod lag_estimate;
mod partial_capture;
mod rematch;
mod terms;

use std::time::Duration;

use draughts::game::Answer;
use draughts::notation::FenError;
use draughts::{ByColor, Color, Event, Game, Rules};

pub use clocks::Clocks;
pub use columns::Columns;
pub use command::{Command, DrawOffer, Side};
pub use command_error::CommandError;
pub use conditional_moves::Step;
pub use decide::{Decision, Moment};
pub use event_kind::EventKind;
pub use final_state::FinalState;
pub use lag::LagQuota;
pub use lag_estimate::LagEstimate;
pub use rematch::{Rematch, RematchRequest};
pub use terms::{Seat, Terms, TimeControl, TimeControlError};

use crate::id::{AccountId, GameId};
use crate::time::Timestamp;
use conditional_moves::ConditionalMoves;
use partial_capture::PartialCapture;

/// The state that the log of a game folds into. A clone shares what grows with the game, so that it costs the same at any
/// length.
#[derive(Clone, PartialEq, Debug)]
pub struct GameState {
    terms: Terms,
    game: Game,
    clocks: Clocks,
    /// The network lag of each side that was compensated, and how much still can be.
    lag: ByColor<LagQuota>,
    /// The number of days off that each side has taken.
    vacation: ByColor<u16>,
    /// The jumps of a capture that is not complete.
    partial_capture: PartialCapture,
    /// The side that has asked for a takeback.
    takeback: Option<Color>,
    /// The conditional moves of both sides.
    plans: ConditionalMoves,
    /// The unanswered call for an administrator.
    call: Option<Call>,
    /// The report of a justified draw offer that was not accepted, until an administrator has dealt with it.
    report: Option<Report>,
    /// The administrator's last answer to a call or a report.
    answered: Option<Answered>,
    /// The time since which the game has waited for an administrator.
    awaits_admin_since: Option<Timestamp>,
    /// Whether the game is paused.
    paused: bool,
    /// The requests of the players for a rematch.
    rematch: Rematch,
    /// The rematch.
    next: Option<GameId>,
    /// The number of the last event.
    seq: u64,
}

/// A call for an administrator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The player who calls.
    pub by: Color,
    /// The reason.
    pub message: String,
}

/// A justified draw offer that was not accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// The player who did not accept it.
    pub of: Color,
    /// The answer of the player.
    pub answer: Answer,
}

/// An administrator's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answered {
    /// The time of the answer.
    pub at: Timestamp,
    /// The reason, for both players.
    pub reason: String,
}

impl GameState {
    /// Returns the state before the first move, or why the game cannot start.
    pub fn new(rules: &Rules, terms: Terms) -> Result<Self, FenError> {
        let game = terms.game(rules)?;
        Ok(Self {
            game,
            clocks: Clocks::new(terms.time),
            lag: ByColor::default(),
            vacation: ByColor::default(),
            partial_capture: PartialCapture::default(),
            takeback: None,
            plans: ConditionalMoves::default(),
            call: None,
            report: None,
            answered: None,
            awaits_admin_since: None,
            paused: false,
            rematch: Rematch::default(),
            next: None,
            seq: 0,
            terms,
        })
    }

    /// Returns the terms of the game.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the clocks.
    #[must_use]
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// Returns the network lag of each side that was compensated.
    #[must_use]
    pub fn lag(&self) -> ByColor<Duration> {
        ByColor { white: self.lag.white.credited(), black: self.lag.black.credited() }
    }

    /// Returns the number of days off that each side has taken.
    #[must_use]
    pub fn vacation(&self) -> ByColor<u16> {
        self.vacation
    }

    /// Returns the number of the last event; 0 if there is none.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Returns the side that has asked for a takeback.
    #[must_use]
    pub fn takeback(&self) -> Option<Color> {
        self.takeback
    }

    /// Returns the unanswered call for an administrator.
    #[must_use]
    pub fn call(&self) -> Option<&Call> {
        self.call.as_ref()
    }

    /// Returns the justified draw offer that was not accepted, until an administrator has dealt with it.
    #[must_use]
    pub fn report(&self) -> Option<Report> {
        self.report
    }

    /// Returns the administrator's last answer to a call or a report.
    #[must_use]
    pub fn answered(&self) -> Option<&Answered> {
        self.answered.as_ref()
    }

    /// Returns whether the game is paused: nobody moves, and no clock runs.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.paused && self.game.outcome().is_none()
    }

    /// Returns the time since which a call or a report has waited for an administrator.
    #[must_use]
    pub fn awaits_admin_since(&self) -> Option<Timestamp> {
        self.awaits_admin_since
    }

    /// Returns the rematch, if it has started.
    #[must_use]
    pub fn next(&self) -> Option<GameId> {
        self.next
    }

    /// Returns the sides of an account, the side to move first; empty for a spectator.
    #[must_use]
    pub fn sides_of(&self, account: AccountId) -> Vec<Color> {
        let seats = self.terms.seats();
        let turn = self.game.position().turn();
        [turn, !turn].into_iter().filter(|&side| seats[side] == Seat::Player(account)).collect()
    }

    /// Returns the side of the engine, if the engine is to move or to answer.
    #[must_use]
    pub fn engine_to_act(&self) -> Option<Color> {
        let seats = self.terms.seats();
        let computer = Color::ALL.into_iter().find(|&side| matches!(seats[side], Seat::Computer(_)))?;
        if self.game.outcome().is_some() || self.paused {
            return None;
        }
        let offered = self.game.offer().is_some_and(|offer| offer.by != computer);
        let turn = self.game.position().turn() == computer;
        (turn || offered || self.takeback == Some(!computer)).then_some(computer)
    }

    /// Applies the next event of the log. It was decided on this very state, so an error means that the log is damaged.
    pub fn apply(&mut self, kind: &EventKind, at: Timestamp) -> Result<(), CommandError> {
        match kind {
            EventKind::Game { event, lag } => self.apply_event(event, at, Duration::from_millis(*lag))?,
            EventKind::Hop { from, to, .. } => self.partial_capture.add(*from, *to),
            EventKind::AskTakeback { by } => self.takeback = Some(*by),
            EventKind::RefuseTakeback { .. } => self.takeback = None,
            EventKind::GrantTakeback { .. } => {
                let asked = self.takeback.take().ok_or(CommandError::NoTakeback)?;
                self.game = before_last_move(&self.game, asked).ok_or(CommandError::NothingToTakeBack)?;
                self.clocks.on_takeback(&self.game, at);
                self.plans.clear();
                self.partial_capture.clear();
            }
            EventKind::Plan { by, lines } => self.plans.set(*by, lines.clone()),
            EventKind::GiveTime { by, milliseconds } => {
                self.clocks.add_time(!*by, Duration::from_millis(*milliseconds));
            }
            EventKind::Outage { milliseconds } => {
                if let Some(side) = self.clocks.running() {
                    self.clocks.add_time(side, Duration::from_millis(*milliseconds));
                }
            }
            EventKind::TakeVacation { by, days } => {
                self.vacation[*by] += days;
                self.clocks.add_time(*by, terms::days_off(*days));
            }
            EventKind::Message { .. } | EventKind::SpectatorMessage { .. } => {}
            EventKind::CallAdmin { by, message } => {
                self.call = Some(Call { by: *by, message: message.clone() });
            }
            EventKind::AnswerCall { reason } => {
                (self.call, self.report) = (None, None);
                self.answered = Some(Answered { at, reason: reason.clone() });
            }
            EventKind::Report { of, answer } => self.report = Some(Report { of: *of, answer: *answer }),
            EventKind::Pause {} => {
                self.paused = true;
                self.clocks.pause(at);
            }
            EventKind::Resume {} => {
                self.paused = false;
                self.clocks.resume(&self.game, at);
            }
            EventKind::AskRematch { by, begins } => self.rematch.ask(*by, *begins),
            EventKind::DeclineRematch { .. } => self.rematch = Rematch::default(),
            EventKind::NextGame { game } => self.next = Some(*game),
        }
        self.seq += 1;
        let awaits_admin = self.call.is_some() || self.report.is_some();
        self.awaits_admin_since = awaits_admin.then(|| self.awaits_admin_since.unwrap_or(at));
        Ok(())
    }

    fn apply_event(&mut self, event: &Event, at: Timestamp, lag: Duration) -> Result<(), CommandError> {
        self.game.apply(event.clone())?;
        // The compensation is at most the time that the clock has run.
        let lag = lag.min(self.clocks.elapsed(at));
        let is_late = self.clocks.deadline().is_some_and(|deadline| deadline < at);
        self.clocks.on_event(event, &self.game, at, lag);
        self.plans.after(event);
        self.partial_capture.clear();
        if let Event::Move { by, .. } = event {
            let loan = self.lag[*by].loan(lag, is_late);
            self.clocks.repay(*by, loan);
            self.lag[*by].after_move(lag.saturating_sub(loan));
        }
        // A move declines the takeback.
        if matches!(event, Event::Move { .. }) || self.game.outcome().is_some() {
            self.takeback = None;
        }
        Ok(())
    }

    /// Returns the event that compensates an outage, if a clock ran. Days per move are not compensated.
    #[must_use]
    pub fn outage(&self, away: Duration) -> Option<EventKind> {
        let clock = matches!(self.terms.time, TimeControl::Clock { .. });
        let ran = clock && self.clocks.running().is_some() && self.game.outcome().is_none();
        ran.then_some(EventKind::Outage { milliseconds: away.as_millis() as u64 })
    }

    /// Returns the conditional move of the side to move, if it has one.
    #[must_use]
    pub fn planned(&self) -> Option<EventKind> {
        let turn = self.game.position().turn();
        // A draw offer is answered first.
        let offered = self.game.offer().is_some_and(|offer| offer.by != turn);
        let waits = offered || self.paused || self.game.outcome().is_some();
        let event = self.plans.answer(turn).filter(|_| !waits)?;
        self.game.clone().apply(event.clone()).ok().map(|()| event.into())
    }
}

/// Returns whether an event is a move of this side.
fn is_move_of(event: &Event, side: Color) -> bool {
    matches!(event, Event::Move { by, .. } if *by == side)
}

/// Returns the game as it was before the last move of this side; `None` if it has not moved.
fn before_last_move(game: &Game, side: Color) -> Option<Game> {
    let events = game.events();
    let last = events.iter().rposition(|event| is_move_of(event, side))?;
    let mut earlier = game.from_the_start();
    earlier.apply_all(events.iter().take(last).cloned()).ok()?;
    Some(earlier)
}
