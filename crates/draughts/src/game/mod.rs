//! Games, from the first move to the result.
//!
//! A [`Game`] is the fold of its [`Event`]s. Each event is accepted or refused with a reason, and the same events
//! always produce the same game. There are no clocks and no randomness: a flag fall is an event like any other.

mod conduct;
mod draws;
mod event;
mod next;
mod offers;
mod outcome;
mod persistent_vec;
mod refusal;

pub use event::{Event, Verdict};
pub use next::{NextGameError, Seats};
pub use offers::{Answer, Offer, RejectedOffer};
pub use outcome::{Ending, GameResult, Outcome};
pub use persistent_vec::{Iter, PersistentVec};
pub use refusal::{Refusal, RefusedEvent};

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::color::Color;
use crate::draw::Tally;
use crate::explain::{Attempt, Explainer, WhyNot};
use crate::move_number::MoveNumber;
use crate::moves::Move;
use crate::notation::{Fen, FenError};
use crate::piece::Kind;
use crate::position::Position;
use crate::rules::Rules;
use crate::ruleset::{Enforcement, ResetSet};
use crate::square::{Square, SquareSet};
use conduct::rules_without_duties;
use offers::DrawOffers;

/// A game of draughts.
///
/// A clone shares its events, turns and legal moves with the original, so that it costs the same at any length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    start: Position,
    /// The first ply of the record, from 0.
    first_ply: u32,
    /// The number of plies before it since the last capture or man move.
    quiet_before: u32,
    events: PersistentVec<Event>,
    turns: PersistentVec<Arc<Turn>>,
    position: Position,
    legal: Arc<Vec<Move>>,
    tally: Tally,
    draw_offers: DrawOffers,
    /// Whether the side to move must redo its turn with a legal move.
    must_redo: bool,
    /// The rules without duties; `None` if only legal moves are possible.
    without_duties: Option<Rules>,
    outcome: Option<Outcome>,
}

/// A turn of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The move.
    pub played: Move,
    /// The position before it.
    pub before: Position,
    /// The duty it broke, if the conduct permits that.
    pub irregular: Option<WhyNot>,
    /// The square of the piece that was huffed for it.
    pub huffed: Option<Square>,
    /// Whether the opponent has let it stand.
    stands: bool,
    tally: Tally,
    /// The draw offers before the turn.
    draw_offers: DrawOffers,
}

impl Turn {
    /// Returns whether it broke a duty and the opponent has neither let it stand nor huffed.
    fn is_open_to_objection(&self) -> bool {
        self.irregular.is_some() && self.huffed.is_none() && !self.stands
    }
}

