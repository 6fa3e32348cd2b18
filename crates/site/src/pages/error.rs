//! Errors of page handlers.

use std::fmt;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};

use crate::error::{ErrorCategory, SiteError};
use crate::error_code::ErrorCode;
use crate::web::body::{PathId, ResourceId};
use crate::web::error::ApiError;

/// An error of a page handler.
#[derive(Debug)]
pub(super) struct PageError(ApiError);

/// A response extension: the error is shown as a page, whatever the request accepts.
#[derive(Clone, Copy)]
pub(super) struct RenderAsPage;

impl PageError {
    /// Returns an internal error.
    pub(super) fn internal(error: &dyn fmt::Display) -> Self {
        Self(SiteError::new(ErrorCategory::Internal, ErrorCode::Internal, error.to_string()).into())
    }

    /// Returns the error that a resource of a kind does not exist.
    pub(super) fn not_found(kind: &'static str) -> Self {
        Self(SiteError::not_found(kind).into())
    }
}

impl<E: Into<ApiError>> From<E> for PageError {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

/// An id in the path of a page.
pub(super) struct PageId<T>(pub(super) T);

impl<S: Send + Sync, T: ResourceId> FromRequestParts<S> for PageId<T> {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, PageError> {
        let PathId(id) = PathId::from_request_parts(parts, state).await?;
        Ok(Self(id))
    }
}

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        let mut response = self.0.into_response();
        response.extensions_mut().insert(RenderAsPage);
        response
    }
}
