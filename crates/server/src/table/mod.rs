//! A table: a game, its clocks, and what its players ask for. Pure: it knows no store and no network, and time only as it
//! is told.

mod clocks;
mod entry;
mod plans;
mod request;
mod terms;

use std::time::Duration;

use draughts::game::NextGameError;
use draughts::{Color, Event, Game, Rules};

pub use clocks::Clocks;
pub use entry::Entry;
pub use plans::Step;
pub use request::{Refused, Request};
pub use terms::{Seat, Terms, TimeControl};

use crate::time::Timestamp;
use plans::Plans;

/// A message has no more characters.
const LONGEST_MESSAGE: usize = 500;
/// So many seconds can be given to the opponent at a time.
const MOST_TIME_GIVEN: u32 = 600;

/// The state that the log of a game folds into.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    terms: Terms,
    game: Game,
    clocks: Clocks,
    /// Who has asked to take back a move.
    takeback: Option<Color>,
    /// Moves that were made in advance, for some cases.
    plans: Plans,
    /// The number of the last entry.
    seq: u64,
}

impl Table {
    /// The table before the first move, or why the game cannot begin.
    pub fn new(rules: &Rules, terms: Terms) -> Result<Self, String> {
        let game = terms.game(rules)?;
        let clocks = Clocks::new(terms.time);
        Ok(Self { game, clocks, takeback: None, plans: Plans::default(), seq: 0, terms })
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

    /// The side of a player; nothing for who does not play. Who plays both sides has that of the one to move.
    #[must_use]
    pub fn side_of(&self, account: &str) -> Option<Color> {
        let seats = self.terms.seats();
        let sits = |side: &Color| matches!(seats[*side], Seat::Player(id) if id == account);
        let turn = self.game.position().turn();
        [turn, !turn].into_iter().find(sits)
    }

    /// Adds the next entry of the log. What was appended was decided on this very state, so nothing can be wrong with it;
    /// if something is, the log is damaged, and the reason is given.
    pub fn apply(&mut self, entry: &Entry, at: Timestamp) -> Result<(), Refused> {
        match entry {
            Entry::Game { event } => {
                self.game.apply(event.clone())?;
                self.clocks.after(event, &self.game, at);
                self.plans.after(event);
                // A move is an answer, too.
                if matches!(event, Event::Move { .. }) || self.game.outcome().is_some() {
                    self.takeback = None;
                }
            }
            Entry::AskTakeback { by } => self.takeback = Some(*by),
            Entry::RefuseTakeback { .. } => self.takeback = None,
            Entry::GrantTakeback { .. } => {
                let asked = self.takeback.take().ok_or(Refused::NoTakeback)?;
                self.game = before_last_move(&self.game, asked).ok_or(Refused::NothingToTakeBack)?;
                self.clocks.turn_back(&self.game, at);
                self.plans.clear();
            }
            Entry::Plan { by, lines } => self.plans.set(*by, lines.clone()),
            Entry::GiveTime { by, milliseconds } => self.clocks.give(!*by, *milliseconds),
            Entry::Message { .. } => {}
        }
        self.seq += 1;
        Ok(())
    }

    /// What happens if a player asks for something now, or why nothing does.
    pub fn decide(&self, side: Color, request: &Request, now: Timestamp) -> Result<Entry, Refused> {
        let entry = self.entry(side, request)?;
        // Only what is said needs no time.
        if let (Some(fallen), false) = (self.clocks.fallen(now), matches!(entry, Entry::Message { .. })) {
            return Err(Refused::TimeOver(fallen));
        }
        self.clone().apply(&entry, now)?;
        Ok(entry)
    }

    /// That a flag has fallen, if one has.
    #[must_use]
    pub fn flag_fall(&self, now: Timestamp) -> Option<Entry> {
        let of = self.clocks.fallen(now).filter(|_| self.game.outcome().is_none())?;
        Some(Entry::Game { event: Event::FlagFall { of } })
    }

    /// The terms of a revenge, if this side asks for one: who plays which colour then is for the rule set to say. `chosen`
    /// is who begins where it leaves that to the players.
    pub fn revenge(&self, asked_by: Color, chosen: Option<Color>) -> Result<Terms, NextGameError> {
        let next = self.game.next_game(asked_by, chosen)?;
        let seats = self.terms.seats();
        let (white, black) = (seats[next.white].clone(), seats[next.black].clone());
        Ok(Terms { white, black, ..self.terms.clone() })
    }

    /// What the side to move has planned for this case.
    #[must_use]
    pub fn planned(&self) -> Option<Entry> {
        let turn = self.game.position().turn();
        let event = self.plans.answer(turn).filter(|_| self.game.outcome().is_none())?;
        // A claim that came meanwhile is settled first.
        self.game.clone().apply(event.clone()).ok().map(|()| Entry::Game { event })
    }

    fn entry(&self, by: Color, request: &Request) -> Result<Entry, Refused> {
        let event = match request.clone() {
            Request::Move { text } => {
                let m = self.game.read_move(&text).map_err(Refused::Move)?;
                Event::of(&m, by)
            }
            Request::MoveSquares { from, to, captured } => Event::Move { by, from, to, captured },
            Request::OfferDraw { rule, message } => Event::OfferDraw { by, rule, message },
            Request::AcceptDraw => Event::AcceptDraw { by },
            Request::DeclineDraw { message } => Event::DeclineDraw { by, message },
            Request::WithdrawDraw => Event::WithdrawDraw { by },
            Request::ClaimDraw { rule, message } => Event::ClaimDraw { by, rule, message },
            Request::Resign => Event::Resign { by },
            Request::DemandRedo => Event::DemandRedo { by },
            Request::LetStand => Event::LetStand { by },
            Request::Huff { square } => Event::Huff { by, square },
            Request::Abort => Event::Abort { by: Some(by) },
            Request::AskTakeback => return self.ask_takeback(by),
            Request::GrantTakeback => {
                return self.asked_takeback(by).map(|()| Entry::GrantTakeback { by });
            }
            Request::RefuseTakeback => {
                return self.asked_takeback(by).map(|()| Entry::RefuseTakeback { by });
            }
            Request::Plan { lines } => {
                let lines = plans::read(&self.game, by, &lines)?;
                return Ok(Entry::Plan { by, lines });
            }
            Request::GiveTime { seconds } => return self.give_time(by, seconds),
            Request::Message { private, text } => return message(by, private, text),
        };
        Ok(Entry::Game { event })
    }

    fn ask_takeback(&self, by: Color) -> Result<Entry, Refused> {
        if self.game.outcome().is_some() {
            return Err(Refused::Rules(draughts::game::Refusal::GameOver));
        }
        before_last_move(&self.game, by).map(|_| Entry::AskTakeback { by }).ok_or(Refused::NothingToTakeBack)
    }

    /// Has the opponent of this side asked?
    fn asked_takeback(&self, by: Color) -> Result<(), Refused> {
        self.takeback.filter(|asked| *asked == !by).map(|_| ()).ok_or(Refused::NoTakeback)
    }

    fn give_time(&self, by: Color, seconds: u32) -> Result<Entry, Refused> {
        match self.terms.time {
            _ if self.game.outcome().is_some() => Err(Refused::Rules(draughts::game::Refusal::GameOver)),
            TimeControl::None => Err(Refused::NoClock),
            _ if !(1..=MOST_TIME_GIVEN).contains(&seconds) => Err(Refused::TooMuchTime(MOST_TIME_GIVEN)),
            _ => {
                let given = Duration::from_secs(u64::from(seconds));
                Ok(Entry::GiveTime { by, milliseconds: given.as_millis() as u64 })
            }
        }
    }
}

fn message(by: Color, private: bool, text: String) -> Result<Entry, Refused> {
    let length = text.chars().count();
    if text.trim().is_empty() || length > LONGEST_MESSAGE {
        return Err(Refused::BadMessage(LONGEST_MESSAGE));
    }
    Ok(Entry::Message { by, private, text })
}

/// The game as it was before the last move of this side; nothing if it has not moved.
fn before_last_move(game: &Game, side: Color) -> Option<Game> {
    let events = game.events();
    let last = events.iter().rposition(|event| matches!(event, Event::Move { by, .. } if *by == side))?;
    let mut earlier = game.from_the_start();
    earlier.apply_all(events[..last].iter().cloned()).ok()?;
    Some(earlier)
}