impl Game {
    /// Creates a game from the starting position.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        Self::from_position(Position::initial(rules))
    }

    /// Creates a game from a position.
    #[must_use]
    pub fn from_position(position: Position) -> Self {
        let legal = position.legal_moves();
        Self::begin(position, legal, 1, 0)
    }

    /// Creates a game from a FEN, including its numbers after `H` and `F`.
    pub fn from_fen(rules: &Rules, text: &str) -> Result<Self, FenError> {
        let fen = Fen::parse(text, rules.square_names())?;
        Self::of_fen(rules, &fen)
    }

    /// Creates a game from a parsed FEN.
    pub fn of_fen(rules: &Rules, fen: &Fen) -> Result<Self, FenError> {
        let (position, legal) = Position::of_fen_with_moves(rules, fen)?;
        let next = fen.next_move(rules.rule_set().start.first_move)?;
        Ok(Self::begin(position, legal, next.number, fen.half_moves.unwrap_or(0)))
    }

    fn begin(position: Position, legal: Vec<Move>, number: u32, quiet: u32) -> Self {
        let rules = position.rules().clone();
        let first_ply = MoveNumber { number, by: position.turn() }.ply(rules.rule_set().start.first_move);
        let without_duties = match rules.rule_set().conduct.enforcement {
            Enforcement::Strict => None,
            Enforcement::RedoOnDemand | Enforcement::Huffing => Some(rules_without_duties(&rules)),
        };
        let mut game = Self {
            first_ply,
            quiet_before: quiet,
            events: PersistentVec::default(),
            turns: PersistentVec::default(),
            legal: Arc::new(legal),
            tally: Tally::new(rules.rule_set(), &position, first_ply, quiet),
            draw_offers: DrawOffers::default(),
            must_redo: false,
            without_duties,
            outcome: None,
            start: position.clone(),
            position,
        };
        game.outcome = game.position.outcome().or_else(|| game.automatic_draw());
        game
    }

    /// Returns the game at its start, without events.
    #[must_use]
    pub fn from_the_start(&self) -> Self {
        let number = self.number(self.first_ply).number;
        Self::begin(self.start.clone(), self.start.legal_moves(), number, self.quiet_before)
    }

    /// Returns the position at the start as a FEN, with the numbers of [`fen`](Self::fen).
    #[must_use]
    pub fn start_fen(&self) -> String {
        self.fen_at(&self.start, self.quiet_before, self.number(self.first_ply))
    }

    /// Returns the legal moves that match an attempt, at least one, or why none does.
    pub fn explain(&self, attempt: &Attempt) -> Result<Vec<Move>, WhyNot> {
        Explainer::with_legal_moves(&self.position, self.legal.to_vec()).explain(attempt)
    }

    /// Returns the position as a FEN with the half-moves since the last capture or man move (`H`) and the move number
    /// (`F`), as [`from_fen`](Self::from_fen) reads it; without them if nothing has been played.
    #[must_use]
    pub fn fen(&self) -> String {
        self.fen_at(&self.position, self.half_moves(), self.move_number())
    }

    fn fen_at(&self, position: &Position, half_moves: u32, next: MoveNumber) -> String {
        let (rules, number) = (self.rules(), next.number);
        let mut fen = Fen::of(position.setup(), rules.rule_set().notation.squares);
        if (half_moves, number) != (0, 1) {
            (fen.half_moves, fen.move_number) = (Some(half_moves), Some(number));
        }
        fen.write(rules.square_names())
    }

    /// Returns the number of half-moves since the last capture or man move.
    fn half_moves(&self) -> u32 {
        let moved_a_man =
            |turn: &Turn| turn.before.piece(turn.played.from()).is_some_and(|piece| piece.kind == Kind::Man);
        let resets =
            |turn: &Arc<Turn>| turn.played.is_capture() || turn.huffed.is_some() || moved_a_man(turn);
        match self.turns.iter().rev().position(resets) {
            Some(quiet) => quiet as u32,
            None => self.turns.len() as u32 + self.quiet_before,
        }
    }

    /// Returns the rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.position.rules()
    }

    /// Returns the position at the start.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the events in order.
    #[must_use]
    pub fn events(&self) -> &PersistentVec<Event> {
        &self.events
    }

    /// Returns the turns, without those that were redone.
    #[must_use]
    pub fn turns(&self) -> &PersistentVec<Arc<Turn>> {
        &self.turns
    }

    /// Returns the number of the next move.
    #[must_use]
    pub fn move_number(&self) -> MoveNumber {
        self.number(self.ply())
    }

    /// Returns the move number of a turn, by its index in [`turns`](Self::turns).
    #[must_use]
    pub fn number_of(&self, turn: usize) -> MoveNumber {
        self.number(self.first_ply + turn as u32)
    }

    fn number(&self, ply: u32) -> MoveNumber {
        MoveNumber::of_ply(ply, self.rules().rule_set().start.first_move)
    }

    fn ply(&self) -> u32 {
        self.first_ply + self.turns.len() as u32
    }

    /// Returns the legal moves; none if the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> &[Move] {
        if self.outcome.is_some() { &[] } else { &self.legal }
    }

    /// Returns the outcome, if the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Returns the number of pieces that this side has captured or huffed.
    #[must_use]
    pub fn captured_by(&self, side: Color) -> usize {
        let pieces = |position: &Position| {
            let (men, kings) = position.count(!side);
            men + kings
        };
        pieces(&self.start) - pieces(&self.position)
    }

    /// Plays a move of the side to move, or returns why it was rejected.
    pub fn play(&mut self, m: &Move) -> Result<(), Refusal> {
        self.apply(Event::of(m, self.position.turn()))
    }

    /// Applies an event, or returns why it was rejected. A rejected event changes nothing.
    pub fn apply(&mut self, event: Event) -> Result<(), Refusal> {
        if self.outcome.is_some() && !self.confirms_claim(&event) {
            return Err(Refusal::GameOver);
        }
        match &event {
            Event::Move { by, from, to, captured } => {
                let (played, irregular) = self.find(*by, *from, *to, *captured)?;
                self.push_turn(played, irregular);
            }
            Event::OfferDraw { by, rule, message } => self.offer_draw(*by, *rule, message)?,
            Event::AcceptDraw { by } => self.accept_draw(*by)?,
            Event::DeclineDraw { by, message } => self.decline_draw(*by, message)?,
            Event::WithdrawDraw { by } => self.withdraw_draw(*by)?,
            Event::ClaimDraw { by, rule, message } => self.claim_draw(*by, *rule, message)?,
            Event::Resign { by } => self.lose(*by, Ending::Resignation(*by)),
            Event::DemandRedo { by } => self.redo(*by)?,
            Event::LetStand { by } => self.let_stand(*by)?,
            Event::Huff { by, square } => self.huff(*by, *square)?,
            Event::FlagFall { of } => self.lose(*of, Ending::FlagFall(*of)),
            Event::Abandon { by } => self.lose(*by, Ending::Abandonment(*by)),
            Event::Adjudicate { verdict, reason } => self.adjudicate(*verdict, reason)?,
            Event::Abort { by } => self.abort(*by)?,
        }
        self.events.push(event);
        Ok(())
    }

    /// Applies a list of events, up to the first one that is rejected.
    pub fn apply_all(&mut self, events: impl IntoIterator<Item = Event>) -> Result<(), RefusedEvent> {
        events.into_iter().enumerate().try_for_each(|(place, event)| {
            self.apply(event).map_err(|refusal| RefusedEvent { place, refusal })
        })
    }

    fn push_turn(&mut self, played: Move, irregular: Option<WhyNot>) {
        let draw_offers = self.draw_offers.clone();
        self.draw_offers.on_move(self.position.turn());
        let man_move = self.position.piece(played.from()).is_some_and(|piece| piece.kind == Kind::Man);
        let events = ResetSet { capture: played.is_capture(), crowning: played.promotes(), man_move };
        let next = self.position.play_unchecked(&played);
        let before = core::mem::replace(&mut self.position, next);
        let tally = self.tally.after(before.rules().rule_set(), events, &self.position, self.ply() + 1);
        let tally = core::mem::replace(&mut self.tally, tally);
        self.turns.push(Arc::new(Turn {
            played,
            before,
            irregular,
            huffed: None,
            stands: false,
            tally,
            draw_offers,
        }));
        self.must_redo = false;
        self.update_outcome();
    }

    /// Returns the move with these squares, and the duty it breaks if the conduct permits that.
    fn find(
        &self,
        by: Color,
        from: Square,
        to: Square,
        captured: SquareSet,
    ) -> Result<(Move, Option<WhyNot>), Refusal> {
        let is_their_turn = by == self.position.turn();
        let is_it = |m: &&Move| (m.from(), m.to(), m.captured()) == (from, to, captured);
        if is_their_turn && let Some(m) = self.legal.iter().find(is_it) {
            return Ok((m.clone(), None));
        }
        let attempt = Attempt { by: Some(by), captured: Some(captured), ..Attempt::new(from, to) };
        let Err(why) = self.explain(&attempt) else {
            // Unreachable in practice: a legal move was found above.
            return Err(Refusal::NotLegal(WhyNot::TakesOthers));
        };
        match &self.without_duties {
            Some(without_duties) if is_their_turn && !self.must_redo => {
                let m = self.position.with_rules(without_duties).find_move(from, to, captured);
                Ok((m.ok_or(Refusal::NotLegal(why))?, Some(why)))
            }
            _ => Err(Refusal::NotLegal(why)),
        }
    }

    /// Updates the legal moves and the outcome. A turn that the opponent may object to does not end the game.
    fn update_outcome(&mut self) {
        self.legal = Arc::new(self.position.legal_moves());
        if self.turns.last().is_some_and(|turn| turn.is_open_to_objection()) {
            return;
        }
        self.outcome = self.position.outcome().or_else(|| self.automatic_draw());
    }

    fn lose(&mut self, loser: Color, ending: Ending) {
        self.outcome = Some(Outcome::win(!loser, ending));
    }

    fn abort(&mut self, by: Option<Color>) -> Result<(), Refusal> {
        if by.is_some() && self.turns.len() >= 2 {
            return Err(Refusal::TooLateToAbort);
        }
        self.outcome = Some(Outcome { result: GameResult::None, ending: Ending::Aborted });
        Ok(())
    }
}
