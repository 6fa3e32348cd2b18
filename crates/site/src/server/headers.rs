//! The headers of every response.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use tower_http::set_header::response::SetMultipleResponseHeadersLayer;

use crate::config::Config;
use crate::site::Site;

/// Allows only our own scripts, styles and pictures, and no frames.
const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
     manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Returns the layer that adds security headers, unless a handler has set them.
pub(super) fn security_headers(config: &Config) -> SetMultipleResponseHeadersLayer<Response> {
    let https = config.origin.as_deref().is_some_and(|origin| origin.starts_with("https://"));
    let always = [
        (header::CONTENT_SECURITY_POLICY, CSP),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    let over_https = https.then_some((header::STRICT_TRANSPORT_SECURITY, "max-age=31536000"));
    let headers = always.into_iter().chain(over_https);
    let headers = headers.map(|(name, value)| (name, HeaderValue::from_static(value)).into());
    SetMultipleResponseHeadersLayer::if_not_present(headers.collect())
}

/// Closes the connections of a node that is shutting down, so that clients reconnect to another one.
pub(super) async fn connection_close(State(site): State<Arc<Site>>, mut response: Response) -> Response {
    if site.is_draining() && response.status() != StatusCode::SWITCHING_PROTOCOLS {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}
