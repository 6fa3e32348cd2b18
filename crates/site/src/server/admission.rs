//! Checks before a request is handled: its rate, its origin, and whether a live connection would last.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::config::Config;
use crate::error::SiteError;
use crate::error_code::ErrorCode;
use crate::site::{NotReady, Site};
use crate::web::cookies::{self, SESSION};
use crate::web::error::ApiError;
use crate::web::viewer::address;

/// Passes a request on, or responds why not.
pub(super) async fn admission(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
    let headers = request.headers();
    let checked = site
        .admit(address(peer, headers, &site.config))
        .and_then(|()| check_origin(request.method(), headers, &site.config))
        .and_then(|()| check_staying(headers, &site));
    match checked {
        Ok(()) => next.run(request).await,
        Err(error) => ApiError::from(error).into_response(),
    }
}

/// Refuses live connections to a node that is about to stop. A proxy takes them to another one.
fn check_staying(headers: &HeaderMap, site: &Site) -> Result<(), SiteError> {
    let upgrade = headers.contains_key(header::SEC_WEBSOCKET_KEY);
    if upgrade && site.is_leaving() { Err(NotReady::Leaving.into()) } else { Ok(()) }
}

/// Refuses requests by which another site's page would act in the name of its visitor.
///
/// Not tower-http's CSRF layer: programs send no origin, and each refusal has a code and a sentence of its own.
fn check_origin(method: &Method, headers: &HeaderMap, config: &Config) -> Result<(), SiteError> {
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
    match text(header::ORIGIN) {
        Some(origin) if ours(origin) => Ok(()),
        Some(_) => Err(SiteError::forbidden(
            ErrorCode::OtherOrigin,
            "This request comes from another site's page, and is not carried out.",
        )),
        // A browser always says where such a request comes from; a program with a token need not.
        None if cookies::get(headers, SESSION).is_some() => Err(SiteError::forbidden(
            ErrorCode::NoOrigin,
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
            check_origin(&method, &headers, config).map_err(|error| error.body().code.as_str())
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
