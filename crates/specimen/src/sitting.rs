//! One game, from its first move to its end, or to where it is left.

use std::sync::Arc;
use std::time::Duration;

use draughts::{Color, Move};
use play::game::{Command, DrawOffer, GameState, Seat, TimeControl};
use play::id::GameId;
use play::moderator_action::Judgement;
use site::repository::{CommandContext, GameError};
use store::NewAuditEntry;
use trial::player::Lot;

use crate::{LANGUAGE, Making, Trouble, side, trouble};

/// A game lasts for so many moves, and up to so many more, if it does not end by itself.
const SHORTEST: usize = 32;
const LONGER: usize = 32;
/// Who has asked for so much has had enough: taking back and refusing could go on for ever.
const MOST: usize = 300;

/// Two who play a game.
pub(crate) struct Sitting<'a> {
    making: &'a Making,
    game: GameId,
    lot: &'a mut Lot,
    commands: usize,
}

impl<'a> Sitting<'a> {
    pub(crate) fn new(making: &'a Making, game: GameId, lot: &'a mut Lot) -> Self {
        Self { making, game, lot, commands: 0 }
    }

    /// Plays it; the game that the two play next, if they do.
    pub(crate) async fn play(mut self) -> Result<Option<GameId>, Trouble> {
        // Some think better of it.
        let called_off = self.lot.below(50) == 0;
        let moves = if called_off { self.lot.below(2) } else { SHORTEST + self.lot.below(LONGER) };
        loop {
            let table = self.table().await?;
            if table.game().outcome().is_some() {
                break;
            }
            if table.game().turns().len() >= moves || self.commands >= MOST {
                self.end(called_off).await?;
                break;
            }
            if self.lot.below(12) == 0 {
                self.aside().await?;
            } else if !self.turn(&table).await? {
                // A flag has fallen, or an offer is open: the next look tells.
                self.answer().await?;
            }
        }
        self.again().await
    }

    async fn table(&self) -> Result<Arc<GameState>, Trouble> {
        self.making.repository.known(self.game).await.map_err(trouble)
    }

    /// Asks for something; false: it is refused, as much is when it is asked for by lot.
    async fn ask(&mut self, by: Color, request: Command) -> Result<bool, Trouble> {
        let now = self.making.now(self.lot);
        let table = self.table().await?;
        let Some(account) = table.terms().seats()[by].account() else { return Ok(false) };
        self.commands += 1;
        let command = format!("{by} {}", self.commands);
        let lag = Duration::from_millis(self.lot.below(4).saturating_sub(2) as u64 * 35);
        let asking = CommandContext { account, command: &command, now, lag, language: LANGUAGE };
        match self.making.repository.act(self.game, asking, &request).await {
            Ok(_) => Ok(true),
            Err(GameError::Refused { .. }) => Ok(false),
            Err(error) => Err(trouble(error)),
        }
    }

    /// Whoever is to move does.
    async fn turn(&mut self, table: &GameState) -> Result<bool, Trouble> {
        let game = table.game();
        let by = game.position().turn();
        // Where a duty can be broken, somebody breaks it now and then.
        let careless = if self.lot.below(40) == 0 { game.possible_moves() } else { Vec::new() };
        let moves: &[Move] = if careless.is_empty() { game.legal_moves() } else { &careless };
        let Some(m) = moves.get(self.lot.below(moves.len())) else { return Ok(false) };
        let request =
            Command::MoveSquares { from: m.from(), to: m.to(), captured: m.captured(), offer: None };
        if let Seat::Computer(_) = table.terms().seats()[by] {
            let now = self.making.now(self.lot);
            let turns = game.turns().len();
            return self
                .making
                .repository
                .act_for_computer(self.game, turns, &request, now)
                .await
                .map_err(trouble);
        }
        // A capture may be made jump by jump; the last one makes the move.
        if m.is_capture() && self.lot.below(8) == 0 {
            for jump in game.position().route(m).windows(2) {
                self.ask(by, Command::Hop { from: jump[0], to: jump[1] }).await?;
            }
            return Ok(true);
        }
        self.ask(by, request).await
    }

