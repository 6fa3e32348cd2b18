//! The page on which one arrives: three ways to play, and the games that are being played.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use draughts::{Position, Rules};
use maud::{Markup, html};

use super::board::picture;
use super::error::PageError;
use super::families::USUAL;
use super::fields::{self, Trouble};
use super::games::list;
use super::house::saved_rules;
use super::layout::Page;
use super::play_form::PlayForm;
use super::play_forms::GameForm;
use super::terms::{Summary, line, rated_chip};
use crate::error::SiteError;
use crate::services::OwnChallenges;
use crate::site::Site;
use crate::web::viewer::Viewer;
use store::GameFilter;
use texts::{RuleSetText, Texts};

/// So many games and offers are shown.
const MOST: usize = 8;
/// So many of one's own games are looked through for those that wait.
const MANY: usize = 64;

pub(super) async fn home(State(site): State<Arc<Site>>, viewer: Viewer) -> Result<Markup, PageError> {
    page(&site, &viewer, None).await
}

/// The page with a form as it was sent, and why it was refused.
pub(super) async fn shown_again(
    site: &Site,
    viewer: &Viewer,
    (action, form): (&'static str, &PlayForm),
    error: &SiteError,
) -> Result<Response, PageError> {
    if error.is_ours() {
        return Err(error.clone().into());
    }
    let trouble = Trouble::of(error, Texts::of(viewer.language));
    let page = page(site, viewer, Some((action, form, &trouble))).await?;
    Ok(fields::shown_again(error, page))
}

/// The page; where a form was refused, with its address, what was sent, and what is wrong.
async fn page(
    site: &Site,
    viewer: &Viewer,
    refused: Option<(&str, &PlayForm, &Trouble)>,
) -> Result<Markup, PageError> {
    let texts = Texts::of(viewer.language);
    let rules = Rules::named(USUAL).map_err(|error| PageError::internal(&error))?;
    let own = saved_rules(site, viewer).await?;
    let is_named = viewer.account().is_some_and(|account| !account.is_guest());
    let form = |name: &'static str| {
        let sent = refused.filter(|(action, ..)| action.strip_prefix("/play/") == Some(name));
        GameForm { texts, own: &own, is_named, name, refused: sent.map(|(_, form, trouble)| (form, trouble)) }
    };
    let mine = match viewer.id() {
        Some(account) => site.games.of(account, GameFilter::Running, u64::MAX, MANY).await?,
        None => Vec::new(),
    };
    let mut going_on = site.games.running(u64::MAX, MOST + mine.len()).await?;
    going_on.retain(|game| !mine.iter().any(|own| own.id == game.id));
    let mine = site.games.load_all(mine).await?;
    let going_on = site.games.load_all(going_on).await?;
    let content = html! {
        section class="hero" {
            div {
                h1 { (texts.get("home-title")) }
                p class="soft" { (texts.get("home-lead")) }
                form method="post" action="/play/computer" class="buttons" {
                    input type="hidden" name="rules" value=(USUAL);
                    input type="hidden" name="level" value="3";
                    input type="hidden" name="colour" value="first";
                    button class="main" { (texts.with("play-now", "rules", rules.rule_set().name_in(texts.language).into_owned())) }
                    a class="button" href="/which" { (texts.get("which")) }
                }
            }
            (picture(&Position::initial(&rules), false, &rules.rule_set().name_in(texts.language)))
        }
        div class="ways" {
            (against_computer(&form("computer")))
            (with_friend(&form("friend")))
            (with_anyone(site, viewer, &form("lobby")).await?)
        }
        section id="my-games" {
            (my_challenges(site, viewer, texts).await?)
            @if !mine.games.is_empty() {
                h2 { (texts.get("my-games")) }
                (list(&mine, texts, viewer.id(), MOST))
            }
        }
        section id="now-playing" {
            h2 { (texts.get("now-playing")) }
            @if going_on.games.is_empty() { p class="soft" { (texts.get("no-games")) } }
            (list(&going_on, texts, None, MOST))
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

fn against_computer(form: &GameForm<'_>) -> Markup {
    let texts = form.texts;
    html! {
        form class="card" method="post" action=(form.action()) {
            h2 { (texts.get("computer")) }
            (form.wrong())
            (form.rules())
            (form.level())
            (form.colours(Some("first")))
            button class="main" { (texts.get("start")) }
        }
    }
}

fn with_friend(form: &GameForm<'_>) -> Markup {
    let texts = form.texts;
    html! {
        form class="card" method="post" action=(form.action()) {
            h2 { (texts.get("friend")) }
            (form.wrong())
            (form.rules())
            (form.times())
            (form.colours(Some("lot")))
            (form.rated())
            button class="main" { (texts.get("make-link")) }
        }
    }
}

async fn with_anyone(site: &Site, viewer: &Viewer, form: &GameForm<'_>) -> Result<Markup, PageError> {
    let texts = form.texts;
    let offers = site.challenges.lobby(MOST).await?;
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
                                    (names.shown(challenge.challenger, texts))
                                    @if let Some(rating) = summary.rating() { " " span class="soft figures" { (rating) } }
                                }
                                span class="soft" { (summary.line(texts)) }
                                @if summary.is_rated() { " " (rated_chip(texts, true)) }
                            }
                            // The rules are read before the game is accepted.
                            @if viewer.id() != Some(challenge.challenger) {
                                a class="button" href=(format!("/challenges/{}", challenge.id)) { (texts.get("accept")) }
                            }
                        }
                    }
                }
            }
            form method="post" action=(form.action()) {
                (form.wrong())
                (form.rules())
                (form.times())
                (form.colours(None))
                (form.rated())
                button class="main" { (texts.get("offer-game")) }
            }
        }
    })
}

/// The challenges that one has made or was sent, and that nobody has answered.
async fn my_challenges(site: &Site, viewer: &Viewer, texts: &Texts) -> Result<Markup, PageError> {
    let Some(account) = viewer.id() else { return Ok(html! {}) };
    let OwnChallenges { received, made } = site.challenges.of(account, MOST).await?;
    if made.is_empty() && received.is_empty() {
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
                        (names.shown(challenge.challenger, texts)) ": " (line(&challenge.proposal, texts))
                    }
                }
            }
            @for own in &made {
                @let id = own.challenge.id;
                li {
                    a href=(format!("/challenges/{id}")) { (line(&own.challenge.proposal, texts)) }
                    form method="post" action=(format!("/challenges/{id}/withdraw")) { button { (texts.get("withdraw-challenge")) } }
                }
            }
        }
    })
}
