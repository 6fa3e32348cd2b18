//! The page on which one comes in and goes out.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use serde::Deserialize;
use texts::Texts;

use super::error::PageError;
use super::fields::{Field, Trouble, shown_again};
use super::forms::go;
use super::layout::Page;
use crate::error::SiteError;
use crate::site::Site;
use crate::web::body::Form;
use crate::web::session;
use crate::web::viewer::Viewer;

/// One of the two forms: where it is sent, its text, and what is wrong with it.
struct Door<'a> {
    action: &'a str,
    title: &'a str,
    /// What was typed, and what is wrong.
    filled: Option<(&'a str, &'a Trouble)>,
}

pub(super) async fn doors(viewer: Viewer) -> Response {
    // Who is in already finds the way out, and all else, in the settings.
    match viewer.named() {
        Ok(_) => Redirect::to("/settings").into_response(),
        Err(_) => page(&viewer, None).into_response(),
    }
}

/// The page; where something was refused, with the address of that form, what was typed, and what is wrong.
fn page(viewer: &Viewer, filled: Option<(&str, &str, &Trouble)>) -> Markup {
    let texts = Texts::of(viewer.language);
    let of = |action: &'static str, title: &'static str| Door {
        action,
        title,
        filled: filled.filter(|(at, ..)| *at == action).map(|(_, name, trouble)| (name, trouble)),
    };
    let content = html! {
        h1 { (texts.get("sign-in")) }
        div class="ways" {
            (door(texts, &of("/login", "sign-in"), None))
            (door(texts, &of("/signup", "sign-up"), Some(("name-hint", "password-hint"))))
        }
    };
    let title = texts.get("sign-in");
    let styles = &["home", "people"];
    Page { texts, title: &title, styles, script: None, viewer: Some(viewer), part: "" }.with(&content)
}

fn door(texts: &Texts, door: &Door<'_>, hints: Option<(&str, &str)>) -> Markup {
    let (typed, trouble) = door.filled.unzip();
    let new = hints.is_some();
    let name = Field {
        id: &format!("{}-name", door.title),
        name: "name",
        label: "name",
        kind: "text",
        value: typed.unwrap_or_default(),
        autocomplete: "username",
        hint: hints.map(|(name, _)| name),
        required: true,
    };
    let password = Field {
        id: &format!("{}-password", door.title),
        name: "password",
        label: "password",
        kind: "password",
        value: "",
        autocomplete: if new { "new-password" } else { "current-password" },
        hint: hints.map(|(_, password)| password),
        required: true,
    };
    html! {
        form class="card" method="post" action=(door.action) {
            h2 { (texts.get(door.title)) }
            @if new { p class="soft" { (texts.get("sign-up-why")) } }
            (Trouble::above(trouble))
            (name.draw(texts, trouble, "name"))
            (password.draw(texts, trouble, if new { "new" } else { "password" }))
            button class="main" { (texts.get(door.title)) }
        }
    }
}

/// A name and a password.
#[derive(Deserialize)]
pub(super) struct DoorForm {
    name: String,
    password: String,
}

/// Who was not let in sees the form again, with what was typed and why.
fn again(viewer: &Viewer, action: &str, name: &str, error: &SiteError) -> Response {
    let trouble = Trouble::of(error, Texts::of(viewer.language));
    shown_again(error, page(viewer, Some((action, name, &trouble))))
}

/// Logs in.
pub(super) async fn log_in(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Form(DoorForm { name, password }): Form<DoorForm>,
) -> Result<Response, PageError> {
    match site.accounts.log_in(viewer.address, &name, password).await {
        Ok(account) => Ok(go("/", Some(session::open(&site, &viewer, &account).await?))),
        Err(error) => Ok(again(&viewer, "/login", &name, &error)),
    }
}

/// Makes an account; a guest keeps the games.
pub(super) async fn sign_up(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Form(DoorForm { name, password }): Form<DoorForm>,
) -> Result<Response, PageError> {
    match site.accounts.sign_up(viewer.address, viewer.account(), &name, password, None).await {
        Ok(account) => Ok(go("/", session::open_unless(&site, &viewer, &account).await?)),
        Err(error) => Ok(again(&viewer, "/signup", &name, &error)),
    }
}

/// Logs out.
pub(super) async fn log_out(State(site): State<Arc<Site>>, viewer: Viewer) -> Result<Response, PageError> {
    Ok(go("/", Some(session::end(&site, &viewer).await?)))
}