    /// What happens beside the moves.
    async fn aside(&mut self) -> Result<(), Trouble> {
        let by = side(self.lot);
        let words = |text: &str| text.to_owned();
        match self.lot.below(16) {
            0..6 => {
                let text = format!("That was number {} – “schön”!", self.commands);
                self.ask(by, Command::Message { text }).await?;
            }
            6..8 => {
                if self.ask(by, Command::AskTakeback {}).await? {
                    let kind = self.lot.below(2) == 0;
                    let answer = if kind { Command::GrantTakeback {} } else { Command::RefuseTakeback {} };
                    self.ask(!by, answer).await?;
                }
            }
            8 | 9 => {
                if self.ask(by, Command::OfferDraw(DrawOffer::default())).await? {
                    self.ask(!by, Command::DeclineDraw { message: words("Not yet.") }).await?;
                }
            }
            10 => {
                let claim = DrawOffer { rule: None, message: words("We have had this before.") };
                self.ask(by, Command::ClaimDraw(claim)).await?;
            }
            11 => drop(self.ask(by, Command::GiveTime { seconds: 15 }).await?),
            12 => drop(self.ask(by, Command::TakeVacation { days: 1 }).await?),
            13 => self.answer().await?,
            _ => {
                let called = self.ask(by, Command::CallAdmin { message: words("Look at this.") }).await?;
                if called && self.lot.below(4) > 0 {
                    self.judge(Judgement::Refuse).await?;
                }
            }
        }
        Ok(())
    }

    /// Whatever waits for an answer gets one.
    async fn answer(&mut self) -> Result<(), Trouble> {
        let table = self.table().await?;
        let game = table.game();
        if let Some(offer) = game.offer() {
            let by = offer.by;
            self.ask(!by, Command::DeclineDraw { message: String::new() }).await?;
            self.ask(by, Command::ClaimDraw(DrawOffer::default())).await?;
        }
        // Nobody moves in a game that is paused.
        if table.is_paused() {
            self.judge(Judgement::Refuse).await?;
        }
        for by in Color::ALL {
            let request = if self.lot.below(2) == 0 { Command::DemandRedo {} } else { Command::LetStand {} };
            self.ask(by, request).await?;
        }
        Ok(())
    }

    async fn judge(&mut self, judgement: Judgement) -> Result<(), Trouble> {
        let at = self.making.now(self.lot);
        let admins = &self.making.people.admins;
        let admin = admins[self.lot.below(admins.len())];
        let reason = "As article 7 has it.".to_owned();
        let act =
            NewAuditEntry { at, admin, deed: judgement.into(), game: Some(self.game), account: None, reason };
        match self.making.repository.judge(self.game, judgement, act, LANGUAGE).await {
            Ok(_) | Err(GameError::Refused { .. }) => Ok(()),
            Err(error) => Err(trouble(error)),
        }
    }

    /// Ends the game, or leaves it.
    async fn end(&mut self, called_off: bool) -> Result<(), Trouble> {
        let by = side(self.lot);
        if called_off && self.ask(by, Command::Abort {}).await? {
            return Ok(());
        }
        let slow = matches!(self.table().await?.terms().time, TimeControl::Days { .. });
        // Every other game by correspondence goes on.
        if slow && self.lot.below(2) == 0 {
            return Ok(());
        }
        match self.lot.below(20) {
            // With a clock that runs its flag will fall.
            0 | 1 => return Ok(()),
            2 => {
                let judgements = [Judgement::Draw, Judgement::WhiteWins, Judgement::Abort];
                let judgement = judgements[self.lot.below(judgements.len())];
                self.judge(judgement).await?;
            }
            3..9 => {
                let offer = DrawOffer { rule: None, message: String::new() };
                if self.ask(by, Command::OfferDraw(offer)).await?
                    && self.ask(!by, Command::AcceptDraw {}).await?
                {
                    return Ok(());
                }
            }
            _ => {}
        }
        self.ask(by, Command::Resign {}).await?;
        Ok(())
    }

    /// Another game between the two, if they want one.
    async fn again(&mut self) -> Result<Option<GameId>, Trouble> {
        let table = self.table().await?;
        if table.game().outcome().is_none() || self.lot.below(10) > 0 || !self.making.another() {
            return Ok(None);
        }
        let first = side(self.lot);
        for by in [first, !first] {
            let ask = |begins| Command::AskRematch { begins };
            // By some rules it is for the players to say who begins.
            if !self.ask(by, ask(None)).await? {
                self.ask(by, ask(Some(first))).await?;
            }
        }
        let next = self.table().await?.next();
        if next.is_none() {
            self.making.not_another();
        }
        Ok(next)
    }
}
