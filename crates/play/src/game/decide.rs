//! Decides commands: the events that follow from a command, or the reason why it is rejected.

use std::time::Duration;

use draughts::game::{Refusal, Verdict};
use draughts::{Color, Event, WhyNot};

use super::partial_capture::JumpOutcome;
use super::{
    Command, CommandError, EventKind, GameState, Seat, Terms, TimeControl, conditional_moves, is_move_of,
};
use crate::id::{AccountId, GameId};
use crate::moderator_action::Judgement;
use crate::time::Timestamp;

/// The maximum length of a message in characters.
const MAX_MESSAGE_LENGTH: usize = 500;
/// The maximum time that can be given to the opponent at once, in seconds.
const MAX_TIME_GIVEN: u32 = 600;

/// The time at which a command was received, and what else the server knew then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The time of receipt.
    pub now: Timestamp,
    /// The network lag of the player: the time that the command took to arrive.
    pub lag: Duration,
    /// The time since the opponent left; `None` if the opponent is present.
    pub away: Option<Duration>,
    /// The time an opponent must have been away before victory can be claimed.
    pub patience: Duration,
}

impl Moment {
    /// Creates a moment without lag, with both players present.
    #[must_use]
    pub fn at(now: Timestamp) -> Self {
        Self { now, lag: Duration::ZERO, away: None, patience: Duration::MAX }
    }
}

/// The outcome of a command: the events to append and the state after them.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The events.
    pub events: Vec<EventKind>,
    /// The state after the events.
    pub next: GameState,
    /// The terms of another game that starts.
    pub begins: Option<Terms>,
    now: Timestamp,
}

impl Decision {
    /// Adds an event.
    fn add(&mut self, kind: EventKind) -> Result<(), CommandError> {
        self.next.apply(&kind, self.now)?;
        self.events.push(kind);
        Ok(())
    }

    /// Records the id of the game that starts.
    pub fn next_game(&mut self, game: GameId) -> Result<(), CommandError> {
        self.add(EventKind::NextGame { game })
    }
}

impl GameState {
    /// Decides the command of a player: returns the events that follow, or the reason why it is rejected.
    pub fn decide(&self, side: Color, command: &Command, moment: &Moment) -> Result<Decision, CommandError> {
        if let (Some(fallen), false) = (self.fallen_before(side, command, moment), command.is_chat()) {
            return Err(CommandError::TimeOver(fallen));
        }
        if self.is_paused() && !command.is_possible_while_paused() {
            return Err(CommandError::Paused);
        }
        let mut decision = self.nothing(moment.now);
        for kind in self.events(side, command, moment)? {
            let over_before = decision.next.game.outcome().is_some();
            let offer = matches!(kind, EventKind::Game { event: Event::OfferDraw { .. }, .. });
            // A draw offer with the move that ends the game has no effect.
            if !(offer && over_before && !decision.events.is_empty()) {
                decision.add(kind)?;
            }
        }
        if let (Command::ClaimDraw(_), Some(report)) = (command, self.report_of_claim(side)) {
            decision.add(report)?;
        }
        if let Command::AskRematch { .. } = command {
            decision.begins = decision.next.agreed_rematch(side)?;
        }
        Ok(decision)
    }

    /// Returns the report about an opponent who did not accept a justified offer, so that it had to be claimed.
    fn report_of_claim(&self, by: Color) -> Option<EventKind> {
        let rejected = self.game.rejected_offer(by).filter(|rejected| rejected.offer.evidence.is_some())?;
        let seats = self.terms.seats();
        let person = matches!(seats[!by], Seat::Player(_)) && seats[by] != seats[!by];
        person.then_some(EventKind::Report { of: !by, answer: rejected.answer })
    }

    /// Decides the message of a spectator.
    pub fn decide_spectator_message(
        &self,
        account: AccountId,
        name: Option<String>,
        text: &str,
        now: Timestamp,
    ) -> Result<Decision, CommandError> {
        check_message(text)?;
        self.with(EventKind::SpectatorMessage { account, name, text: text.to_owned() }, now)
    }

