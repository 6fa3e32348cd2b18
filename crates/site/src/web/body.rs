//! Request extractors whose rejections are [`ApiError`]s.

use std::error::Error;
use std::iter::successors;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::to_bytes;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;
use tokio_stream::StreamExt;
use tower_http::timeout::TimeoutError;

use crate::error::SiteError;
use crate::error_code::ErrorCode;
use crate::limits::BodyBytes;
use crate::site::Site;
use crate::web::error::ApiError;
use crate::web::viewer::address;
use play::id::{ChallengeId, CredentialId, GameId, SavedRulesId};

/// Maximum length of a JSON body or a form, in bytes.
pub(crate) const MAX_BODY_BYTES: usize = 64 * 1024;
/// Maximum length of a long JSON body, in bytes.
const MAX_LARGE_BODY_BYTES: usize = 1 << 20;

/// A JSON body of at most 64 KiB.
///
/// tower-http's layer for the limit would respond in plain text.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        check_json(&request)?;
        let bytes = to_bytes(request.into_body(), MAX_BODY_BYTES)
            .await
            .map_err(|error| unreadable(&error, MAX_BODY_BYTES))?;
        Ok(Self(parse(&bytes)?))
    }
}

/// A JSON body of at most 1 MiB that is not parsed yet, because that can take long. All long bodies share a limit on
/// memory, so handlers keep this value until they have answered.
pub(crate) struct LargeBody {
    bytes: Vec<u8>,
    /// Counts the bytes until it is dropped.
    _counted: BodyBytes,
}

impl LargeBody {
    /// Parses the body.
    pub(crate) fn parse<T: DeserializeOwned>(&self) -> Result<T, SiteError> {
        parse(&self.bytes)
    }
}

impl FromRequest<Arc<Site>> for LargeBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, site: &Arc<Site>) -> Result<Self, ApiError> {
        check_json(&request)?;
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        let mut counted = site.begin_body(address(peer, request.headers(), &site.config));
        let mut parts = request.into_body().into_data_stream();
        let mut bytes = Vec::new();
        while let Some(part) = parts.next().await {
            let part = part.map_err(|error| unreadable(&error, MAX_LARGE_BODY_BYTES))?;
            let length = bytes.len() + part.len();
            if length > MAX_LARGE_BODY_BYTES {
                return Err(too_long(MAX_LARGE_BODY_BYTES));
            }
            if length > MAX_BODY_BYTES {
                counted.grow(length)?;
            }
            bytes.extend_from_slice(&part);
        }
        Ok(Self { bytes, _counted: counted })
    }
}

fn check_json(request: &Request) -> Result<(), ApiError> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let is_json = kind.is_some_and(|kind| {
        kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
    });
    if is_json {
        return Ok(());
    }
    Err(ApiError::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ErrorCode::NotJson,
        "Send JSON, with the header content-type: application/json.",
    ))
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, SiteError> {
    serde_json::from_slice(bytes)
        .map_err(|error| SiteError::bad_request(format!("The JSON is invalid: {error}.")))
}

/// Returns the error of a body that could not be received.
fn unreadable(error: &(dyn Error + 'static), max: usize) -> ApiError {
    if has_timed_out(error) { ApiError::request_timeout() } else { too_long(max) }
}

fn too_long(max: usize) -> ApiError {
    let message = format!("The request is too long: at most {max} bytes are allowed.");
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, ErrorCode::TooLarge, message)
}

/// Returns whether an error was caused by a body that did not arrive in time.
fn has_timed_out(error: &(dyn Error + 'static)) -> bool {
    successors(Some(error), |&error| error.source()).any(<dyn Error>::is::<TimeoutError>)
}

/// The fields of an HTML form.
pub(crate) struct Form<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Form<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let form = axum::Form::from_request(request, state).await;
        form.map(|axum::Form(form)| Self(form)).map_err(|rejection| match rejection.status() {
            _ if has_timed_out(&rejection) => ApiError::request_timeout(),
            status @ StatusCode::PAYLOAD_TOO_LARGE => {
                ApiError::new(status, ErrorCode::TooLarge, "The form is too long.")
            }
            status => ApiError::new(status, ErrorCode::BadRequest, "The fields of the form are invalid."),
        })
    }
}

/// The query parameters.
pub(crate) struct Params<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = Query::from_request_parts(parts, state).await;
        query.map(|Query(params)| Self(params)).map_err(|error| {
            SiteError::bad_request(format!("The query parameters are invalid: {}.", error.body_text())).into()
        })
    }
}

/// An id in the path. A malformed id is rejected with 404, as one that does not exist.
pub(crate) struct PathId<T>(pub(crate) T);

/// The resource that an id identifies, named in the error if it does not exist.
pub(crate) trait ResourceId: std::str::FromStr {
    const NAME: &'static str;
}

impl ResourceId for GameId {
    const NAME: &'static str = "game";
}

impl ResourceId for ChallengeId {
    const NAME: &'static str = "challenge";
}

impl ResourceId for CredentialId {
    const NAME: &'static str = "session or token";
}

impl ResourceId for SavedRulesId {
    const NAME: &'static str = "saved rule set";
}

/// The public number of a game.
impl ResourceId for u64 {
    const NAME: &'static str = "game";
}

impl<S: Send + Sync, T: ResourceId> FromRequestParts<S> for PathId<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        let text = path.map(|Path(text)| text).unwrap_or_default();
        text.parse().map(Self).map_err(|_| SiteError::not_found(T::NAME).into())
    }
}
