//! WebSocket connections to games and to the lobby.

mod feed;
mod frames;
mod game;
mod history;
mod lag;
mod lobby;
mod lobby_feed;
mod messages;
mod whole_state;

use std::sync::Arc;

use axum::routing::get;
use axum::{Extension, Router};

use crate::site::Site;
use feed::Feeds;
use lobby_feed::LobbyFeed;

/// Returns the routes of live connections.
pub(crate) fn routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/ws/games/{id}", get(game::connect))
        .route("/ws/lobby", get(lobby::connect))
        .layer(Extension(Arc::<Feeds>::default()))
        .layer(Extension(Arc::<LobbyFeed>::default()))
}
