//! What holds for every request: how often, from where, and with which headers the answer goes out.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::error::ApiError;
use super::viewer::{COOKIE, address};
use crate::config::Config;
use crate::metrics::Status;
use crate::pages::Asked;
use crate::site::Site;

/// Nothing but our own scripts, styles and pictures; nobody may frame us.
const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
     manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

pub(super) async fn guard(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
    let from = address(peer, request.headers(), &site.config);
    let checked = site
        .limits
        .request(from)
        .map_err(ApiError::from)
        .and_then(|()| check_origin(request.method(), request.headers(), &site.config));
    let (asked, request) = Asked::note(request);
    let response = match checked {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    let mut response = match asked {
        Some(asked) => asked.dress(&site, response).await,
        None => response,
    };
    site.metrics.requests.get_or_create(&Status { status: response.status().as_u16() }).inc();
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, CSP);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "same-origin");
    set(header::CACHE_CONTROL, "no-store");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    if site.config.origin.as_deref().is_some_and(|origin| origin.starts_with("https://")) {
        set(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
    response
}

/// Another site's page must not act in the name of whoever looks at it.
fn check_origin(method: &Method, headers: &HeaderMap, config: &Config) -> Result<(), ApiError> {
    let upgrade = headers.contains_key(header::SEC_WEBSOCKET_KEY);
    let safe = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) && !upgrade;
    if safe {
        return Ok(());
    }
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let ours = |origin: &str| match (&config.origin, text(header::HOST)) {
        (Some(ours), _) => origin.eq_ignore_ascii_case(ours),
        (None, Some(host)) => {
            origin.split_once("://").is_some_and(|(_, authority)| authority.eq_ignore_ascii_case(host))
        }
        (None, None) => false,
    };
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let has_session = cookies.flat_map(|line| line.split(';')).any(|pair| pair.trim().starts_with(COOKIE));
    match text(header::ORIGIN) {
        Some(origin) if ours(origin) => Ok(()),
        Some(_) => Err(ApiError::forbidden(
            "other-origin",
            "This request comes from another site's page, and is not carried out.",
        )),
        // A browser always says where such a request comes from; a program with a token need not.
        None if has_session => Err(ApiError::forbidden(
            "no-origin",
            "With a session, send the header origin with the address of this site; programs use a token instead.",
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_pages_act_with_a_session() {
        let mut config = Config::new(([127, 0, 0, 1], 0).into(), std::path::PathBuf::from("x"));
        let check = |config: &Config, method, pairs: &[(&'static str, &str)]| {
            let pair = |(name, value): &(&'static str, &str)| {
                (name.parse().expect("a name"), value.parse().expect("a value"))
            };
            let headers: HeaderMap = pairs.iter().map(pair).collect();
            check_origin(&method, &headers, config).map_err(|error| error.body().code)
        };
        let (host, session) = (("host", "play.example:80"), ("cookie", "a=b; crownhead_session=x"));
        let (own, other) = (("origin", "http://play.example:80"), ("origin", "http://evil.example"));
        assert_eq!(check(&config, Method::GET, &[host, other, session]), Ok(()));
        assert_eq!(check(&config, Method::POST, &[host, own, session]), Ok(()));
        assert_eq!(check(&config, Method::POST, &[host, other]), Err("other-origin"));
        assert_eq!(check(&config, Method::DELETE, &[host, ("origin", "null")]), Err("other-origin"));
        assert_eq!(check(&config, Method::POST, &[host, session]), Err("no-origin"));
        assert_eq!(check(&config, Method::POST, &[host]), Ok(()));
        let socket = ("sec-websocket-key", "x");
        assert_eq!(check(&config, Method::GET, &[host, socket, other]), Err("other-origin"));
        assert_eq!(check(&config, Method::GET, &[host, socket, session]), Err("no-origin"));
        config.origin = Some("https://draughts.example".to_owned());
        assert_eq!(check(&config, Method::POST, &[host, own, session]), Err("other-origin"));
        assert_eq!(check(&config, Method::POST, &[host, ("origin", "https://draughts.example")]), Ok(()));
    }
}
