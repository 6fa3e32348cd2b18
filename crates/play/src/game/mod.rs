//! A table: a game, its clocks, and what its players ask for. Pure: it knows no store and no network, and time only as it
//! is told.

mod clocks;
mod columns;
mod command;
mod command_error;
mod conditional_moves;
mod decide;
mod event_kind;
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
pub use rematch::{Rematch, Wish};
pub use terms::{Seat, Terms, TimeControl, TimeControlError};

use crate::id::{AccountId, GameId};
use crate::time::Timestamp;
use conditional_moves::ConditionalMoves;
use partial_capture::PartialCapture;

/// The state that the log of a game folds into.
#[derive(Clone, PartialEq, Debug)]
pub struct GameState {
    terms: Terms,
    game: Game,
    clocks: Clocks,
    /// How much of the time of each side was spent under way, as far as it was made up for.
    lag: ByColor<Duration>,
    /// Days off that each side has taken.
    vacation: ByColor<u16>,
    /// The jumps of a capture that is not complete.
    hops: PartialCapture,
    /// Who has asked to take back a move.
    takeback: Option<Color>,
    /// Moves that were made in advance, for some cases.
    plans: ConditionalMoves,
    /// A call for an administrator that is not answered.
    call: Option<Call>,
    /// A justified draw offer that was not accepted, until an administrator has dealt with it.
    report: Option<Report>,
    /// The administrator's last answer to a call or a report.
    answered: Option<Answered>,
    /// Since when an administrator is waited for.
    judged_since: Option<Timestamp>,
    /// Is the game paused?
    paused: bool,
    /// What the players wish for the next game.
    rematch: Rematch,
    /// The next game.
    next: Option<GameId>,
    /// The number of the last entry.
    seq: u64,
}

/// A call for an administrator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Who calls.
    pub by: Color,
    /// Why.
    pub message: String,
}

/// A justified draw offer that was not accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// Who did not accept it.
    pub of: Color,
    /// What the player did instead.
    pub answer: Answer,
}

/// An administrator's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answered {
    /// When it was given.
    pub at: Timestamp,
    /// The reason, for both players.
    pub reason: String,
}

impl GameState {
    /// Returns the table before the first move, or why the game cannot begin.
    pub fn new(rules: &Rules, terms: Terms) -> Result<Self, FenError> {
        let game = terms.game(rules)?;
        Ok(Self {
            game,
            clocks: Clocks::new(terms.time),
            lag: ByColor::default(),
            vacation: ByColor::default(),
            hops: PartialCapture::default(),
            takeback: None,
            plans: ConditionalMoves::default(),
            call: None,
            report: None,
            answered: None,
            judged_since: None,
            paused: false,
            rematch: Rematch::default(),
            next: None,
            seq: 0,
            terms,
        })
    }

    /// What was agreed on.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The clocks.
    #[must_use]
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// How much of the time of each side was spent under way, as far as it was made up for.
    #[must_use]
    pub fn lag(&self) -> ByColor<Duration> {
        self.lag
    }

    /// Days off that each side has taken.
    #[must_use]
    pub fn vacation(&self) -> ByColor<u16> {
        self.vacation
    }

    /// The number of the last entry; 0: there is none yet.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Who has asked to take back a move.
    #[must_use]
    pub fn takeback(&self) -> Option<Color> {
        self.takeback
    }

    /// A call for an administrator that is not answered.
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

    /// Returns since when an administrator is waited for: by a call, or by a report.
    #[must_use]
    pub fn judged_since(&self) -> Option<Timestamp> {
        self.judged_since
    }

    /// The next game between the two.
    #[must_use]
    pub fn next(&self) -> Option<GameId> {
        self.next
    }

    /// The sides of a player, that of the one to move first; none for who does not play.
    #[must_use]
    pub fn sides_of(&self, account: AccountId) -> Vec<Color> {
        let seats = self.terms.seats();
        let turn = self.game.position().turn();
        [turn, !turn].into_iter().filter(|&side| seats[side] == Seat::Player(account)).collect()
    }

    /// Is the computer to move, or to answer?
    #[must_use]
    pub fn asks_computer(&self) -> Option<Color> {
        let seats = self.terms.seats();
        let computer = Color::ALL.into_iter().find(|&side| matches!(seats[side], Seat::Computer(_)))?;
        if self.game.outcome().is_some() || self.paused {
            return None;
        }
        let offered = self.game.offer().is_some_and(|offer| offer.by != computer);
        let turn = self.game.position().turn() == computer;
        (turn || offered || self.takeback == Some(!computer)).then_some(computer)
    }

