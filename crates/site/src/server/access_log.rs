//! Logs and counts each request.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::Response;

use crate::metrics::{Route, Status};
use crate::site::Site;

/// Logs and counts a request when its response begins.
pub(super) async fn access_log(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let (started, route) = (Instant::now(), route(&request));
    let response = next.run(request).await;
    let (took, status) = (started.elapsed(), response.status().as_u16());
    let (Route { method, route: path }, milliseconds) = (&route, took.as_micros() as f64 / 1000.0);
    tracing::info!(method, route = path, status, milliseconds, "request");
    site.metrics.health.requests.get_or_create(&Status { status }).inc();
    site.metrics.latency.requests.get_or_create(&route).observe(took.as_secs_f64());
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if kind.is_some_and(|kind| kind.starts_with("text/html")) {
        site.metrics.latency.pages.observe(took.as_secs_f64());
    }
    response
}

/// Returns the route of a request. The path itself is not logged: anybody who knows the id of a challenge can accept it.
fn route(request: &Request) -> Route {
    let path = request.extensions().get::<MatchedPath>().map_or("unknown", MatchedPath::as_str);
    let methods = ["GET", "POST", "HEAD", "DELETE", "PUT", "PATCH", "OPTIONS"];
    let method = methods.into_iter().find(|method| *method == request.method().as_str()).unwrap_or("other");
    Route { method, route: path.to_owned() }
}
