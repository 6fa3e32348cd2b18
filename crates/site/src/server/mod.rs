//! The HTTP server: routes, middleware and shutdown.

mod access_log;
mod admission;
mod connections;
mod headers;
mod lingering;
mod log_throttle;
mod refusal;
mod request_id;
mod stream;

use std::any::Any;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::{from_fn_with_state, map_response, map_response_with_state};
use axum::response::{IntoResponse, Response};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::{RequestBodyTimeoutLayer, TimeoutLayer};

use crate::config::{Connections, Timeouts};
use crate::error::SiteError;
use crate::error_code::ErrorCode;
use crate::limits::ConnectionLimits;
use crate::pages::error_pages;
use crate::site::{Site, closed};
use crate::web::body::MAX_BODY_BYTES;
use crate::web::error::ApiError;
use crate::{api, live, pages};
use access_log::access_log;
use admission::admission;
use connections::ConnectionServer;
use headers::{connection_close, security_headers};
use request_id::request_id;

/// Maximum time for live connections to close.
const LIVE_TIMEOUT: Duration = Duration::from_secs(2);
/// Maximum time for open requests to finish when the site is closed.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);
/// Limits on the connections of monitors.
const MONITOR_CONNECTIONS: Connections = Connections { max: 100, per_address: 100 };

/// Serves a site until it is closed, and finishes open requests.
pub async fn serve(site: &Arc<Site>, listener: TcpListener) {
    let jobs = site.start_background_jobs();
    let serving = connection_server(site, router(site), site.config.connections).serve(listener);
    let mut closing = site.closing.clone();
    let shutdown_timeout = async move {
        closed(&mut closing).await;
        tokio::time::sleep(SHUTDOWN_TIMEOUT).await;
    };
    tokio::select! {
        () = serving => {}
        () = shutdown_timeout => {}
    }
    // Live connections tell their clients that the site restarts.
    let deadline = Instant::now() + LIVE_TIMEOUT;
    while site.metrics.capacity.connections.get() > 0 && Instant::now() < deadline {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    site.sign_off().await;
    jobs.iter().for_each(JoinHandle::abort);
}

/// Serves metrics and health checks until the process ends, also while the site is being closed.
pub async fn serve_monitoring(site: &Arc<Site>, listener: TcpListener) {
    let (_never_closed, closing) = watch::channel(false);
    let server = connection_server(site, api::monitoring_routes(site), MONITOR_CONNECTIONS);
    ConnectionServer { closing, ..server }.serve(listener).await;
}

fn connection_server(site: &Site, router: Router, limits: Connections) -> ConnectionServer {
    ConnectionServer {
        router,
        limits: ConnectionLimits::new(limits),
        timeouts: site.config.timeouts,
        trusted_proxies: site.config.trusted_proxies.clone(),
        closing: site.closing.clone(),
    }
}

/// Returns all routes with their middleware.
fn router(site: &Arc<Site>) -> Router {
    let Timeouts { request, body, .. } = site.config.timeouts;
    api::routes()
        .merge(live::routes())
        .merge(pages::routes())
        .fallback(|| async { ApiError::from(SiteError::not_found("page")) })
        .method_not_allowed_fallback(|| async {
            ApiError::new(
                StatusCode::METHOD_NOT_ALLOWED,
                ErrorCode::BadMethod,
                "This address does not support the method.",
            )
        })
        // The first layer is the outermost.
        .layer((
            from_fn_with_state(Arc::clone(site), request_id),
            map_response_with_state(Arc::clone(site), connection_close),
            security_headers(&site.config),
            from_fn_with_state(Arc::clone(site), access_log),
            from_fn_with_state(Arc::clone(site), error_pages),
            from_fn_with_state(Arc::clone(site), admission),
            CatchPanicLayer::custom(panicked),
            map_response(timed_out),
            TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, request),
            RequestBodyTimeoutLayer::new(body),
            DefaultBodyLimit::max(MAX_BODY_BYTES),
        ))
        .with_state(Arc::clone(site))
}

/// Replaces the empty response of the timeout layer by an error.
async fn timed_out(response: Response) -> Response {
    let is_empty = response.extensions().get::<ApiError>().is_none();
    if response.status() == StatusCode::REQUEST_TIMEOUT && is_empty {
        return ApiError::request_timeout().into_response();
    }
    response
}

/// Logs a panic of a handler, and responds with an internal error.
#[allow(clippy::needless_pass_by_value, reason = "the layer passes it by value")]
fn panicked(panic: Box<dyn Any + Send>) -> Response {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    tracing::error!(panic = text.as_deref(), "handler_panicked");
    ApiError::from(SiteError::internal()).into_response()
}
