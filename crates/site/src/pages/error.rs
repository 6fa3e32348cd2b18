//! What a page cannot do, on its way to being told.

use std::fmt;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};

use crate::error::{ErrorCategory, SiteError};
use crate::error_code::ErrorCode;
use crate::web::body::{IdOf, PathId};
use crate::web::error::ApiError;

/// Why a page cannot be shown.
#[derive(Debug)]
pub(super) struct PageError(ApiError);

/// Who asked for this asked for a page, whatever the request says about it.
#[derive(Clone, Copy)]
pub(super) struct AsPage;

impl PageError {
    pub(super) fn internal(error: &dyn fmt::Display) -> Self {
        Self(SiteError::new(ErrorCategory::Internal, ErrorCode::Internal, error.to_string()).into())
    }

    pub(super) fn nothing(what: &'static str) -> Self {
        Self(SiteError::not_found(what).into())
    }
}

impl<E: Into<ApiError>> From<E> for PageError {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

/// An id in the address of a page.
pub(super) struct PageId<T>(pub(super) T);

impl<S: Send + Sync, T: IdOf> FromRequestParts<S> for PageId<T> {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, PageError> {
        let PathId(id) = PathId::from_request_parts(parts, state).await?;
        Ok(Self(id))
    }
}

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        let mut response = self.0.into_response();
        response.extensions_mut().insert(AsPage);
        response
    }
}
