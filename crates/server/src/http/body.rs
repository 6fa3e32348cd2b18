//! What clients send, read with care: what cannot be used is refused with a sentence.

use axum::body::to_bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;

use super::error::ApiError;
use crate::id::{ChallengeId, GameId, KeyId, ShelfId};

/// No request is longer.
pub(super) const LONGEST: usize = 64 * 1024;

/// A JSON body of so many bytes at the most.
pub(super) struct Body<T, const MOST: usize = LONGEST>(pub(super) T);

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
                "not-json",
                "Send JSON, with the header content-type: application/json.",
            ));
        }
        let bytes = to_bytes(request.into_body(), MOST).await.map_err(|_| {
            ApiError::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "too-large",
                format!("A request has {MOST} bytes at the most."),
            )
        })?;
        serde_json::from_slice(&bytes).map(Self).map_err(|error| {
            ApiError::bad_request(format!("The JSON that was sent cannot be used: {error}."))
        })
    }
}

/// What stands after the question mark.
pub(super) struct Params<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = Query::from_request_parts(parts, state).await;
        query.map(|Query(params)| Self(params)).map_err(|error| {
            ApiError::bad_request(format!("The parameters cannot be used: {}.", error.body_text()))
        })
    }
}

/// An id in the path; one that cannot be is as good as one that is not there.
pub(super) struct PathId<T>(pub(super) T);

/// What an id is of, for who asks for one that is not there.
pub(super) trait IdOf: std::str::FromStr {
    const WHAT: &'static str;
}

impl IdOf for GameId {
    const WHAT: &'static str = "game";
}

impl IdOf for ChallengeId {
    const WHAT: &'static str = "challenge";
}

impl IdOf for KeyId {
    const WHAT: &'static str = "session or token";
}

impl IdOf for ShelfId {
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
        text.parse().map(Self).map_err(|_| ApiError::nothing(T::WHAT))
    }
}
