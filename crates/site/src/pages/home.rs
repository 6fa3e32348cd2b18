//! The start page: three ways to play, and the running games.

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
use super::games::list;
use super::layout::Page;
use super::play_form::PlayForm;
use super::rule_editor::saved_rules;
use super::terms::{Summary, line, rated_chip};
use crate::error::SiteError;
use crate::services::OwnChallenges;
use crate::site::Site;
use crate::web::viewer::Viewer;
use store::GameFilter;
use texts::{RuleSetText, Texts};

/// Maximum number of games, and of offers, on the page.
const MAX_SHOWN: usize = 8;
/// Maximum number of the viewer's games from which those to show are selected.
const MAX_OWN_GAMES: usize = 64;

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
    let mine = match viewer.id() {
        Some(account) => site.games.of(account, GameFilter::Running, u64::MAX, MAX_OWN_GAMES).await?,
        None => Vec::new(),
    };
    let mut running = site.games.running(u64::MAX, MAX_SHOWN + mine.len()).await?;
    running.retain(|game| !mine.iter().any(|own| own.id == game.id));
    let mine = site.games.load_all(mine).await?;
    let running = site.games.load_all(running).await?;
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
            (lobby(site, viewer, &form("lobby")).await?)
        }
        section id="my-games" {
            (my_challenges(site, viewer, texts).await?)
            @if !mine.games.is_empty() {
                h2 { (texts.get("my-games")) }
                (list(&mine, texts, viewer.id(), MAX_SHOWN))
            }
        }
        section id="now-playing" {
            h2 { (texts.get("now-playing")) }
            @if running.games.is_empty() { p class="soft" { (texts.get("no-games")) } }
            (list(&running, texts, None, MAX_SHOWN))
        }
    };
    let title = texts.get("play");
    let page = Page {
        texts,
        title: &title,
        styles: &["home", "people"],
        script: Some("home/home.js"),
        viewer: Some(viewer),
        part: "play",
    };
    Ok(page.with(&content))
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
async fn lobby(site: &Site, viewer: &Viewer, form: &GameForm<'_>) -> Result<Markup, PageError> {
    let texts = form.texts;
    let offers = site.challenges.lobby(MAX_SHOWN).await?;
    let names = site.challenges.names(&offers).await?;
    let mut rows = Vec::new();
    for offer in &offers {
        let challenge = &offer.challenge;
        if let Some(summary) = Summary::of(site, &challenge.proposal, challenge.challenger).await? {
            rows.push((challenge, summary));
        }
    }
    Ok(html! {
        section class="card" {
            h2 { (texts.get("anyone")) }
            div id="offers" {
                @if rows.is_empty() { p class="soft" { (texts.get("no-offers")) } }
                ul class="offers" {
                    @for (challenge, summary) in &rows {
                        li {
                            span {
                                strong {
                                    (names.display_name(challenge.challenger, texts))
                                    @if let Some(rating) = summary.rating() { " " span class="soft figures" { (rating) } }
                                }
                                span class="soft" { (summary.line(texts)) }
                                @if summary.is_rated() { " " (rated_chip(texts, true)) }
                            }
                            // The button leads to the terms, which are shown before the game is accepted.
                            @if viewer.id() != Some(challenge.challenger) {
                                a class="button" href=(format!("/challenges/{}", challenge.id)) { (texts.get("accept")) }
                            }
                        }
                    }
                }
            }
            form method="post" action=(form.action()) {
                (form.error_message())
                (form.rules())
                (form.times())
                (form.colours(None))
                (form.rated())
                button class="main" { (texts.get("offer-game")) }
            }
        }
    })
}

/// Renders the open challenges that the viewer made or received.
async fn my_challenges(site: &Site, viewer: &Viewer, texts: &Texts) -> Result<Markup, PageError> {
    let Some(account) = viewer.id() else { return Ok(html! {}) };
    let OwnChallenges { received, sent } = site.challenges.of(account, MAX_SHOWN).await?;
    if sent.is_empty() && received.is_empty() {
        return Ok(html! {});
    }
    let names = site.challenges.names(&received).await?;
    Ok(html! {
        h2 { (texts.get("my-challenges")) }
        ul class="offers" {
            @for sent in &received {
                @let challenge = &sent.challenge;
                li {
                    a href=(format!("/challenges/{}", challenge.id)) {
                        (names.display_name(challenge.challenger, texts)) ": " (line(&challenge.proposal, texts))
                    }
                }
            }
            @for own in &sent {
                @let id = own.challenge.id;
                li {
                    a href=(format!("/challenges/{id}")) { (line(&own.challenge.proposal, texts)) }
                    form method="post" action=(format!("/challenges/{id}/withdraw")) { button { (texts.get("withdraw-challenge")) } }
                }
            }
        }
    })
}
