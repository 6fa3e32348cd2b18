//! The start page: three ways to play, and the running games.

mod feed;
mod fragments;
mod live;

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use draughts::{Position, Rules};
use maud::{Markup, html};

use super::board::picture;
use super::error::PageError;
use super::families::DEFAULT_RULES;
use super::fields::{self, FormError};
use super::game_form::GameForm;
use super::layout::Page;
use super::play_form::PlayForm;
use super::rule_editor::saved_rules;
use crate::error::SiteError;
use crate::site::Site;
use crate::web::viewer::Viewer;
use texts::{RuleSetText, Texts};

pub(super) use feed::HomeFeed;
pub(super) use live::connect;

/// Returns the start page.
pub(super) async fn home(State(site): State<Arc<Site>>, viewer: Viewer) -> Result<Markup, PageError> {
    page(&site, &viewer, None).await
}

/// Returns the page with a rejected form.
pub(super) async fn rejected_form(
    site: &Site,
    viewer: &Viewer,
    (action, form): (&'static str, &PlayForm),
    error: &SiteError,
) -> Result<Response, PageError> {
    if error.is_server_error() {
        return Err(error.clone().into());
    }
    let form_error = FormError::of(error, Texts::of(viewer.language));
    let page = page(site, viewer, Some((action, form, &form_error))).await?;
    Ok(fields::rejected_form(error, page))
}

/// Renders the page; `rejected` is the action of a rejected form, its input, and the error.
async fn page(
    site: &Site,
    viewer: &Viewer,
    rejected: Option<(&str, &PlayForm, &FormError)>,
) -> Result<Markup, PageError> {
    let texts = Texts::of(viewer.language);
    let rules = Rules::named(DEFAULT_RULES).map_err(|error| PageError::internal(&error))?;
    let own = saved_rules(site, viewer).await?;
    let is_named = viewer.account().is_some_and(|account| !account.is_guest());
    let form = |name: &'static str| {
        let rejected = rejected.filter(|(action, ..)| action.strip_prefix("/play/") == Some(name));
        GameForm {
            texts,
            own: &own,
            is_named,
            name,
            rejected: rejected.map(|(_, form, error)| (form, error)),
        }
    };
    let offers = fragments::offers(site, texts, viewer.id()).await?;
    let my_games = fragments::my_games(site, texts, viewer.id()).await?;
    let running_games = fragments::running_games(site, texts, viewer.id()).await?;
    let content = html! {
        section class="hero" {
            div {
                h1 { (texts.get("home-title")) }
                p class="soft" { (texts.get("home-lead")) }
                form method="post" action="/play/computer" class="buttons" {
                    input type="hidden" name="rules" value=(DEFAULT_RULES);
                    input type="hidden" name="level" value="3";
                    input type="hidden" name="colour" value="first";
                    button class="main" { (texts.with("play-now", "rules", rules.rule_set().name_in(texts.language).into_owned())) }
                    a class="button" href="/which" { (texts.get("which")) }
                }
            }
            (picture(&Position::initial(&rules), false, &rules.rule_set().name_in(texts.language)))
        }
        div class="ways" {
            (computer_form(&form("computer")))
            (friend_form(&form("friend")))
            (lobby(&offers.html, &form("lobby")))
        }
        section id="my-games" { (my_games) }
        section id="now-playing" { (running_games.html) }
    };
    let title = texts.get("play");
    let page = Page {
        texts,
        title: &title,
        styles: &["home", "people"],
        script: Some("home/home.js"),
        viewer: Some(viewer),
        nav_entry: "play",
    };
    Ok(page.render(&content))
}

fn computer_form(form: &GameForm<'_>) -> Markup {
    let texts = form.texts;
    html! {
        form class="card" method="post" action=(form.action()) {
            h2 { (texts.get("computer")) }
            (form.error_message())
            (form.rules())
            (form.level())
            (form.colours(Some("first")))
            button class="main" { (texts.get("start")) }
        }
    }
}

fn friend_form(form: &GameForm<'_>) -> Markup {
    let texts = form.texts;
    html! {
        form class="card" method="post" action=(form.action()) {
            h2 { (texts.get("friend")) }
            (form.error_message())
            (form.rules())
            (form.times())
            (form.colours(Some("lot")))
            (form.rated())
            button class="main" { (texts.get("make-link")) }
        }
    }
}

/// Renders the open offers, and the form for a new one.
fn lobby(offers: &Markup, form: &GameForm<'_>) -> Markup {
    let texts = form.texts;
    html! {
        section class="card" {
            h2 { (texts.get("anyone")) }
            div id="offers" { (offers) }
            form method="post" action=(form.action()) {
                (form.error_message())
                (form.rules())
                (form.times())
                (form.colours(None))
                (form.rated())
                button class="main" { (texts.get("offer-game")) }
            }
        }
    }
}
