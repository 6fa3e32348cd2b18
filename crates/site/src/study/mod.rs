//! A game that somebody looks at: rules, where it begins, and moves from there.

pub(crate) mod comparison;
pub(crate) mod error;
pub(crate) mod line;
pub(crate) mod question;
pub(crate) mod records;
pub(crate) mod slots;

use draughts::notation::MoveStyle;
use draughts::{Event, Game, Rules, Square, variant};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use error::{StudyError, StudyFault};
use play::move_number::written;
use play::proposal::{RulesChoice, check_set_up};

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
    pub(crate) fn start(&self) -> Result<Game, StudyError> {
        if self.moves.len() > MOST_MOVES {
            return Err(StudyError::new(StudyFault::TooManyMoves));
        }
        let rules = self.rules.rules()?;
        let Some(fen) = &self.fen else { return Ok(Game::new(&rules)) };
        check_set_up(&rules, fen)?;
        Game::from_fen(&rules, fen)
            .map_err(|error| StudyError::new(StudyFault::Position { fen: fen.clone(), error }))
    }

    /// Where it has come to.
    pub(crate) fn game(&self) -> Result<Game, StudyError> {
        let mut game = self.start()?;
        for (number, text) in (1..).zip(&self.moves) {
            step(&mut game, number, text)?;
        }
        Ok(game)
    }

    /// The last move: its number, its text, and the squares it touches.
    pub(crate) fn last(&self, game: &Game) -> Option<(String, String, Vec<Square>)> {
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

/// Plays the move with this number, from 1, as it is written. A study goes on where a game would have ended.
pub(crate) fn step(game: &mut Game, number: usize, text: &str) -> Result<(), StudyError> {
    if game.outcome().is_some() {
        *game = Game::from_position(game.position().clone());
    }
    // What broke a duty and was let stand is part of a game, too.
    let m = game.read_move(text).map_err(|error| {
        let rules = Box::new(game.rules().clone());
        StudyError::new(StudyFault::Move { number, text: text.to_owned(), error, rules })
    })?;
    let event = Event::of(&m, game.position().turn());
    game.apply(event).map_err(|refusal| {
        let rules = Box::new(game.rules().clone());
        StudyError::new(StudyFault::Refused { number, text: text.to_owned(), refusal, rules })
    })
}

/// The rules as somebody would choose them.
pub(crate) fn choice_of(rules: &Rules) -> Value {
    let set = rules.rule_set();
    match variant::find(&set.id) {
        Ok(named) if *named == *set => set.id.to_string().into(),
        // A rule set always has a JSON form.
        _ => serde_json::to_value(set).unwrap_or_default(),
    }
}
