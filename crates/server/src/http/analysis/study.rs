//! A game that somebody looks at: rules, where it begins, and moves from there.

use axum::http::StatusCode;
use draughts::notation::MoveStyle;
use draughts::{Event, Game, Square};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::draw_view::written;
use crate::http::error::{ApiError, sentence};
use crate::proposal::{RulesChoice, check_set_up};

/// No study is longer.
pub(crate) const MOST_MOVES: usize = 600;

/// A game that somebody looks at.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Study {
    /// By which rules.
    pub(crate) rules: RulesChoice,
    /// Where it begins; none: at the start.
    #[serde(default)]
    pub(crate) fen: Option<String>,
    /// The moves from there, as the rule set writes them.
    #[serde(default)]
    #[schema(max_items = 600)]
    pub(crate) moves: Vec<String>,
}

impl Study {
    /// Where it begins.
    pub(crate) fn start(&self) -> Result<Game, ApiError> {
        if self.moves.len() > MOST_MOVES {
            return Err(unusable(format!("A study has {MOST_MOVES} moves at the most.")));
        }
        let rules = self.rules.rules()?;
        let Some(fen) = &self.fen else { return Ok(Game::new(&rules)) };
        check_set_up(&rules, fen)?;
        Game::from_fen(&rules, fen)
            .map_err(|error| unusable(format!("{fen:?} is no position here: {error}.")))
    }

    /// Where it has come to.
    pub(crate) fn game(&self) -> Result<Game, ApiError> {
        let mut game = self.start()?;
        for (i, text) in self.moves.iter().enumerate() {
            step(&mut game, text).map_err(|why| unusable(format!("Move {}, {text:?}: {why}", i + 1)))?;
        }
        Ok(game)
    }

    /// The last move: its number, its text, and the squares it touches.
    pub(crate) fn last(&self, game: &Game) -> Option<(String, String, Vec<Square>)> {
        self.moves.last()?;
        let rules = game.rules().rule_set();
        let turn = game.turns().last()?;
        let number = written(game.number_of(game.turns().len() - 1), rules.start.first_move);
        Some((number, MoveStyle::of(rules).full(&turn.played), turn.played.route().to_vec()))
    }
}

/// Plays a move as it is written. A study goes on where a game would have ended.
pub(super) fn step(game: &mut Game, text: &str) -> Result<(), String> {
    if game.outcome().is_some() {
        *game = Game::from_position(game.position().clone());
    }
    // What broke a duty and was let stand is part of a game, too.
    let m = game.read_move(text).map_err(|error| sentence(&error.to_string()))?;
    let event = Event::of(&m, game.position().turn());
    game.apply(event).map_err(|refused| refused.to_string())
}

pub(super) fn unusable(message: String) -> ApiError {
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-study", message)
}