    /// Returns the events of an administrator's judgement, or why it is rejected.
    pub fn adjudicate(
        &self,
        judgement: Judgement,
        reason: &str,
        now: Timestamp,
    ) -> Result<Decision, CommandError> {
        let reason = reason.to_owned();
        let mut decision = self.nothing(now);
        match judgement {
            Judgement::WhiteWins => self.end_by_verdict(&mut decision, Verdict::Win(Color::White), reason)?,
            Judgement::BlackWins => self.end_by_verdict(&mut decision, Verdict::Win(Color::Black), reason)?,
            Judgement::Draw => self.end_by_verdict(&mut decision, Verdict::Draw, reason)?,
            Judgement::Abort => {
                // An aborted game has no reason of its own.
                decision.add(EventKind::AnswerCall { reason })?;
                decision.add(Event::Abort { by: None }.into())?;
            }
            Judgement::Refuse if self.awaits_admin_since.is_none() => return Err(CommandError::NotCalled),
            Judgement::Refuse => {
                decision.add(EventKind::AnswerCall { reason })?;
                if self.is_paused() {
                    decision.add(EventKind::Resume {})?;
                }
            }
            Judgement::Pause => {
                self.check_running()?;
                if self.paused {
                    return Err(CommandError::Paused);
                }
                decision.add(EventKind::Pause {})?;
            }
            Judgement::Resume if !self.is_paused() => return Err(CommandError::NotPaused),
            Judgement::Resume => decision.add(EventKind::Resume {})?,
        }
        Ok(decision)
    }

    /// Ends the game by a verdict, which also answers the call.
    fn end_by_verdict(
        &self,
        decision: &mut Decision,
        verdict: Verdict,
        reason: String,
    ) -> Result<(), CommandError> {
        if self.awaits_admin_since.is_some() {
            decision.add(EventKind::AnswerCall { reason: reason.clone() })?;
        }
        decision.add(Event::Adjudicate { verdict, reason }.into())
    }

    /// Returns the decision with a single event.
    pub fn with(&self, kind: EventKind, now: Timestamp) -> Result<Decision, CommandError> {
        let mut decision = self.nothing(now);
        decision.add(kind)?;
        Ok(decision)
    }

    fn nothing(&self, now: Timestamp) -> Decision {
        Decision { events: Vec::new(), next: self.clone(), begins: None, now }
    }

    fn events(&self, by: Color, command: &Command, moment: &Moment) -> Result<Vec<EventKind>, CommandError> {
        let event = match command.clone() {
            Command::Move { text, offer } => {
                self.check_turn(by)?;
                let m = self.game.read_move(&text).map_err(CommandError::Move)?;
                return Ok(self.moves(Event::of(&m, by), offer, moment));
            }
            Command::MoveSquares { from, to, captured, offer } => {
                self.check_turn(by)?;
                return Ok(self.moves(Event::Move { by, from, to, captured }, offer, moment));
            }
            Command::Hop { from, to } => {
                self.check_turn(by)?;
                return Ok(match self.partial_capture.check_jump(&self.game, from, to)? {
                    JumpOutcome::Complete(m) => self.moves(Event::of(&m, by), None, moment),
                    JumpOutcome::Incomplete => vec![EventKind::Hop { by, from, to }],
                });
            }
            Command::OfferDraw(offer) => Event::OfferDraw { by, rule: offer.rule, message: offer.message },
            Command::AcceptDraw {} => Event::AcceptDraw { by },
            Command::DeclineDraw { message } => Event::DeclineDraw { by, message },
            Command::WithdrawDraw {} => Event::WithdrawDraw { by },
            Command::ClaimDraw(claim) => Event::ClaimDraw { by, rule: claim.rule, message: claim.message },
            Command::Resign {} => Event::Resign { by },
            Command::DemandRedo {} => Event::DemandRedo { by },
            Command::LetStand {} => Event::LetStand { by },
            Command::Huff { square } => Event::Huff { by, square },
            Command::Abort {} => Event::Abort { by: Some(by) },
            Command::ClaimVictory {} => self.claim_victory(by, moment)?,
            Command::CallAdmin { message } => return self.call_admin(by, message),
            _ => return self.other(by, command).map(|kind| vec![kind]),
        };
        Ok(vec![event.into()])
    }

    /// Returns the events that are not part of the game of draughts itself.
    fn other(&self, by: Color, command: &Command) -> Result<EventKind, CommandError> {
        match command.clone() {
            Command::AskTakeback {} => self.ask_takeback(by),
            Command::GrantTakeback {} => self.asked_takeback(by).map(|()| EventKind::GrantTakeback { by }),
            Command::RefuseTakeback {} => self.asked_takeback(by).map(|()| EventKind::RefuseTakeback { by }),
            Command::Plan { lines } => {
                self.check_running()?;
                if lines.is_empty() && self.plans.is_empty(by) {
                    return Err(CommandError::NothingPlanned);
                }
                let lines = conditional_moves::read(&self.game, by, &lines)?;
                Ok(EventKind::Plan { by, lines })
            }
            Command::GiveTime { seconds } => self.give_time(by, seconds),
            Command::TakeVacation { days } => self.take_vacation(by, days),
            Command::AskRematch { begins } => self.ask_rematch(by, begins),
            Command::DeclineRematch {} => self.decline_rematch(by),
            Command::Message { text } => {
                check_message(&text)?;
                Ok(EventKind::Message { by, private: false, text })
            }
            // All other commands are events of the game.
            _ => Err(CommandError::Rules(Refusal::GameOver)),
        }
    }

