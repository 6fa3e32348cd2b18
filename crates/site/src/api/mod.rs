//! HTTP and WebSocket: JSON under `/api/v1`, live connections under `/ws`.

#![allow(
    unused_qualifications,
    reason = "the descriptions that utoipa makes qualify names that are in scope"
)]

mod account;
mod admin;
mod analysis;
mod challenges;
mod export;
mod games;
mod health;
mod login;
mod manual;
mod moves;
mod players;
mod rules;
mod saved_rules;
mod tokens;

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::site::Site;
use crate::web::cookies::SESSION;

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
        let cookie = ApiKey::Cookie(ApiKeyValue::new(SESSION));
        components.add_security_scheme("session", SecurityScheme::ApiKey(cookie));
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        components.add_security_scheme("token", SecurityScheme::Http(bearer));
    }
}

/// The routes of the API, and their description.
fn routes_and_description() -> OpenApiRouter<Arc<Site>> {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(login::guest))
        .routes(routes!(login::sign_up))
        .routes(routes!(login::log_in))
        .routes(routes!(login::log_out))
        .routes(routes!(account::me, account::change))
        .routes(routes!(account::change_password))
        .routes(routes!(account::become_bot))
        .routes(routes!(tokens::sessions))
        .routes(routes!(tokens::revoke_session))
        .routes(routes!(tokens::tokens, tokens::create_token))
        .routes(routes!(tokens::revoke_token))
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
        .routes(routes!(saved_rules::keep, saved_rules::kept))
        .routes(routes!(saved_rules::one, saved_rules::forget))
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

/// The routes of the API, with the pages that describe it.
pub(crate) fn routes() -> Router<Arc<Site>> {
    let (router, description) = routes_and_description().split_for_parts();
    router.merge(manual::routes(&description))
}

/// What is served to those who look after the site, and only to them, at an address of its own.
pub(crate) fn monitors(site: &Arc<Site>) -> Router {
    Router::new()
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::read))
        .with_state(Arc::clone(site))
}

/// The description of the API, as JSON.
#[must_use]
pub fn description() -> String {
    let (_, description) = routes_and_description().split_for_parts();
    // It is made of texts and numbers.
    description.to_pretty_json().unwrap_or_default()
}
