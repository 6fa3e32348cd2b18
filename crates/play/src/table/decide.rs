//! What happens if a player asks for something, or why nothing does.

use std::time::Duration;

use draughts::game::{Refusal, Verdict};
use draughts::{Color, Event, WhyNot};

use super::hops::Hopped;
use super::{Entry, Refused, Request, Seat, Table, Terms, TimeControl, before_last_move, plans};
use crate::deed::Judgement;
use crate::id::{AccountId, GameId};
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
    pub entries: Vec<Entry>,
    /// The table afterwards.
    pub next: Table,
    /// The terms of another game that begins.
    pub begins: Option<Terms>,
    now: Timestamp,
}

impl Decision {
    /// Adds an entry.
    fn add(&mut self, entry: Entry) -> Result<(), Refused> {
        self.next.apply(&entry, self.now)?;
        self.entries.push(entry);
        Ok(())
    }

    /// The game that begins has this id.
    pub fn next_game(&mut self, game: GameId) -> Result<(), Refused> {
        self.add(Entry::NextGame { game })
    }
}

impl Table {
    /// What happens if a player asks for something now, or why nothing does.
    pub fn decide(&self, side: Color, request: &Request, moment: &Moment) -> Result<Decision, Refused> {
        if let (Some(fallen), false) = (self.clocks.fallen(moment.now), request.is_talk()) {
            return Err(Refused::TimeOver(fallen));
        }
        if self.is_paused() && !request.is_possible_while_paused() {
            return Err(Refused::Paused);
        }
        let mut decision = self.nothing(moment.now);
        for entry in self.entries(side, request, moment)? {
            let over_before = decision.next.game.outcome().is_some();
            let offer = matches!(entry, Entry::Game { event: Event::OfferDraw { .. }, .. });
            // A draw offered with the move that ends the game is not needed any more.
            if !(offer && over_before && !decision.entries.is_empty()) {
                decision.add(entry)?;
            }
        }
        if let (Request::ClaimDraw(_), Some(report)) = (request, self.report_of_claim(side)) {
            decision.add(report)?;
        }
        if let Request::AskRevenge { .. } = request {
            decision.begins = decision.next.agreed_rematch(side)?;
        }
        Ok(decision)
    }

    /// Returns the report about an opponent who did not accept a justified offer, so that it had to be claimed.
    fn report_of_claim(&self, by: Color) -> Option<Entry> {
        let rejected = self.game.rejected_offer(by).filter(|rejected| rejected.offer.evidence.is_some())?;
        let seats = self.terms.seats();
        let person = matches!(seats[!by], Seat::Player(_)) && seats[by] != seats[!by];
        person.then_some(Entry::Report { of: !by, answer: rejected.answer })
    }

    /// Returns what happens if somebody who does not play says something.
    pub fn spectator_says(
        &self,
        account: AccountId,
        name: Option<String>,
        text: &str,
        now: Timestamp,
    ) -> Result<Decision, Refused> {
        check_message(text)?;
        self.with(Entry::SpectatorMessage { account, name, text: text.to_owned() }, now)
    }

    /// What happens if an administrator decides this.
    pub fn judge(&self, judgement: Judgement, reason: &str, now: Timestamp) -> Result<Decision, Refused> {
        let reason = reason.to_owned();
        let mut decision = self.nothing(now);
        match judgement {
            Judgement::WhiteWins => self.adjudicate(&mut decision, Verdict::Win(Color::White), reason)?,
            Judgement::BlackWins => self.adjudicate(&mut decision, Verdict::Win(Color::Black), reason)?,
            Judgement::Draw => self.adjudicate(&mut decision, Verdict::Draw, reason)?,
            Judgement::Abort => {
                // What calls a game off has no reason of its own.
                decision.add(Entry::AnswerCall { reason })?;
                decision.add(Event::Abort { by: None }.into())?;
            }
            Judgement::Refuse if self.judged_since.is_none() => return Err(Refused::NotCalled),
            Judgement::Refuse => {
                decision.add(Entry::AnswerCall { reason })?;
                if self.is_paused() {
                    decision.add(Entry::Resume {})?;
                }
            }
            Judgement::Pause => {
                self.check_going_on()?;
                if self.paused {
                    return Err(Refused::Paused);
                }
                decision.add(Entry::Pause {})?;
            }
            Judgement::Resume if !self.is_paused() => return Err(Refused::NotPaused),
            Judgement::Resume => decision.add(Entry::Resume {})?,
        }
        Ok(decision)
    }

