//! Fields of forms, and forms that are shown again because something in them cannot be used.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use texts::Texts;

use super::refusal::{Told, told};
use crate::error::SiteError;
use crate::error_code::ErrorCode;
use crate::web::error::ApiError;

/// Why a form is shown again.
pub(super) struct Trouble {
    /// At which field; nothing: at none in particular.
    field: &'static str,
    text: String,
}

impl Trouble {
    /// What was refused, at the field that is to blame.
    pub(super) fn of(error: &SiteError, texts: &Texts) -> Self {
        let field = match (error.body().code, error.kind()) {
            (ErrorCode::BadName | ErrorCode::NameTaken, _) => "name",
            (ErrorCode::WrongPassword, Some("old")) => "old",
            (ErrorCode::WrongPassword, _) => "password",
            (ErrorCode::BadPassword, _) => "new",
            (ErrorCode::BadEmail, _) => "email",
            (ErrorCode::BadTokenWish, Some(field)) => field,
            (ErrorCode::BadProposal, Some(kind)) if kind.starts_with("rated") => "rated",
            (ErrorCode::NoAccount, Some("rated")) => "rated",
            (ErrorCode::BadProposal, Some("challenger-begins")) => "colour",
            _ => "",
        };
        let Told { what, next } = told(texts, error);
        Self { field, text: format!("{what} {next}") }
    }

    /// What is wrong with the form as a whole.
    pub(super) fn above(trouble: Option<&Self>) -> Markup {
        let whole = trouble.filter(|trouble| trouble.field.is_empty());
        html! { @if let Some(trouble) = whole { p class="wrong" role="alert" { (trouble.text) } } }
    }

    /// What is wrong with a field, and the id by which the field refers to it.
    pub(super) fn at(trouble: Option<&Self>, field: &str, id: &str) -> (Option<String>, Markup) {
        match trouble.filter(|trouble| trouble.field == field) {
            None => (None, html! {}),
            Some(trouble) => {
                let id = format!("{id}-wrong");
                let text = html! { p class="wrong" id=(id) role="alert" { (trouble.text) } };
                (Some(id), text)
            }
        }
    }
}

/// A field in which something is typed.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    pub(super) id: &'a str,
    pub(super) name: &'a str,
    /// The name of its text.
    pub(super) label: &'a str,
    /// `text`, `password`, `email`, `number`.
    pub(super) kind: &'a str,
    /// What was typed before.
    pub(super) value: &'a str,
    pub(super) autocomplete: &'a str,
    /// What may be typed: the name of a text.
    pub(super) hint: Option<&'a str>,
    pub(super) required: bool,
}

impl Field<'_> {
    /// The field, with what is wrong with it if `blamed` is to blame.
    pub(super) fn draw(&self, texts: &Texts, trouble: Option<&Trouble>, blamed: &str) -> Markup {
        let (wrong, text) = Trouble::at(trouble, blamed, self.id);
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

/// A form that is shown again, with the status of what was refused.
pub(super) fn shown_again(error: &SiteError, page: Markup) -> Response {
    let mut response = (ApiError::from(error.clone()).status(), page).into_response();
    if let Some(wait) = error.wait() {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait));
    }
    response
}
