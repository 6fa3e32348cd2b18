//! Health checks and metrics.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::error::ErrorBody;
use crate::site::Site;
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;

/// Liveness check: the process is running.
#[utoipa::path(get, path = "/healthz", tag = "operation", responses((status = 200, body = String)))]
pub(super) async fn liveness() -> &'static str {
    "alive\n"
}

/// Readiness check: the database answers, the clock is right, and the node is not shutting down.
#[utoipa::path(get, path = "/readyz", tag = "operation",
    responses((status = 200, body = String), (status = 503, body = ErrorBody)))]
pub(super) async fn readiness(State(site): State<Arc<Site>>) -> Response {
    match site.readiness() {
        Ok(()) => "ready\n".into_response(),
        // Load balancers ask every second; the log would be full of it.
        Err(reason) => ApiError::from(reason).into_quiet_response(),
    }
}

/// Returns the metrics in the OpenMetrics format, to requests from this machine and to administrators.
#[utoipa::path(get, path = "/metrics", tag = "operation",
    responses((status = 200, body = String, content_type = "application/openmetrics-text"), (status = "4XX", body = ErrorBody)))]
pub(super) async fn get_metrics(State(site): State<Arc<Site>>, viewer: Viewer) -> Result<Response, ApiError> {
    // A proxy on this machine that is not configured as trusted must not publish the metrics.
    let is_proxied = viewer.forwarded && site.config.trusted_proxies.is_empty();
    if !viewer.address.is_loopback() || is_proxied {
        viewer.require_admin()?;
    }
    Ok(render_metrics(State(site)).await)
}

/// Returns the metrics without authentication, for the monitoring address.
pub(super) async fn render_metrics(State(site): State<Arc<Site>>) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], site.read_metrics()).into_response()
}
