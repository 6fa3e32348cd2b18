//! What clients send, read with care: what cannot be used is refused with a sentence.

use std::error::Error;
use std::iter::successors;

use axum::body::to_bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;
use tower_http::timeout::TimeoutError;

use crate::error::SiteError;
use crate::error_code::ErrorCode;
use crate::web::error::ApiError;
use play::id::{ChallengeId, CredentialId, GameId, SavedRulesId};

/// No request is longer.
pub(crate) const LONGEST: usize = 64 * 1024;

/// A JSON body of so many bytes at the most.
///
/// The limit is part of the type, so that it stands at the handler; tower-http's layer would respond in plain text.
pub(crate) struct Body<T, const MOST: usize = LONGEST>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned, const MOST: usize> FromRequest<S> for Body<T, MOST> {
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
        let bytes = to_bytes(request.into_body(), MOST).await.map_err(|error| {
            if has_timed_out(&error) {
                return ApiError::request_timeout();
            }
            let message = format!("A request has {MOST} bytes at the most.");
            ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, ErrorCode::TooLarge, message)
        })?;
        serde_json::from_slice(&bytes).map(Self).map_err(|error| {
            SiteError::bad_request(format!("The JSON that was sent cannot be used: {error}.")).into()
        })
    }
}

/// Returns whether a body was not read because it did not arrive in time.
fn has_timed_out(error: &(dyn Error + 'static)) -> bool {
    successors(Some(error), |&error| error.source()).any(<dyn Error>::is::<TimeoutError>)
}

/// What a form on a page sends.
pub(crate) struct Form<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Form<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let form = axum::Form::from_request(request, state).await;
        form.map(|axum::Form(form)| Self(form)).map_err(|rejection| match rejection.status() {
            _ if has_timed_out(&rejection) => ApiError::request_timeout(),
            status @ StatusCode::PAYLOAD_TOO_LARGE => {
                ApiError::new(status, ErrorCode::TooLarge, "That is too long.")
            }
            status => ApiError::new(status, ErrorCode::BadRequest, "The fields of the form cannot be used."),
        })
    }
}

/// What stands after the question mark.
pub(crate) struct Params<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = Query::from_request_parts(parts, state).await;
        query.map(|Query(params)| Self(params)).map_err(|error| {
            SiteError::bad_request(format!("The parameters cannot be used: {}.", error.body_text())).into()
        })
    }
}

/// An id in the path; one that cannot be is as good as one that is not there.
pub(crate) struct PathId<T>(pub(crate) T);

/// What an id is of, for who asks for one that is not there.
pub(crate) trait IdOf: std::str::FromStr {
    const WHAT: &'static str;
}

impl IdOf for GameId {
    const WHAT: &'static str = "game";
}

impl IdOf for ChallengeId {
    const WHAT: &'static str = "challenge";
}

impl IdOf for CredentialId {
    const WHAT: &'static str = "session or token";
}

impl IdOf for SavedRulesId {
    const WHAT: &'static str = "house rules";
}

/// The number of a game.
impl IdOf for u64 {
    const WHAT: &'static str = "game";
}

impl<S: Send + Sync, T: IdOf> FromRequestParts<S> for PathId<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        let text = path.map(|Path(text)| text).unwrap_or_default();
        text.parse().map(Self).map_err(|_| SiteError::nothing(T::WHAT).into())
    }
}
