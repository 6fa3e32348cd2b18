//! The rematch: which players want it, and who starts.

use draughts::ruleset::NextGame;
use draughts::{ByColor, Color};

use super::{CommandError, EventKind, GameState, Seat, Terms};

/// The requests of the players for a rematch. Players are named by their colour in this game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rematch {
    /// The player who asked first.
    pub asked_by: Option<Color>,
    /// The request of each player; `None` if the player has not asked.
    pub requests: ByColor<Option<RematchRequest>>,
}

/// The request of a player for the rematch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RematchRequest {
    /// The side that starts, where the rule set leaves that to the players.
    pub begins: Option<Color>,
}

impl Rematch {
    pub(super) fn ask(&mut self, by: Color, begins: Option<Color>) {
        self.asked_by = self.asked_by.or(Some(by));
        self.requests[by] = Some(RematchRequest { begins });
    }

    /// Returns the side that starts, if both players want a rematch and their requests agree.
    fn agreed(&self, as_chosen: bool) -> Option<Option<Color>> {
        let (white, black) = (self.requests.white?, self.requests.black?);
        (!as_chosen || white.begins == black.begins).then(|| self.first_request())
    }

    fn first_request(&self) -> Option<Color> {
        self.asked_by.and_then(|first| self.requests[first]).and_then(|request| request.begins)
    }
}

impl GameState {
    /// Returns whether the rule set lets the players choose who starts the next game.
    #[must_use]
    pub fn players_choose_who_begins(&self) -> bool {
        self.game.rules().rule_set().conduct.next_game == NextGame::AsChosen
    }

    /// Returns the requests of the players for the rematch.
    #[must_use]
    pub fn rematch(&self) -> Rematch {
        self.rematch
    }

    /// Returns the terms of the rematch if this side asks for it. `begins` is the side that starts, where the rule set
    /// leaves that to the players.
    pub fn rematch_terms(&self, asked_by: Color, begins: Option<Color>) -> Result<Terms, CommandError> {
        let next = self.game.next_game(asked_by, begins)?;
        let seats = self.terms.seats();
        Ok(Terms { white: seats[next.white], black: seats[next.black], ..self.terms.clone() })
    }

    pub(super) fn ask_rematch(&self, by: Color, begins: Option<Color>) -> Result<EventKind, CommandError> {
        let opponent = self.rematch.requests[!by].and_then(|request| request.begins);
        let begins = begins.or(opponent).filter(|_| self.players_choose_who_begins());
        // A request that the rules do not allow is rejected before the opponent is asked.
        self.rematch_terms(by, begins)?;
        match self.rematch.requests[by] {
            _ if self.next.is_some() => Err(CommandError::NextGameBegun),
            Some(request) if request.begins == begins => Err(CommandError::RematchAsked),
            _ => Ok(EventKind::AskRematch { by, begins }),
        }
    }

    pub(super) fn decline_rematch(&self, by: Color) -> Result<EventKind, CommandError> {
        let asked = self.rematch.asked_by.is_some() && self.next.is_none();
        asked.then_some(EventKind::DeclineRematch { by }).ok_or(CommandError::NoRematch)
    }

    /// Returns the terms of the rematch if both players want the same. The computer, and a player of both sides, need
    /// not be asked.
    pub(super) fn agreed_rematch(&self, by: Color) -> Result<Option<Terms>, CommandError> {
        let seats = self.terms.seats();
        let alone = seats[by] == seats[!by] || matches!(seats[!by], Seat::Computer(_));
        let begins = match alone {
            true => self.rematch.requests[by].map(|request| request.begins),
            false => self.rematch.agreed(self.players_choose_who_begins()),
        };
        let challenger = self.rematch.asked_by.unwrap_or(by);
        begins.map(|begins| self.rematch_terms(challenger, begins)).transpose()
    }
}
