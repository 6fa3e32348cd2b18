//! The moves of a game as viewers see them.

use std::sync::Arc;

use draughts::notation::move_texts;
use draughts::ruleset::Enforcement;
use draughts::{Color, Game, Move, Position, Square};
use serde::Serialize;
use utoipa::ToSchema;

use super::display_preferences::DisplayPreferences;
use play::game::Side;
use play::move_number::written;

/// A move that was played.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlayedMoveView {
    /// The number: `30.` or `30...`.
    pub(super) number: String,
    /// The move in notation.
    pub(super) text: String,
    /// The squares of the move, from the first to the last.
    #[schema(value_type = Vec<u8>)]
    pub(super) route: Vec<Square>,
    /// The side that played it.
    #[schema(value_type = Side)]
    by: Color,
    /// The number of pieces captured.
    captured: usize,
    /// The name of the square of the piece that the opponent huffed because of the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    huffed: Option<String>,
}

/// A move that can be played. Squares are numbered in the order of the diagram, from 1.
#[derive(Serialize, ToSchema)]
pub(crate) struct MoveView {
    /// The move in notation.
    pub(super) text: String,
    /// The squares of the move, from the first to the last.
    #[schema(value_type = Vec<u8>)]
    pub(super) route: Vec<Square>,
    /// The squares of the captured pieces.
    #[schema(value_type = Vec<u8>)]
    pub(super) captured: draughts::SquareSet,
    /// Whether the piece is crowned.
    pub(super) crowns: bool,
}

/// The moves of a game: all that is costly to compute in the view of a game.
#[derive(Clone)]
pub(crate) struct MoveLists {
    pub(super) played: Arc<[PlayedMoveView]>,
    pub(super) legal: Arc<[MoveView]>,
    pub(super) irregular: Arc<[MoveView]>,
}

impl MoveLists {
    /// Computes the moves of a game.
    pub(crate) fn of(game: &Game, preferences: DisplayPreferences) -> Self {
        Self {
            played: played_moves(game, 0, preferences).into(),
            legal: views(game.position(), game.legal_moves(), preferences).into(),
            irregular: irregular_moves(game, preferences).into(),
        }
    }
}

/// Returns the moves from the turn with index `from` on.
pub(super) fn played_moves(game: &Game, from: usize, preferences: DisplayPreferences) -> Vec<PlayedMoveView> {
    let (style, first) = (preferences.move_style(game.rules()), game.rules().rule_set().start.first_move);
    let turns = game.turns().iter().enumerate().skip(from);
    turns
        .map(|(i, turn)| PlayedMoveView {
            number: written(game.number_of(i), first),
            text: if turn.played.is_capture() {
                style.full(&turn.before, &turn.played)
            } else {
                style.short(&turn.played)
            },
            route: turn.before.route(&turn.played),
            by: turn.before.turn(),
            captured: turn.played.captured().len(),
            huffed: turn.huffed.map(|square| preferences.square_names(game.rules()).name(square).to_owned()),
        })
        .collect()
}

/// Returns the moves that break the duty to capture and can be played all the same.
pub(super) fn irregular_moves(game: &Game, preferences: DisplayPreferences) -> Vec<MoveView> {
    let rules = game.rules();
    if rules.rule_set().conduct.enforcement == Enforcement::Strict || game.outcome().is_some() {
        return Vec::new();
    }
    let legal = game.legal_moves();
    let broken: Vec<Move> = game.possible_moves().into_iter().filter(|m| !legal.contains(m)).collect();
    views(game.position(), &broken, preferences)
}

/// Returns the views of moves.
pub(crate) fn views(position: &Position, moves: &[Move], preferences: DisplayPreferences) -> Vec<MoveView> {
    let texts = move_texts(position, moves, &preferences.move_style(position.rules()));
    let view = |((m, text), route): ((&Move, String), Vec<Square>)| MoveView {
        text,
        route,
        captured: m.captured(),
        crowns: m.promotes(),
    };
    moves.iter().zip(texts).zip(position.routes(moves)).map(view).collect()
}
