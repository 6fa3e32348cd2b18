//! For whoever watches over the site.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::error::ErrorBody;
use crate::site::Site;
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;

/// Is the process alive?
#[utoipa::path(get, path = "/healthz", tag = "operation", responses((status = 200, body = String)))]
pub(super) async fn alive() -> &'static str {
    "alive\n"
}

/// Can it serve? The database answers, the clocks are right, and the node is not about to end.
#[utoipa::path(get, path = "/readyz", tag = "operation",
    responses((status = 200, body = String), (status = 503, body = ErrorBody)))]
pub(super) async fn ready(State(site): State<Arc<Site>>) -> Response {
    match site.readiness() {
        Ok(()) => "ready\n".into_response(),
        // Somebody asks every second: that is no error of the request.
        Err(reason) => ApiError::from(reason).into_quiet_response(),
    }
}

/// What is counted, in the format that Prometheus reads. Only for this machine, and for administrators.
#[utoipa::path(get, path = "/metrics", tag = "operation",
    responses((status = 200, body = String, content_type = "application/openmetrics-text"), (status = "4XX", body = ErrorBody)))]
pub(super) async fn metrics(State(site): State<Arc<Site>>, viewer: Viewer) -> Result<Response, ApiError> {
    // A proxy on this machine that is not known as one must not open this to everybody.
    let from_elsewhere = viewer.forwarded && site.config.trusted_proxies.is_empty();
    if !viewer.address.is_loopback() || from_elsewhere {
        viewer.admin()?;
    }
    Ok(read(State(site)).await)
}

/// The same, for whoever can come to where only monitors come.
pub(super) async fn read(State(site): State<Arc<Site>>) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], site.read_metrics()).into_response()
}
