//! For whoever watches over the site.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::error::{ApiError, ErrorBody};
use super::viewer::Viewer;
use crate::site::Site;
use crate::time::Timestamp;

/// Is the process alive?
#[utoipa::path(get, path = "/healthz", tag = "operation", responses((status = 200, body = String)))]
pub(super) async fn alive() -> &'static str {
    "alive\n"
}

/// Can it serve? The database answers, and the site is not being closed.
#[utoipa::path(get, path = "/readyz", tag = "operation",
    responses((status = 200, body = String), (status = 503, body = ErrorBody)))]
pub(super) async fn ready(State(site): State<Arc<Site>>) -> Result<&'static str, ApiError> {
    if *site.closing.borrow() {
        return Err(crate::store::StoreError::Closed.into());
    }
    site.store.overdue(Timestamp(0), 1).await?;
    Ok("ready\n")
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
    let metrics = &site.metrics;
    metrics.computer_waiting.set(i64::try_from(site.computer.waiting()).unwrap_or(i64::MAX));
    let moves = site.computer.played();
    metrics.computer_moves.inc_by(moves.saturating_sub(metrics.computer_moves.get()));
    metrics.commits.inc_by(site.store.commits().saturating_sub(metrics.commits.get()));
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], metrics.text()).into_response())
}
