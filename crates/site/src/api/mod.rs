//! The HTTP API: JSON under `/api/v1`, health checks and metrics, and the OpenAPI description.

#![allow(unused_qualifications, reason = "the code that utoipa generates qualifies names that are in scope")]

mod account;
mod admin;
mod analysis;
mod challenges;
mod docs;
mod export;
mod games;
mod health;
mod login;
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

/// The head of the OpenAPI description.
#[derive(OpenApi)]
#[openapi(modifiers(&SecuritySchemes), info(
    title = "Crownhead",
    description = "The API of a Crownhead play site for draughts. Errors are `{code, message, details}`. Log in with a session \
                   (a cookie, from a page of this site) or with a personal token (`authorization: Bearer …`)."
))]
struct ApiDoc;

/// Adds the ways to authenticate to the description.
struct SecuritySchemes;

impl Modify for SecuritySchemes {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
        let components = description.components.get_or_insert_default();
        let cookie = ApiKey::Cookie(ApiKeyValue::new(SESSION));
        components.add_security_scheme("session", SecurityScheme::ApiKey(cookie));
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        components.add_security_scheme("token", SecurityScheme::Http(bearer));
    }
}

/// Returns the routes of the API with their OpenAPI description.
fn documented_routes() -> OpenApiRouter<Arc<Site>> {
    OpenApiRouter::with_openapi(ApiDoc::openapi())
        .routes(routes!(login::create_guest))
        .routes(routes!(login::sign_up))
        .routes(routes!(login::log_in))
        .routes(routes!(login::log_out))
        .routes(routes!(account::get_account, account::update_account))
        .routes(routes!(account::change_password))
        .routes(routes!(account::become_bot))
        .routes(routes!(tokens::list_sessions))
        .routes(routes!(tokens::revoke_session))
        .routes(routes!(tokens::list_tokens, tokens::create_token))
        .routes(routes!(tokens::revoke_token))
        .routes(routes!(players::get_player))
        .routes(routes!(players::get_rating_history))
        .routes(routes!(players::list_player_games))
        .routes(routes!(export::export_player_pdn))
        .routes(routes!(export::export_player_json))
        .routes(routes!(games::create_game, games::list_running_games))
        .routes(routes!(games::get_game))
        .routes(routes!(games::get_game_by_number))
        .routes(routes!(moves::get_move))
        .routes(routes!(moves::explain_move))
        .routes(routes!(games::list_events))
        .routes(routes!(games::execute_command))
        .routes(routes!(export::export_game_pdn))
        .routes(routes!(challenges::create_challenge, challenges::list_challenges))
        .routes(routes!(challenges::get_challenge, challenges::withdraw_challenge))
        .routes(routes!(challenges::accept_challenge))
        .routes(routes!(challenges::decline_challenge))
        .routes(routes!(challenges::list_lobby))
        .routes(routes!(rules::list_rule_sets))
        .routes(routes!(rules::get_rule_set))
        .routes(routes!(rules::list_openings))
        .routes(routes!(rules::check_rules))
        .routes(routes!(saved_rules::save_rules, saved_rules::list_saved_rules))
        .routes(routes!(saved_rules::get_saved_rules, saved_rules::delete_saved_rules))
        .routes(routes!(analysis::analyse_position))
        .routes(routes!(analysis::play_line))
        .routes(routes!(analysis::evaluate_lines))
        .routes(routes!(analysis::evaluate_scores))
        .routes(routes!(analysis::compare_rules))
        .routes(routes!(analysis::read_pdn))
        .routes(routes!(analysis::write_pdn))
        .routes(routes!(analysis::explain_study_move))
        .routes(routes!(admin::list_disputes))
        .routes(routes!(admin::judge_game))
        .routes(routes!(admin::warn_player))
        .routes(routes!(admin::close_account))
        .routes(routes!(admin::list_audit_log))
        .routes(routes!(health::liveness))
        .routes(routes!(health::readiness))
        .routes(routes!(health::get_metrics))
}

/// Returns the routes of the API, and of the pages that document it.
pub(crate) fn routes() -> Router<Arc<Site>> {
    let (router, description) = documented_routes().split_for_parts();
    router.merge(docs::routes(&description))
}

/// Returns the routes for monitoring, which are served at an address of their own without authentication.
pub(crate) fn monitoring_routes(site: &Arc<Site>) -> Router {
    Router::new()
        .route("/healthz", get(health::liveness))
        .route("/readyz", get(health::readiness))
        .route("/metrics", get(health::render_metrics))
        .with_state(Arc::clone(site))
}

/// Returns the OpenAPI description of the API as JSON.
#[must_use]
pub fn description() -> String {
    let (_, description) = documented_routes().split_for_parts();
    // Serialising the description does not fail.
    description.to_pretty_json().unwrap_or_default()
}
