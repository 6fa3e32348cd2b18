//! Studies: a game to analyse, given by rules, a start position and moves.

pub(crate) mod budget;
pub(crate) mod comparison;
pub(crate) mod error;
pub(crate) mod line;
pub(crate) mod records;
pub(crate) mod request;

use draughts::notation::MoveStyle;
use draughts::{Event, Game, Rules, Square, variant};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use budget::Budget;
use error::{StudyError, StudyErrorKind};
use play::move_number::written;
use play::proposal::{RulesChoice, check_set_up};

/// Maximum number of moves of a study.
pub(crate) const MAX_MOVES: usize = 600;
/// Maximum number of moves of a file of games, with their variations.
const MAX_FILE_MOVES: usize = 30_000;

/// A game to analyse.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Study {
    /// The rules.
    pub(crate) rules: RulesChoice,
    /// The start position. Without it, that of the rules.
    #[serde(default)]
    pub(crate) fen: Option<String>,
    /// The moves from there, in the notation of the rule set.
    #[serde(default)]
    #[schema(max_items = 600)]
    pub(crate) moves: Vec<String>,
}

impl Study {
    /// Returns the game before the first move.
    pub(crate) fn start(&self, budget: &Budget<'_>) -> Result<Game, StudyError> {
        if self.moves.len() > MAX_MOVES {
            return Err(StudyError::new(StudyErrorKind::TooManyMoves));
        }
        let rules = self.rules.rules()?;
        let Some(fen) = &self.fen else { return Ok(Game::new(&rules)) };
        check_set_up(&rules, fen)?;
        let game = Game::from_fen(&rules, fen)
            .map_err(|error| StudyError::new(StudyErrorKind::Position { fen: fen.clone(), error }))?;
        budget.spend(game.position())?;
        Ok(game)
    }

    /// Returns the game after the last move.
    pub(crate) fn game(&self, budget: &Budget<'_>) -> Result<Game, StudyError> {
        let mut game = self.start(budget)?;
        for (number, text) in (1..).zip(&self.moves) {
            play_move(&mut game, number, text, budget)?;
        }
        Ok(game)
    }

    /// Returns the last move: its number, its text, and the squares it touches.
    pub(crate) fn last_move(&self, game: &Game) -> Option<(String, String, Vec<Square>)> {
        self.moves.last()?;
        let rules = game.rules().rule_set();
        let turn = game.turns().last()?;
        let number = written(game.number_of(game.turns().len() - 1), rules.start.first_move);
        Some((
            number,
            MoveStyle::of(game.rules()).full(&turn.before, &turn.played),
            turn.before.route(&turn.played),
        ))
    }
}

/// Plays the move with this number, from 1. A study continues after the end of a game.
pub(crate) fn play_move(
    game: &mut Game,
    number: usize,
    text: &str,
    budget: &Budget<'_>,
) -> Result<(), StudyError> {
    if game.outcome().is_some() {
        *game = Game::from_position(game.position().clone());
    }
    // Irregular turns that were accepted are part of a game, too.
    let m = game.read_move(text).map_err(|error| {
        let rules = Box::new(game.rules().clone());
        StudyError::new(StudyErrorKind::Move { number, text: text.to_owned(), error, rules })
    })?;
    let event = Event::of(&m, game.position().turn());
    game.apply(event).map_err(|refusal| {
        let rules = Box::new(game.rules().clone());
        StudyError::new(StudyErrorKind::Refused { number, text: text.to_owned(), refusal, rules })
    })?;
    budget.spend(game.position())
}

/// Returns rules in the form of a [`RulesChoice`]: the name of a built-in rule set, or the rule set itself.
pub(crate) fn rules_choice(rules: &Rules) -> Value {
    let set = rules.rule_set();
    match variant::find(&set.id) {
        Ok(named) if *named == *set => set.id.to_string().into(),
        // A rule set can always be encoded as JSON.
        _ => serde_json::to_value(set).unwrap_or_default(),
    }
}
