//! HTML pages, rendered on the server; interactive parts are scripts in `web/`.

mod account;
mod admin;
mod analysis;
mod assets;
mod board;
mod challenge;
mod chart;
mod choices;
mod credentials;
mod error;
mod error_page;
mod families;
mod fields;
mod forms;
mod game;
mod game_form;
mod games;
mod home;
mod layout;
mod login;
mod offline;
mod play_form;
mod player;
mod rule_editor;
mod rule_finder;
mod rules;
mod script;
mod settings;
mod terms;

use std::sync::Arc;

use axum::response::Redirect;
use axum::routing::{get, post};
use axum::{Extension, Router};

use crate::site::Site;
pub(crate) use error_page::error_pages;
use home::HomeFeed;

/// Returns the routes of the pages.
pub(crate) fn routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/", get(home::home))
        .route("/ws/home", get(home::connect).layer(Extension(Arc::<HomeFeed>::default())))
        .route("/play/computer", post(forms::computer))
        .route("/play/friend", post(forms::friend))
        .route("/play/lobby", post(forms::lobby))
        .route("/challenges/{id}", get(challenge::challenge))
        .route("/challenges/{id}/accept", post(forms::accept))
        .route("/challenges/{id}/withdraw", post(forms::withdraw))
        .route("/challenges/{id}/decline", post(forms::decline))
        .route("/games/{id}/rules", get(rules::game_rules))
        .route("/games/{id}", get(game::game))
        .route("/game/{number}", get(game::by_number))
        .route("/analysis", get(analysis::analysis))
        .route("/admin", get(admin::queue))
        .route("/admin/games/{id}", post(admin::adjudicate))
        .route("/admin/players/{name}/warn", post(admin::warn))
        .route("/admin/players/{name}/close", post(admin::close))
        .route("/players/{name}", get(player::player))
        .route("/settings", get(account::settings).post(settings::save))
        .route("/settings/email", post(account::email))
        .route("/settings/password", post(account::password))
        .route("/settings/keys", get(credentials::credentials_page))
        .route("/settings/tokens", post(credentials::create))
        .route("/settings/tokens/{id}/revoke", post(credentials::revoke_token))
        .route("/settings/sessions/{id}/end", post(credentials::end_session))
        .route("/language/{code}", get(choices::language))
        .route("/theme/{theme}", get(choices::theme))
        .route("/which", get(rule_finder::rule_finder))
        .route("/house", get(rule_editor::new))
        .route("/house/{id}", get(rule_editor::open))
        .route("/rules", get(rules::list))
        .route("/rules/{id}", get(rules::rule_book))
        .route("/login", get(login::login_page).post(login::log_in))
        .route("/signup", get(|| async { Redirect::to("/login") }).post(login::sign_up))
        .route("/logout", post(login::log_out))
        .route("/offline", get(offline::offline))
        .route("/worker.js", get(assets::service_worker))
        .route("/assets/{*path}", get(assets::asset))
}