    /// Ends the game by a verdict, which also answers the call.
    fn adjudicate(&self, decision: &mut Decision, verdict: Verdict, reason: String) -> Result<(), Refused> {
        if self.judged_since.is_some() {
            decision.add(Entry::AnswerCall { reason: reason.clone() })?;
        }
        decision.add(Event::Adjudicate { verdict, reason }.into())
    }

    /// What happens with one entry.
    pub fn with(&self, entry: Entry, now: Timestamp) -> Result<Decision, Refused> {
        let mut decision = self.nothing(now);
        decision.add(entry)?;
        Ok(decision)
    }

    fn nothing(&self, now: Timestamp) -> Decision {
        Decision { entries: Vec::new(), next: self.clone(), begins: None, now }
    }

    fn entries(&self, by: Color, request: &Request, moment: &Moment) -> Result<Vec<Entry>, Refused> {
        let event = match request.clone() {
            Request::Move { text, offer } => {
                self.check_turn(by)?;
                let m = self.game.read_move(&text).map_err(Refused::Move)?;
                return Ok(self.moves(Event::of(&m, by), offer, moment));
            }
            Request::MoveSquares { from, to, captured, offer } => {
                self.check_turn(by)?;
                return Ok(self.moves(Event::Move { by, from, to, captured }, offer, moment));
            }
            Request::Hop { from, to } => {
                self.check_turn(by)?;
                return Ok(match self.hops.next(&self.game, from, to)? {
                    Hopped::Complete(m) => self.moves(Event::of(&m, by), None, moment),
                    Hopped::Incomplete => vec![Entry::Hop { by, from, to }],
                });
            }
            Request::OfferDraw(offer) => Event::OfferDraw { by, rule: offer.rule, message: offer.message },
            Request::AcceptDraw {} => Event::AcceptDraw { by },
            Request::DeclineDraw { message } => Event::DeclineDraw { by, message },
            Request::WithdrawDraw {} => Event::WithdrawDraw { by },
            Request::ClaimDraw(claim) => Event::ClaimDraw { by, rule: claim.rule, message: claim.message },
            Request::Resign {} => Event::Resign { by },
            Request::DemandRedo {} => Event::DemandRedo { by },
            Request::LetStand {} => Event::LetStand { by },
            Request::Huff { square } => Event::Huff { by, square },
            Request::Abort {} => Event::Abort { by: Some(by) },
            Request::ClaimVictory {} => self.claim_victory(by, moment)?,
            Request::CallAdmin { message } => return self.call_admin(by, message),
            _ => return self.other(by, request).map(|entry| vec![entry]),
        };
        Ok(vec![event.into()])
    }

    /// What is not an event of the game itself.
    fn other(&self, by: Color, request: &Request) -> Result<Entry, Refused> {
        match request.clone() {
            Request::AskTakeback {} => self.ask_takeback(by),
            Request::GrantTakeback {} => self.asked_takeback(by).map(|()| Entry::GrantTakeback { by }),
            Request::RefuseTakeback {} => self.asked_takeback(by).map(|()| Entry::RefuseTakeback { by }),
            Request::Plan { lines } => {
                self.check_going_on()?;
                if lines.is_empty() && self.plans.is_empty(by) {
                    return Err(Refused::NothingPlanned);
                }
                let lines = plans::read(&self.game, by, &lines)?;
                Ok(Entry::Plan { by, lines })
            }
            Request::GiveTime { seconds } => self.give_time(by, seconds),
            Request::TakeVacation { days } => self.take_vacation(by, days),
            Request::AskRevenge { begins } => self.ask_rematch(by, begins),
            Request::DeclineRevenge {} => self.decline_rematch(by),
            Request::Message { text } => {
                check_message(&text)?;
                Ok(Entry::Message { by, private: false, text })
            }
            // All others are events of the game.
            _ => Err(Refused::Rules(Refusal::GameOver)),
        }
    }

