//! The log of a game, read from the store without caching its state.

use draughts::Rules;

use super::{CHUNK, GameError, GameRepository, parse_event};
use play::game::{GameState, Terms};
use store::{StoredEvent, StoredGame};

/// The log of a game.
pub(crate) struct GameLog {
    rules: String,
    terms: Terms,
    events: Vec<StoredEvent>,
}

impl GameLog {
    /// Returns the terms of the game.
    pub(crate) fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Returns the state that the log folds into. This can take milliseconds: call it on a blocking thread.
    pub(crate) fn replay(self) -> Result<GameState, GameError> {
        let mut state = initial_state(&self.rules, self.terms)?;
        for event in self.events {
            let event = parse_event(event)?;
            state.apply(&event.kind, event.at).map_err(|error| GameError::corrupt_log(&error))?;
        }
        Ok(state)
    }
}

impl GameRepository {
    /// Reads the log of a game.
    pub(crate) async fn read_log(&self, stored: &StoredGame) -> Result<GameLog, GameError> {
        let mut events: Vec<StoredEvent> = Vec::new();
        loop {
            let after = events.last().map_or(0, |event| event.seq);
            let read = self.store.events(stored.id, after, CHUNK).await?;
            let is_last = read.len() < CHUNK;
            events.extend(read);
            if is_last {
                let (rules, terms) = (stored.rules.clone(), parse_terms(stored)?);
                return Ok(GameLog { rules, terms, events });
            }
        }
    }
}

/// Parses the terms of a game.
pub(crate) fn parse_terms(stored: &StoredGame) -> Result<Terms, GameError> {
    serde_json::from_value(stored.terms.clone()).map_err(|error| GameError::CorruptLog(error.to_string()))
}

/// Parses and prepares the rules of a game. This can take a part of a millisecond.
pub(crate) fn parse_rules(rules: &str) -> Result<Rules, GameError> {
    let corrupt = |error: &dyn std::fmt::Display| GameError::CorruptLog(error.to_string());
    let rules = serde_json::from_str(rules).map_err(|error| corrupt(&error))?;
    Rules::recorded(rules).map_err(|error| corrupt(&error))
}

/// Returns the state of a game before its first event.
pub(super) fn initial_state(rules: &str, terms: Terms) -> Result<GameState, GameError> {
    GameState::new(&parse_rules(rules)?, terms).map_err(|error| GameError::CorruptLog(error.to_string()))
}
