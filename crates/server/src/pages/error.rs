//! A page for what cannot be shown.

use std::fmt;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use maud::html;

use super::layout::Page;
use super::texts::Texts;
use crate::hall::ActError;
use crate::http::ApiError;
use crate::store::StoreError;

/// Why a page cannot be shown.
#[derive(Debug)]
pub(super) struct PageError(ApiError);

impl PageError {
    pub(super) fn internal(error: &dyn fmt::Display) -> Self {
        Self(ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", error.to_string()))
    }

    pub(super) fn nothing(what: &str) -> Self {
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
        let texts = Texts::of(draughts::Language::English);
        let message = self.0.body().message.clone();
        let page = Page { texts, title: &message, styles: &[], script: None, viewer: None, part: "" };
        let content = html! {
            h1 { (message) }
            p { a class="button main" href="/" { (texts.get("back-home")) } }
        };
        (self.0.status(), page.with(&content)).into_response()
    }
}

/// What a store or a hall cannot do, a page cannot show.
const _: fn(StoreError) -> PageError = PageError::from;
const _: fn(ActError) -> PageError = PageError::from;
