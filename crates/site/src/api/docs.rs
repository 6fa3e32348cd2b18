//! The OpenAPI description, and a page that shows it without third-party files.

use std::sync::Arc;

use axum::Router;
use axum::http::header;
use axum::routing::get;
use utoipa::openapi::OpenApi;

use crate::site::Site;

const PAGE: &str = include_str!("../../manual/manual.html");
const STYLE: &str = include_str!("../../manual/manual.css");
const SCRIPT: &str = include_str!("../../manual/manual.js");

pub(super) fn routes(description: &OpenApi) -> Router<Arc<Site>> {
    // Serialising the description does not fail.
    let json: Arc<str> = description.to_json().unwrap_or_default().into();
    let file = |kind: &'static str, text: &'static str| {
        get(move || async move { ([(header::CONTENT_TYPE, kind)], text) })
    };
    Router::new()
        .route("/api", file("text/html; charset=utf-8", PAGE))
        .route("/api/manual.css", file("text/css; charset=utf-8", STYLE))
        .route("/api/manual.js", file("text/javascript; charset=utf-8", SCRIPT))
        .route(
            "/api/v1/openapi.json",
            get(move || async move { ([(header::CONTENT_TYPE, "application/json")], json.to_string()) }),
        )
}
