//! Games in a list, as clients see them.

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
    number: u64,
    /// The id of the rule set.
    rules: String,
    rated: bool,
    #[schema(value_type = Sides<PlayerView>)]
    players: ByColor<PlayerView>,
    fen: String,
    #[schema(value_type = Side)]
    turn: Color,
    move_number: String,
    #[schema(value_type = i64)]
    created_at: Timestamp,
    outcome: Option<OutcomeView>,
}

/// Games for a list.
pub(crate) fn summaries(GameList { games, names }: GameList, language: Language) -> Vec<GameSummary> {
    let summary = |(stored, table): (StoredGame, Arc<GameState>)| {
        let game = table.game();
        let rules = game.rules().rule_set();
        GameSummary {
            id: stored.id,
            number: stored.number,
            rules: rules.id.to_string(),
            rated: table.terms().rated,
            players: names.players(&table),
            fen: game.fen(),
            turn: game.position().turn(),
            move_number: written(game.move_number(), rules.start.first_move),
            created_at: stored.created_at,
            outcome: OutcomeView::of(game, language),
        }
    };
    games.into_iter().map(summary).collect()
}
