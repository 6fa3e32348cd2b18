//! Views of games in a list.

use draughts::{ByColor, Color};
use serde::Serialize;
use utoipa::ToSchema;

use super::draws::OutcomeView;
use super::names::PlayerView;
use super::sides::Sides;
use crate::services::{GameList, ListedGame};
use play::game::Side;
use play::id::GameId;
use play::move_number::written;
use play::time::Timestamp;
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
    let summary = |game: ListedGame| {
        let rules = game.rules.rule_set();
        let first = rules.start.first_move;
        GameSummary {
            id: game.stored.id,
            number: game.stored.number,
            rules: rules.id.to_string(),
            rated: game.terms.rated,
            players: names.players(&game.terms),
            fen: game.fen,
            turn: game.setup.turn,
            move_number: written(game.next_move, first),
            created_at: game.stored.created_at,
            outcome: game.outcome.map(|outcome| OutcomeView::of_outcome(&outcome, first, language)),
        }
    };
    games.into_iter().map(summary).collect()
}
