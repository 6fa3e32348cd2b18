//! The pages that people see, made on the server; the parts that live are scripts in `web/`.

mod admin;
mod assets;
mod board;
mod challenge;
mod choices;
mod doors;
mod error;
mod families;
mod forms;
mod game;
mod games;
mod home;
mod house;
mod layout;
mod player;
mod rules;
mod texts;
mod which;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

use crate::site::Site;

pub(crate) fn routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/", get(home::home))
        .route("/play/computer", post(forms::computer))
        .route("/play/friend", post(forms::friend))
        .route("/play/lobby", post(forms::lobby))
        .route("/challenges/{id}", get(challenge::challenge))
        .route("/challenges/{id}/accept", post(forms::accept))
        .route("/games/{id}", get(game::game))
        .route("/game/{number}", get(game::by_number))
        .route("/admin", get(admin::queue))
        .route("/admin/games/{id}", post(admin::judge))
        .route("/players/{name}", get(player::player))
        .route("/language/{code}", get(choices::language))
        .route("/theme/{theme}", get(choices::theme))
        .route("/which", get(which::which))
        .route("/house", get(house::house))
        .route("/house/{id}", get(house::kept))
        .route("/rules", get(rules::all))
        .route("/rules/{id}", get(rules::one))
        .route("/login", get(doors::doors).post(forms::log_in))
        .route("/signup", post(forms::sign_up))
        .route("/logout", post(forms::log_out))
        .route("/assets/{*path}", get(assets::asset))
}