    /// A move, and the draw that is offered with it.
    fn moves(&self, event: Event, offer: Option<super::DrawOffer>, moment: &Moment) -> Vec<Entry> {
        let offered = offer.zip(event.by()).map(|(offer, by)| {
            Entry::from(Event::OfferDraw { by, rule: offer.rule, message: offer.message })
        });
        let lag = if self.clocks.running().is_some() { moment.lag.as_millis() as u64 } else { 0 };
        [Entry::Game { event, lag }].into_iter().chain(offered).collect()
    }

    /// Calls an administrator. By correspondence nobody moves until the call is answered; a live game goes on, or a
    /// call would be a way to stop a lost game.
    fn call_admin(&self, by: Color, message: String) -> Result<Vec<Entry>, Refused> {
        if self.call.is_some() {
            return Err(Refused::CalledBefore);
        }
        check_message(&message)?;
        let correspondence = matches!(self.terms.time, TimeControl::Days { .. });
        let pauses = correspondence && self.game.outcome().is_none() && !self.paused;
        Ok([Entry::CallAdmin { by, message }].into_iter().chain(pauses.then_some(Entry::Pause {})).collect())
    }

    fn claim_victory(&self, by: Color, moment: &Moment) -> Result<Event, Refused> {
        self.check_going_on()?;
        if self.game.turns().len() < 2 {
            return Err(Refused::NotBegun);
        }
        if matches!(self.terms.time, TimeControl::Days { .. }) {
            // Who has days need not sit at the board.
            return Err(Refused::NotLeft(None));
        }
        if self.game.position().turn() == by {
            return Err(Refused::NotWaiting);
        }
        let away = moment.away.ok_or(Refused::NotLeft(None))?;
        match moment.patience.checked_sub(away).filter(|missing| !missing.is_zero()) {
            Some(missing) => Err(Refused::NotLeft(Some(missing))),
            None => Ok(Event::Abandon { by: !by }),
        }
    }

    fn ask_takeback(&self, by: Color) -> Result<Entry, Refused> {
        self.check_going_on()?;
        if self.takeback == Some(by) {
            return Err(Refused::TakebackAsked);
        }
        before_last_move(&self.game, by).map(|_| Entry::AskTakeback { by }).ok_or(Refused::NothingToTakeBack)
    }

    /// Has the opponent of this side asked?
    fn asked_takeback(&self, by: Color) -> Result<(), Refused> {
        self.takeback.filter(|asked| *asked == !by).map(|_| ()).ok_or(Refused::NoTakeback)
    }

    fn give_time(&self, by: Color, seconds: u32) -> Result<Entry, Refused> {
        self.check_going_on()?;
        match self.terms.time {
            TimeControl::None {} => Err(Refused::NoClock),
            _ if !(1..=MOST_TIME_GIVEN).contains(&seconds) => Err(Refused::TooMuchTime(MOST_TIME_GIVEN)),
            _ => Ok(Entry::GiveTime { by, milliseconds: u64::from(seconds) * 1000 }),
        }
    }

    fn take_vacation(&self, by: Color, days: u16) -> Result<Entry, Refused> {
        self.check_going_on()?;
        let TimeControl::Days { vacation, .. } = self.terms.time else { return Err(Refused::NoVacation(0)) };
        let left = vacation.saturating_sub(self.vacation[by]);
        if (1..=left).contains(&days) {
            Ok(Entry::TakeVacation { by, days })
        } else {
            Err(Refused::NoVacation(left))
        }
    }

    /// Before it is looked at what a move is, it must be somebody's turn.
    fn check_turn(&self, by: Color) -> Result<(), Refused> {
        self.check_going_on()?;
        match self.game.position().turn() {
            turn if turn == by => Ok(()),
            turn => Err(Refused::Rules(Refusal::NotLegal(WhyNot::NotYourTurn { turn }))),
        }
    }

    fn check_going_on(&self) -> Result<(), Refused> {
        match self.game.outcome() {
            None => Ok(()),
            Some(_) => Err(Refused::Rules(Refusal::GameOver)),
        }
    }
}

fn check_message(text: &str) -> Result<(), Refused> {
    if text.trim().is_empty() || text.chars().count() > LONGEST_MESSAGE {
        return Err(Refused::BadMessage(LONGEST_MESSAGE));
    }
    Ok(())
}
