//! What happens if a player asks for something, or why nothing does.

use std::time::Duration;

use draughts::game::{Refusal, Verdict};
use draughts::{Color, Event, WhyNot};

use super::partial_capture::JumpOutcome;
use super::{
    Command, CommandError, EventKind, GameState, Seat, Terms, TimeControl, before_last_move,
    conditional_moves,
};
use crate::id::{AccountId, GameId};
use crate::moderator_action::Judgement;
use crate::time::Timestamp;

/// A message has no more characters.
const LONGEST_MESSAGE: usize = 500;
/// So many seconds can be given to the opponent at a time.
const MOST_TIME_GIVEN: u32 = 600;

/// When a request was received, and what else the server knew then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// When it was received.
    pub now: Timestamp,
    /// How long it was under way, as far as the clock is to make up for it.
    pub lag: Duration,
    /// For how long the opponent has been away; none: it is here.
    pub away: Option<Duration>,
    /// For how long an opponent must have been away before the game can be claimed.
    pub patience: Duration,
}

impl Moment {
    /// A request that was not under way for long, with everybody here.
    #[must_use]
    pub fn at(now: Timestamp) -> Self {
        Self { now, lag: Duration::ZERO, away: None, patience: Duration::MAX }
    }
}

/// What happens.
#[derive(Clone, Debug)]
pub struct Decision {
    /// What is added to the log.
    pub entries: Vec<EventKind>,
    /// The table afterwards.
    pub next: GameState,
    /// The terms of another game that begins.
    pub begins: Option<Terms>,
    now: Timestamp,
}

impl Decision {
    /// Adds an entry.
    fn add(&mut self, entry: EventKind) -> Result<(), CommandError> {
        self.next.apply(&entry, self.now)?;
        self.entries.push(entry);
        Ok(())
    }

    /// The game that begins has this id.
    pub fn next_game(&mut self, game: GameId) -> Result<(), CommandError> {
        self.add(EventKind::NextGame { game })
    }
}

