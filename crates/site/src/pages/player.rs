//! The page of a player: ratings and games.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use maud::{Markup, html};
use serde::Deserialize;

use super::chart;
use super::error::PageError;
use super::games::list;
use super::layout::Page;
use crate::site::Site;
use crate::web::viewer::Viewer;
use store::{Account, GameFilter, Role};
use texts::{Render, Texts};

/// So many games are shown at a time.
const MOST: usize = 24;
/// So much of a rating is drawn.
const HISTORY: usize = 200;

/// GameFilter games.
#[derive(Deserialize)]
pub(super) struct Older {
    /// Those with lower numbers; none: the newest.
    before: Option<u64>,
}

pub(super) async fn player(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    Query(Older { before }): Query<Older>,
) -> Result<Markup, PageError> {
    let account = site.players.find(&name).await?;
    let texts = Texts::of(viewer.language);
    let name = account.name.clone().unwrap_or_default();
    let own = viewer.id() == Some(account.id);
    let warnings = if own { site.players.warnings(account.id).await? } else { Vec::new() };
    let content = html! {
        h1 { (name) }
        (about(&account, texts))
        @for warning in &warnings {
            p class="note" {
                (texts.get("warned")) " " (warning.reason)
                @if let Some(game) = warning.game { " " a href=(format!("/games/{game}")) { (texts.get("to-the-game")) } }
            }
        }
        // Further back it is about the games only.
        @if before.is_none() { (ratings(&site, &account, texts).await?) }
        (games(&site, &account, own, before, texts).await?)
        @if viewer.admin().is_ok() && !own { (judging(&account, &name, texts)) }
    };
    let styles = &["home", "people"];
    let page = Page { texts, title: &name, styles, script: None, viewer: Some(&viewer), part: "" };
    Ok(page.with(&content))
}

/// What is special about somebody.
fn about(account: &Account, texts: &Texts) -> Markup {
    let role = match account.role {
        Role::Player => None,
        Role::Bot => Some("is-bot"),
        Role::Admin => Some("is-admin"),
    };
    html! {
        p class="soft" {
            (texts.with("here-since", "day", account.created_at.render(texts.language)))
            @if let Some(role) = role { " · " (texts.get(role)) }
            @if account.closed_at.is_some() { " · " strong { (texts.get("is-closed")) } }
        }
    }
}

async fn ratings(site: &Site, account: &Account, texts: &Texts) -> Result<Markup, PageError> {
    let mut all = Vec::new();
    for rating in site.players.ratings(account.id).await? {
        let history = site.players.rating_history(account.id, rating.pool.clone(), HISTORY).await?;
        all.push((rating, history));
    }
    Ok(html! {
        h2 { (texts.get("ratings")) }
        @if all.is_empty() { p class="card soft" { (texts.get("no-ratings")) " " (texts.get("no-ratings-how")) } }
        div class="ratings" { @for (rating, history) in &all { (chart::rating(texts, rating, history)) } }
    })
}

async fn games(
    site: &Site,
    account: &Account,
    own: bool,
    before: Option<u64>,
    texts: &Texts,
) -> Result<Markup, PageError> {
    let name = account.name.as_deref().unwrap_or_default();
    // One more than is shown tells whether there are older ones.
    let mut games = site.games.of(account.id, GameFilter::All, before.unwrap_or(u64::MAX), MOST + 1).await?;
    let more = games.len() > MOST;
    games.truncate(MOST);
    let oldest = games.iter().map(|game| game.number).min();
    let games = site.games.load_all(games).await?;
    Ok(html! {
        h2 { (texts.get("games")) }
        @if games.games.is_empty() {
            div class="card" {
                p { (texts.get(if before.is_some() { "no-older-games" } else if own { "no-own-games" } else { "no-games-yet" })) }
                a class="button" href="/" { (texts.get("play")) }
            }
        } @else {
            p { a href=(format!("/api/v1/players/{name}/games.pdn")) { (texts.get("all-as-pdn")) } }
            (list(&games, texts, None, MOST))
        }
        @if more || before.is_some() { nav class="paging" aria-label=(texts.get("games")) {
            @if before.is_some() { a class="button" href=(format!("/players/{name}")) { (texts.get("newest-games")) } }
            @if let Some(oldest) = oldest.filter(|_| more) {
                a class="button" rel="next" href=(format!("/players/{name}?before={oldest}")) { (texts.get("older-games")) }
            }
        } }
    })
}

/// What administrators can do about somebody.
fn judging(account: &Account, name: &str, texts: &Texts) -> Markup {
    let closed = account.closed_at.is_some();
    let form = |deed: &str, title: &str, about: &str, danger: bool| {
        html! {
            form class="card" method="post" action=(format!("/admin/players/{name}/{deed}")) {
                h3 { (texts.get(title)) }
                p class="soft" { (texts.get(about)) }
                @if deed == "close" && closed { input type="hidden" name="reopen" value="true"; }
                label for=(format!("{deed}-reason")) { (texts.get("act-reason")) }
                input type="text" id=(format!("{deed}-reason")) name="reason" maxlength="500" required;
                button class=[danger.then_some("danger")] { (texts.get(title)) }
            }
        }
    };
    html! {
        h2 { (texts.get("for-admins")) }
        div class="settings" {
            (form("warn", "warn", "warn-about", false))
            @if account.role != Role::Admin {
                @if closed { (form("close", "reopen", "reopen-about", false)) } @else { (form("close", "close", "close-about", true)) }
            }
        }
    }
}
