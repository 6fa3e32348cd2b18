//! Views of games in a list.

use std::sync::Arc;

use draughts::{ByColor, Color};
use serde::Serialize;
use utoipa::ToSchema;

use super::draws::OutcomeView;
use super::names::PlayerView;
use super::sides::Sides;
use crate::services::GameList;
use play::game::{GameState, Side};
use play::id::GameId;
use play::move_number::written;
use play::time::Timestamp;
use store::StoredGame;
use texts::Language;

/// A game in a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameSummary {
    #[schema(value_type = String)]
    id: GameId,
    /// The public number.
    number: u64,
    /// The id of the rule set.
    rules: String,
    rated: bool,
    #[schema(value_type = Sides<PlayerView>)]
    players: ByColor<PlayerView>,
    /// The position.
    fen: String,
    /// The side to move.
    #[schema(value_type = Side)]
    turn: Color,
    /// The number of the next move: `30.` or `30...`.
    move_number: String,
    #[schema(value_type = i64)]
    created_at: Timestamp,
    outcome: Option<OutcomeView>,
}

/// Returns the summaries of games.
pub(crate) fn summaries(GameList { games, names }: GameList, language: Language) -> Vec<GameSummary> {
    let summary = |(stored, state): (StoredGame, Arc<GameState>)| {
        let game = state.game();
        let rules = game.rules().rule_set();
        GameSummary {
            id: stored.id,
            number: stored.number,
            rules: rules.id.to_string(),
            rated: state.terms().rated,
            players: names.players(&state),
            fen: game.fen(),
            turn: game.position().turn(),
            move_number: written(game.move_number(), rules.start.first_move),
            created_at: stored.created_at,
            outcome: OutcomeView::of(game, language),
        }
    };
    games.into_iter().map(summary).collect()
}
