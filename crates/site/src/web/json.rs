//! Responses that are serialised on the thread that computes them.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// A JSON response that is already serialised, because it may be long.
pub(crate) struct JsonResponse(Vec<u8>);

impl JsonResponse {
    /// Serialises a response.
    pub(crate) fn of(content: &impl Serialize) -> Self {
        // Serialising the types of the API does not fail.
        Self(serde_json::to_vec(content).unwrap_or_default())
    }
}

impl IntoResponse for JsonResponse {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], self.0).into_response()
    }
}
