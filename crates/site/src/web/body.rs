//! Request extractors whose rejections are [`ApiError`]s.

use std::error::Error;
use std::iter::successors;

use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;
use tower_http::timeout::TimeoutError;

use crate::error::SiteError;
use crate::error_code::ErrorCode;
use crate::web::error::ApiError;
use play::id::{ChallengeId, CredentialId, GameId, SavedRulesId};

/// Default maximum length of a JSON body, in bytes.
pub(crate) const MAX_BODY_BYTES: usize = 64 * 1024;

/// A JSON body of at most `MAX` bytes.
///
/// The limit is part of the type, so that the handler shows it; tower-http's layer would respond in plain text.
pub(crate) struct Body<T, const MAX: usize = MAX_BODY_BYTES>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned, const MAX: usize> FromRequest<S> for Body<T, MAX> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        Ok(Self(JsonText::<MAX>::from_request(request, state).await?.parse()?))
    }
}

/// A JSON body of at most `MAX` bytes that is not parsed yet, because it may be long.
pub(crate) struct JsonText<const MAX: usize>(Bytes);

impl<const MAX: usize> JsonText<MAX> {
    /// Parses the body.
    pub(crate) fn parse<T: DeserializeOwned>(&self) -> Result<T, SiteError> {
        serde_json::from_slice(&self.0)
            .map_err(|error| SiteError::bad_request(format!("The JSON is invalid: {error}.")))
    }
}

impl<S: Send + Sync, const MAX: usize> FromRequest<S> for JsonText<MAX> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let json = kind.is_some_and(|kind| {
            kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
        });
        if !json {
            return Err(ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                ErrorCode::NotJson,
                "Send JSON, with the header content-type: application/json.",
            ));
        }
        let bytes = to_bytes(request.into_body(), MAX).await.map_err(|error| {
            if has_timed_out(&error) {
                return ApiError::request_timeout();
            }
            let message = format!("The request is too long: at most {MAX} bytes are allowed.");
            ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, ErrorCode::TooLarge, message)
        })?;
        Ok(Self(bytes))
    }
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
    const NAME: &'static str = "house rules";
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
