//! Fields of forms, and forms that are shown again because their input was rejected.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use texts::Texts;

use super::error_page::{ErrorText, error_text};
use crate::error::SiteError;
use crate::error_code::ErrorCode;
use crate::web::error::ApiError;

/// The reason why a form was rejected.
pub(super) struct FormError {
    /// The name of the field; empty if the error is about the whole form.
    field: &'static str,
    text: String,
}

impl FormError {
    /// Returns an error with the field that caused it.
    pub(super) fn of(error: &SiteError, texts: &Texts) -> Self {
        let field = match (error.body().code, error.kind()) {
            (ErrorCode::BadName | ErrorCode::NameTaken, _) => "name",
            (ErrorCode::WrongPassword, Some("old")) => "old",
            (ErrorCode::WrongPassword, _) => "password",
            (ErrorCode::BadPassword, _) => "new",
            (ErrorCode::BadEmail, _) => "email",
            (ErrorCode::BadTokenRequest, Some(field)) => field,
            (ErrorCode::BadProposal, Some(kind)) if kind.starts_with("rated") => "rated",
            (ErrorCode::NoAccount, Some("rated")) => "rated",
            (ErrorCode::BadProposal, Some("challenger-begins")) => "colour",
            _ => "",
        };
        let ErrorText { what, next } = error_text(texts, error);
        Self { field, text: format!("{what} {next}") }
    }

    /// Returns the message about the whole form, if there is one.
    pub(super) fn above(error: Option<&Self>) -> Markup {
        let error = error.filter(|error| error.field.is_empty());
        html! { @if let Some(error) = error { p class="wrong" role="alert" { (error.text) } } }
    }

    /// Returns the message about a field, if there is one, and the id by which the field refers to it.
    pub(super) fn at(error: Option<&Self>, field: &str, id: &str) -> (Option<String>, Markup) {
        match error.filter(|error| error.field == field) {
            None => (None, html! {}),
            Some(error) => {
                let id = format!("{id}-wrong");
                let text = html! { p class="wrong" id=(id) role="alert" { (error.text) } };
                (Some(id), text)
            }
        }
    }
}

/// An input field.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    pub(super) id: &'a str,
    pub(super) name: &'a str,
    /// The name of the text of the label.
    pub(super) label: &'a str,
    /// `text`, `password`, `email`, `number`.
    pub(super) kind: &'a str,
    /// The initial value.
    pub(super) value: &'a str,
    pub(super) autocomplete: &'a str,
    /// The name of the text of the hint.
    pub(super) hint: Option<&'a str>,
    pub(super) required: bool,
}

impl Field<'_> {
    /// Renders the field, with the error if it is about the field `error_field`.
    pub(super) fn render(&self, texts: &Texts, error: Option<&FormError>, error_field: &str) -> Markup {
        let (wrong, text) = FormError::at(error, error_field, self.id);
        let hint = self.hint.map(|hint| (format!("{}-hint", self.id), texts.get(hint)));
        let described = [hint.as_ref().map(|(id, _)| id.clone()), wrong.clone()];
        let described: Vec<String> = described.into_iter().flatten().collect();
        let described = (!described.is_empty()).then(|| described.join(" "));
        html! {
            label for=(self.id) { (texts.get(self.label)) }
            @if let Some((id, hint)) = &hint { p class="hint" id=(id) { (hint) } }
            input type=(self.kind) id=(self.id) name=(self.name) value=[Some(self.value).filter(|value| !value.is_empty())]
                autocomplete=(self.autocomplete) required[self.required] aria-describedby=[described]
                aria-invalid=[wrong.is_some().then_some("true")];
            (text)
        }
    }
}

/// Returns a page with a rejected form, with the status of the error.
pub(super) fn rejected_form(error: &SiteError, page: Markup) -> Response {
    let mut response = (ApiError::from(error.clone()).status(), page).into_response();
    if let Some(wait) = error.retry_after() {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait));
    }
    response
}