impl GameState {
    /// What happens if a player asks for something now, or why nothing does.
    pub fn decide(&self, side: Color, request: &Command, moment: &Moment) -> Result<Decision, CommandError> {
        if let (Some(fallen), false) = (self.clocks.fallen(moment.now), request.is_talk()) {
            return Err(CommandError::TimeOver(fallen));
        }
        if self.is_paused() && !request.is_possible_while_paused() {
            return Err(CommandError::Paused);
        }
        let mut decision = self.nothing(moment.now);
        for entry in self.entries(side, request, moment)? {
            let over_before = decision.next.game.outcome().is_some();
            let offer = matches!(entry, EventKind::Game { event: Event::OfferDraw { .. }, .. });
            // A draw offered with the move that ends the game is not needed any more.
            if !(offer && over_before && !decision.entries.is_empty()) {
                decision.add(entry)?;
            }
        }
        if let (Command::ClaimDraw(_), Some(report)) = (request, self.report_of_claim(side)) {
            decision.add(report)?;
        }
        if let Command::AskRevenge { .. } = request {
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

    /// Returns what happens if somebody who does not play says something.
    pub fn spectator_says(
        &self,
        account: AccountId,
        name: Option<String>,
        text: &str,
        now: Timestamp,
    ) -> Result<Decision, CommandError> {
        check_message(text)?;
        self.with(EventKind::SpectatorMessage { account, name, text: text.to_owned() }, now)
    }

    /// What happens if an administrator decides this.
    pub fn judge(
        &self,
        judgement: Judgement,
        reason: &str,
        now: Timestamp,
    ) -> Result<Decision, CommandError> {
        let reason = reason.to_owned();
        let mut decision = self.nothing(now);
        match judgement {
            Judgement::WhiteWins => self.adjudicate(&mut decision, Verdict::Win(Color::White), reason)?,
            Judgement::BlackWins => self.adjudicate(&mut decision, Verdict::Win(Color::Black), reason)?,
            Judgement::Draw => self.adjudicate(&mut decision, Verdict::Draw, reason)?,
            Judgement::Abort => {
                // What calls a game off has no reason of its own.
                decision.add(EventKind::AnswerCall { reason })?;
                decision.add(Event::Abort { by: None }.into())?;
            }
            Judgement::Refuse if self.judged_since.is_none() => return Err(CommandError::NotCalled),
            Judgement::Refuse => {
                decision.add(EventKind::AnswerCall { reason })?;
                if self.is_paused() {
                    decision.add(EventKind::Resume {})?;
                }
            }
            Judgement::Pause => {
                self.check_going_on()?;
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
    fn adjudicate(
        &self,
        decision: &mut Decision,
        verdict: Verdict,
        reason: String,
    ) -> Result<(), CommandError> {
        if self.judged_since.is_some() {
            decision.add(EventKind::AnswerCall { reason: reason.clone() })?;
        }
        decision.add(Event::Adjudicate { verdict, reason }.into())
    }

    /// What happens with one entry.
    pub fn with(&self, entry: EventKind, now: Timestamp) -> Result<Decision, CommandError> {
        let mut decision = self.nothing(now);
        decision.add(entry)?;
        Ok(decision)
    }

    fn nothing(&self, now: Timestamp) -> Decision {
        Decision { entries: Vec::new(), next: self.clone(), begins: None, now }
    }

    fn entries(&self, by: Color, request: &Command, moment: &Moment) -> Result<Vec<EventKind>, CommandError> {
        let event = match request.clone() {
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
                return Ok(match self.hops.next(&self.game, from, to)? {
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
            _ => return self.other(by, request).map(|entry| vec![entry]),
        };
        Ok(vec![event.into()])
    }

    /// What is not an event of the game itself.
    fn other(&self, by: Color, request: &Command) -> Result<EventKind, CommandError> {
        match request.clone() {
            Command::AskTakeback {} => self.ask_takeback(by),
            Command::GrantTakeback {} => self.asked_takeback(by).map(|()| EventKind::GrantTakeback { by }),
            Command::RefuseTakeback {} => self.asked_takeback(by).map(|()| EventKind::RefuseTakeback { by }),
            Command::Plan { lines } => {
                self.check_going_on()?;
                if lines.is_empty() && self.plans.is_empty(by) {
                    return Err(CommandError::NothingPlanned);
                }
                let lines = conditional_moves::read(&self.game, by, &lines)?;
                Ok(EventKind::Plan { by, lines })
            }
            Command::GiveTime { seconds } => self.give_time(by, seconds),
            Command::TakeVacation { days } => self.take_vacation(by, days),
            Command::AskRevenge { begins } => self.ask_rematch(by, begins),
            Command::DeclineRevenge {} => self.decline_rematch(by),
            Command::Message { text } => {
                check_message(&text)?;
                Ok(EventKind::Message { by, private: false, text })
            }
            // All others are events of the game.
            _ => Err(CommandError::Rules(Refusal::GameOver)),
        }
    }

    /// A move, and the draw that is offered with it.
    fn moves(&self, event: Event, offer: Option<super::DrawOffer>, moment: &Moment) -> Vec<EventKind> {
        let offered = offer.zip(event.by()).map(|(offer, by)| {
            EventKind::from(Event::OfferDraw { by, rule: offer.rule, message: offer.message })
        });
        let lag = if self.clocks.running().is_some() { moment.lag.as_millis() as u64 } else { 0 };
        [EventKind::Game { event, lag }].into_iter().chain(offered).collect()
    }

    /// Calls an administrator. By correspondence nobody moves until the call is answered; a live game goes on, or a
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
        self.check_going_on()?;
        if self.game.turns().len() < 2 {
            return Err(CommandError::NotBegun);
        }
        if matches!(self.terms.time, TimeControl::Days { .. }) {
            // Who has days need not sit at the board.
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
        self.check_going_on()?;
        if self.takeback == Some(by) {
            return Err(CommandError::TakebackAsked);
        }
        before_last_move(&self.game, by)
            .map(|_| EventKind::AskTakeback { by })
            .ok_or(CommandError::NothingToTakeBack)
    }

    /// Has the opponent of this side asked?
    fn asked_takeback(&self, by: Color) -> Result<(), CommandError> {
        self.takeback.filter(|asked| *asked == !by).map(|_| ()).ok_or(CommandError::NoTakeback)
    }

    fn give_time(&self, by: Color, seconds: u32) -> Result<EventKind, CommandError> {
        self.check_going_on()?;
        match self.terms.time {
            TimeControl::None {} => Err(CommandError::NoClock),
            _ if !(1..=MOST_TIME_GIVEN).contains(&seconds) => Err(CommandError::TooMuchTime(MOST_TIME_GIVEN)),
            _ => Ok(EventKind::GiveTime { by, milliseconds: u64::from(seconds) * 1000 }),
        }
    }

    fn take_vacation(&self, by: Color, days: u16) -> Result<EventKind, CommandError> {
        self.check_going_on()?;
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

    /// Before it is looked at what a move is, it must be somebody's turn.
    fn check_turn(&self, by: Color) -> Result<(), CommandError> {
        self.check_going_on()?;
        match self.game.position().turn() {
            turn if turn == by => Ok(()),
            turn => Err(CommandError::Rules(Refusal::NotLegal(WhyNot::NotYourTurn { turn }))),
        }
    }

    fn check_going_on(&self) -> Result<(), CommandError> {
        match self.game.outcome() {
            None => Ok(()),
            Some(_) => Err(CommandError::Rules(Refusal::GameOver)),
        }
    }
}

fn check_message(text: &str) -> Result<(), CommandError> {
    if text.trim().is_empty() || text.chars().count() > LONGEST_MESSAGE {
        return Err(CommandError::BadMessage(LONGEST_MESSAGE));
    }
    Ok(())
}