    /// Returns the events of a move and of the draw offer that accompanies it.
    fn moves(&self, event: Event, offer: Option<super::DrawOffer>, moment: &Moment) -> Vec<EventKind> {
        let offered = offer.zip(event.by()).map(|(offer, by)| {
            EventKind::from(Event::OfferDraw { by, rule: offer.rule, message: offer.message })
        });
        let lag = event.by().map_or(0, |by| self.lag_credit(by, moment).as_millis() as u64);
        [EventKind::Game { event, lag }].into_iter().chain(offered).collect()
    }

    /// Calls an administrator. A correspondence game is paused until the call is answered; a live game continues, or a
    /// call would be a way to stop a lost game.
    fn call_admin(&self, by: Color, message: String) -> Result<Vec<EventKind>, CommandError> {
        if self.call.is_some() {
            return Err(CommandError::CalledBefore);
        }
        check_message(&message)?;
        let correspondence = matches!(self.terms.time, TimeControl::Days { .. });
        let pauses = correspondence && self.game.outcome().is_none() && !self.paused;
        Ok([EventKind::CallAdmin { by, message }]
            .into_iter()
            .chain(pauses.then_some(EventKind::Pause {}))
            .collect())
    }

    fn claim_victory(&self, by: Color, moment: &Moment) -> Result<Event, CommandError> {
        self.check_running()?;
        if self.game.turns().len() < 2 {
            return Err(CommandError::NotBegun);
        }
        if matches!(self.terms.time, TimeControl::Days { .. }) {
            // Players with days per move need not be present.
            return Err(CommandError::NotLeft(None));
        }
        if self.game.position().turn() == by {
            return Err(CommandError::NotWaiting);
        }
        let away = moment.away.ok_or(CommandError::NotLeft(None))?;
        match moment.patience.checked_sub(away).filter(|missing| !missing.is_zero()) {
            Some(missing) => Err(CommandError::NotLeft(Some(missing))),
            None => Ok(Event::Abandon { by: !by }),
        }
    }

    fn ask_takeback(&self, by: Color) -> Result<EventKind, CommandError> {
        self.check_running()?;
        if self.takeback == Some(by) {
            return Err(CommandError::TakebackAsked);
        }
        let moved = self.game.events().iter().rev().any(|event| is_move_of(event, by));
        moved.then_some(EventKind::AskTakeback { by }).ok_or(CommandError::NothingToTakeBack)
    }

    /// Returns whether the opponent of this side has asked for a takeback.
    fn asked_takeback(&self, by: Color) -> Result<(), CommandError> {
        self.takeback.filter(|asked| *asked == !by).map(|_| ()).ok_or(CommandError::NoTakeback)
    }

    fn give_time(&self, by: Color, seconds: u32) -> Result<EventKind, CommandError> {
        self.check_running()?;
        match self.terms.time {
            TimeControl::None {} => Err(CommandError::NoClock),
            _ if !(1..=MAX_TIME_GIVEN).contains(&seconds) => Err(CommandError::TooMuchTime(MAX_TIME_GIVEN)),
            _ => Ok(EventKind::GiveTime { by, milliseconds: u64::from(seconds) * 1000 }),
        }
    }

    fn take_vacation(&self, by: Color, days: u16) -> Result<EventKind, CommandError> {
        self.check_running()?;
        let TimeControl::Days { vacation, .. } = self.terms.time else {
            return Err(CommandError::NoVacation(0));
        };
        let left = vacation.saturating_sub(self.vacation[by]);
        if (1..=left).contains(&days) {
            Ok(EventKind::TakeVacation { by, days })
        } else {
            Err(CommandError::NoVacation(left))
        }
    }

    /// Checks that it is the turn of one of the sides, before the move itself is checked.
    fn check_turn(&self, by: Color) -> Result<(), CommandError> {
        self.check_running()?;
        match self.game.position().turn() {
            turn if turn == by => Ok(()),
            turn => Err(CommandError::Rules(Refusal::NotLegal(WhyNot::NotYourTurn { turn }))),
        }
    }

    fn check_running(&self) -> Result<(), CommandError> {
        match self.game.outcome() {
            None => Ok(()),
            Some(_) => Err(CommandError::Rules(Refusal::GameOver)),
        }
    }
}

fn check_message(text: &str) -> Result<(), CommandError> {
    if text.trim().is_empty() || text.chars().count() > MAX_MESSAGE_LENGTH {
        return Err(CommandError::BadMessage(MAX_MESSAGE_LENGTH));
    }
    Ok(())
}
