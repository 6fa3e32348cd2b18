//! HTTP and WebSocket: JSON under `/api/v1`, live connections under `/ws`.

#![allow(
    unused_qualifications,
    reason = "the descriptions that utoipa makes qualify names that are in scope"
)]

mod account;
mod admin;
mod analysis;
mod body;
mod challenges;
mod doors;
mod draw_view;
mod error;
mod export;
mod eyes;
mod game_view;
mod games;
mod guard;
mod health;
mod history;
mod keys;
mod live;
mod lobby;
mod manual;
mod moves;
mod names;
mod players;
mod rating_view;
mod rules;
mod settings;
mod shape;
mod shelf;
mod viewer;

use std::any::Any;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::connect_info::IntoMakeServiceWithConnectInfo;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Router, middleware};
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::pages;
use crate::site::Site;
pub(crate) use account::{set_email, set_password};
pub(crate) use admin::{JudgementKind, close_account, judge_game, warn_player};
pub(crate) use analysis::{Answer, Bounds, MOST_MOVES, Question, choice_of};
pub(crate) use challenges::{
    accept_challenge, check_open, decline_challenge, found as found_challenge, make_challenge,
    rated_needs_account, withdraw_challenge,
};
pub(crate) use doors::{check_password, end_session, make_account, new_guest, open_session, session_for};
pub(crate) use error::ApiError;
pub(crate) use eyes::Eyes;
pub(crate) use game_view::GameView;
pub(crate) use games::begin_game;
pub(crate) use history::{HistoryLine, history};
pub(crate) use keys::{KeyView, MadeToken, NewToken, make_token, own_keys, revoke_key};
pub(crate) use names::{Names, PlayerView};
pub(crate) use settings::{
    BoardTheme, Input, KingMarks, Motion, Notation, Settings, Sounds, SquareNames, remembered,
};
pub(crate) use shape::Shape;
pub(crate) use shelf::{ShelvedView, found_rules, shelf_of};
pub(crate) use viewer::{LANGUAGE, THEME, Theme, Viewer};

/// What the description of the API says about itself.
#[derive(OpenApi)]
#[openapi(modifiers(&Keys), info(
    title = "Crownhead",
    description = "Draughts by the rule book you know. Errors are `{code, message, details}`. Log in with a session \
                   (a cookie, from a page of this site) or with a personal token (`authorization: Bearer …`)."
))]
struct Description;

/// How one says who one is.
struct Keys;

impl Modify for Keys {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
        let components = description.components.get_or_insert_default();
        let cookie = ApiKey::Cookie(ApiKeyValue::new(viewer::COOKIE));
        components.add_security_scheme("session", SecurityScheme::ApiKey(cookie));
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        components.add_security_scheme("token", SecurityScheme::Http(bearer));
    }
}

/// The routes of the API, and their description.
fn api() -> OpenApiRouter<Arc<Site>> {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(doors::guest))
        .routes(routes!(doors::sign_up))
        .routes(routes!(doors::log_in))
        .routes(routes!(doors::log_out))
        .routes(routes!(account::me, account::change))
        .routes(routes!(account::change_password))
        .routes(routes!(account::become_bot))
        .routes(routes!(keys::sessions))
        .routes(routes!(keys::revoke_session))
        .routes(routes!(keys::tokens, keys::create_token))
        .routes(routes!(keys::revoke_token))
        .routes(routes!(players::player))
        .routes(routes!(players::ratings))
        .routes(routes!(players::games))
        .routes(routes!(export::player_pdn))
        .routes(routes!(export::player_json))
        .routes(routes!(games::begin, games::going_on))
        .routes(routes!(games::game))
        .routes(routes!(games::by_number))
        .routes(routes!(moves::at_move))
        .routes(routes!(moves::why))
        .routes(routes!(games::events))
        .routes(routes!(games::command))
        .routes(routes!(export::game_pdn))
        .routes(routes!(challenges::create, challenges::mine))
        .routes(routes!(challenges::challenge, challenges::withdraw))
        .routes(routes!(challenges::accept))
        .routes(routes!(challenges::decline))
        .routes(routes!(challenges::in_lobby))
        .routes(routes!(rules::all))
        .routes(routes!(rules::one))
        .routes(routes!(rules::openings))
        .routes(routes!(rules::check))
        .routes(routes!(shelf::keep, shelf::kept))
        .routes(routes!(shelf::one, shelf::forget))
        .routes(routes!(analysis::position))
        .routes(routes!(analysis::line))
        .routes(routes!(analysis::lines))
        .routes(routes!(analysis::scores))
        .routes(routes!(analysis::compare))
        .routes(routes!(analysis::read))
        .routes(routes!(analysis::write))
        .routes(routes!(analysis::why))
        .routes(routes!(admin::disputes))
        .routes(routes!(admin::judge))
        .routes(routes!(admin::warn))
        .routes(routes!(admin::close))
        .routes(routes!(admin::log))
        .routes(routes!(health::alive))
        .routes(routes!(health::ready))
        .routes(routes!(health::metrics))
}

/// Everything that is served.
pub(crate) fn service(site: &Arc<Site>) -> IntoMakeServiceWithConnectInfo<Router, SocketAddr> {
    let (router, description) = api().split_for_parts();
    let router = router
        .route("/ws/games/{id}", get(live::connect))
        .route("/ws/lobby", get(lobby::connect))
        .merge(manual::routes(&description))
        .merge(pages::routes())
        .fallback(|| async { ApiError::nothing("page") })
        .method_not_allowed_fallback(|| async {
            ApiError::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "bad-method",
                "This address does not answer to that method.",
            )
        })
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(Arc::clone(site), guard::guard))
        .with_state(Arc::clone(site));
    router.into_make_service_with_connect_info::<SocketAddr>()
}

/// What is served to those who look after the site, and only to them, at an address of its own.
pub(crate) fn monitors(site: &Arc<Site>) -> Router {
    Router::new()
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::read))
        .with_state(Arc::clone(site))
}

/// Something in our own code was wrong; who asked is told so as always.
#[allow(clippy::needless_pass_by_value, reason = "it is what the layer gives")]
fn panicked(panic: Box<dyn Any + Send>) -> Response {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    tracing::error!(panic = text.as_deref(), "a request stumbled");
    ApiError::internal().into_response()
}

/// The description of the API, as JSON.
#[must_use]
pub fn description() -> String {
    let (_, description) = api().split_for_parts();
    // It is made of texts and numbers.
    description.to_pretty_json().unwrap_or_default()
}