    /// Adds the next entry of the log. What was appended was decided on this very state, so nothing can be wrong with it;
    /// if something is, the log is damaged, and the reason is given.
    pub fn apply(&mut self, entry: &EventKind, at: Timestamp) -> Result<(), CommandError> {
        match entry {
            EventKind::Game { event, lag } => self.apply_event(event, at, Duration::from_millis(*lag))?,
            EventKind::Hop { from, to, .. } => self.hops.add(*from, *to),
            EventKind::AskTakeback { by } => self.takeback = Some(*by),
            EventKind::RefuseTakeback { .. } => self.takeback = None,
            EventKind::GrantTakeback { .. } => {
                let asked = self.takeback.take().ok_or(CommandError::NoTakeback)?;
                self.game = before_last_move(&self.game, asked).ok_or(CommandError::NothingToTakeBack)?;
                self.clocks.turn_back(&self.game, at);
                self.plans.clear();
                self.hops.clear();
            }
            EventKind::Plan { by, lines } => self.plans.set(*by, lines.clone()),
            EventKind::GiveTime { by, milliseconds } => {
                self.clocks.give(!*by, Duration::from_millis(*milliseconds));
            }
            EventKind::Outage { milliseconds } => {
                if let Some(side) = self.clocks.running() {
                    self.clocks.give(side, Duration::from_millis(*milliseconds));
                }
            }
            EventKind::TakeVacation { by, days } => {
                self.vacation[*by] += days;
                self.clocks.give(*by, terms::days_off(*days));
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
            EventKind::AskRevenge { by, begins } => self.rematch.ask(*by, *begins),
            EventKind::DeclineRevenge { .. } => self.rematch = Rematch::default(),
            EventKind::NextGame { game } => self.next = Some(*game),
        }
        self.seq += 1;
        let judged = self.call.is_some() || self.report.is_some();
        self.judged_since = judged.then(|| self.judged_since.unwrap_or(at));
        Ok(())
    }

    fn apply_event(&mut self, event: &Event, at: Timestamp, lag: Duration) -> Result<(), CommandError> {
        self.game.apply(event.clone())?;
        // No more is made up for than the clock has run.
        let lag = lag.min(self.clocks.ran(at));
        self.clocks.after(event, &self.game, at, lag);
        self.plans.after(event);
        self.hops.clear();
        if let Event::Move { by, .. } = event {
            self.lag[*by] += lag;
        }
        // A move is an answer, too.
        if matches!(event, Event::Move { .. }) || self.game.outcome().is_some() {
            self.takeback = None;
        }
        Ok(())
    }

    /// That a flag has fallen, if one has.
    #[must_use]
    pub fn flag_fall(&self, now: Timestamp) -> Option<EventKind> {
        let of = self.clocks.fallen(now).filter(|_| self.game.outcome().is_none())?;
        Some(Event::FlagFall { of }.into())
    }

    /// That the site was away while a clock ran, if one did. Days are long enough not to be counted in minutes.
    #[must_use]
    pub fn outage(&self, away: Duration) -> Option<EventKind> {
        let clock = matches!(self.terms.time, TimeControl::Clock { .. });
        let ran = clock && self.clocks.running().is_some() && self.game.outcome().is_none();
        ran.then_some(EventKind::Outage { milliseconds: away.as_millis() as u64 })
    }

    /// What the side to move has planned for this case.
    #[must_use]
    pub fn planned(&self) -> Option<EventKind> {
        let turn = self.game.position().turn();
        // Whoever is offered a draw decides about it first.
        let offered = self.game.offer().is_some_and(|offer| offer.by != turn);
        let waits = offered || self.paused || self.game.outcome().is_some();
        let event = self.plans.answer(turn).filter(|_| !waits)?;
        self.game.clone().apply(event.clone()).ok().map(|()| event.into())
    }
}

/// The game as it was before the last move of this side; nothing if it has not moved.
fn before_last_move(game: &Game, side: Color) -> Option<Game> {
    let events = game.events();
    let last = events.iter().rposition(|event| matches!(event, Event::Move { by, .. } if *by == side))?;
    let mut earlier = game.from_the_start();
    earlier.apply_all(events[..last].iter().cloned()).ok()?;
    Some(earlier)
}
