//! WebSocket connections to games and to the lobby.

mod closing;
mod game;
mod lobby;
mod messages;

use std::sync::Arc;

use axum::Router;
use axum::routing::get;

use crate::site::Site;

/// Returns the routes of live connections.
pub(crate) fn routes() -> Router<Arc<Site>> {
    Router::new().route("/ws/games/{id}", get(game::connect)).route("/ws/lobby", get(lobby::connect))
}
