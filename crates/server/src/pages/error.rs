//! What a page cannot do, on its way to being told.

use std::fmt;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::hall::ActError;
use crate::http::ApiError;
use crate::store::StoreError;

/// Why a page cannot be shown.
#[derive(Debug)]
pub(super) struct PageError(ApiError);

/// Who asked for this asked for a page, whatever the request says about it.
#[derive(Clone, Copy)]
pub(super) struct AsPage;

impl PageError {
    pub(super) fn internal(error: &dyn fmt::Display) -> Self {
        Self(ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", error.to_string()))
    }

    pub(super) fn nothing(what: &'static str) -> Self {
        Self(ApiError::nothing(what))
    }
}

impl<E: Into<ApiError>> From<E> for PageError {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        let mut response = self.0.into_response();
        response.extensions_mut().insert(AsPage);
        response
    }
}

/// What a store or a hall cannot do, a page cannot show.
const _: fn(StoreError) -> PageError = PageError::from;
const _: fn(ActError) -> PageError = PageError::from;
