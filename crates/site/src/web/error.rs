//! Errors as HTTP responses: a status and a JSON body `{code, message, details}`.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::error::{ErrorCategory, SiteError};
use crate::error_code::ErrorCode;
use bus::request_id;

/// An error with its HTTP status.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    error: SiteError,
}

impl ApiError {
    /// Creates an error that exists only in HTTP, such as a method that is not allowed.
    pub(crate) fn new(status: StatusCode, code: ErrorCode, message: impl Into<String>) -> Self {
        let sort = if status.is_server_error() { ErrorCategory::Internal } else { ErrorCategory::BadRequest };
        Self { status, error: SiteError::new(sort, code, message) }
    }

    /// Returns the error of a request that did not arrive, or was not answered, in time.
    pub(crate) fn request_timeout() -> Self {
        let message = "This request took too long. Send it again.";
        Self::new(StatusCode::REQUEST_TIMEOUT, ErrorCode::RequestTimeout, message)
    }

    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    pub(crate) fn error(&self) -> &SiteError {
        &self.error
    }

    /// Returns the response without logging it.
    pub(crate) fn into_quiet_response(self) -> Response {
        let signed = Self { error: self.error.with_request_id(request_id::current().as_ref()), ..self };
        let mut response = (signed.status, Json(signed.error.body())).into_response();
        if let Some(wait) = signed.error.retry_after() {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait));
        }
        // The middleware `error_pages` replaces the response by a page where a browser asked.
        response.extensions_mut().insert(signed);
        response
    }
}

impl<E: Into<SiteError>> From<E> for ApiError {
    fn from(error: E) -> Self {
        let error = error.into();
        let status = match error.category() {
            ErrorCategory::BadRequest => StatusCode::BAD_REQUEST,
            ErrorCategory::Unauthenticated => StatusCode::UNAUTHORIZED,
            ErrorCategory::Forbidden => StatusCode::FORBIDDEN,
            ErrorCategory::NotFound => StatusCode::NOT_FOUND,
            ErrorCategory::Conflict => StatusCode::CONFLICT,
            ErrorCategory::Unprocessable => StatusCode::UNPROCESSABLE_ENTITY,
            ErrorCategory::RateLimited => StatusCode::TOO_MANY_REQUESTS,
            ErrorCategory::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            ErrorCategory::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self { status, error }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, message) = (self.status.as_u16(), &self.error.body().message);
        match self.status {
            StatusCode::SERVICE_UNAVAILABLE => {
                tracing::warn!(status, message, "request_rejected_unavailable");
            }
            _ if self.status.is_server_error() => tracing::error!(status, message, "request_failed"),
            _ => {}
        }
        self.into_quiet_response()
    }
}
