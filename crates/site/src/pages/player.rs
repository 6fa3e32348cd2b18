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

/// Number of games on a page.
const PAGE_SIZE: usize = 24;
/// Maximum number of points in a rating chart.
const MAX_HISTORY: usize = 200;

/// The query parameters of the page.
#[derive(Deserialize)]
pub(super) struct GamesQuery {
    /// Only games with lower numbers; `None` for the newest.
    before: Option<u64>,
}

/// Returns the page of a player.
pub(super) async fn player(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    Query(GamesQuery { before }): Query<GamesQuery>,
) -> Result<Markup, PageError> {
    let account = site.players.find(&name).await?;
    let texts = Texts::of(viewer.language);
    let name = account.name.clone().unwrap_or_default();
    let own = viewer.id() == Some(account.id);
    let warnings = if own { site.players.warnings(account.id).await? } else { Vec::new() };
    let content = html! {
        h1 { (name) }
        (account_facts(&account, texts))
        @for warning in &warnings {
            p class="note" {
                (texts.get("warned")) " " (warning.reason)
                @if let Some(game) = warning.game { " " a href=(format!("/games/{game}")) { (texts.get("to-the-game")) } }
            }
        }
        // Further pages show only games.
        @if before.is_none() { (ratings(&site, &account, texts).await?) }
        (games(&site, &account, own, before, texts).await?)
        @if viewer.require_admin().is_ok() && !own { (moderation(&account, &name, texts)) }
    };
    let styles = &["home", "people"];
    let page = Page { texts, title: &name, styles, script: None, viewer: Some(&viewer), nav_entry: "" };
    Ok(page.render(&content))
}

/// Renders the age of an account, its role and whether it is closed.
fn account_facts(account: &Account, texts: &Texts) -> Markup {
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
        let history = site.players.rating_history(account.id, rating.pool.clone(), MAX_HISTORY).await?;
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
    // One more than a page shows whether there are older games.
    let mut games =
        site.games.of(account.id, GameFilter::All, before.unwrap_or(u64::MAX), PAGE_SIZE + 1).await?;
    let more = games.len() > PAGE_SIZE;
    games.truncate(PAGE_SIZE);
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
            (list(&games, texts, None, PAGE_SIZE))
        }
        @if more || before.is_some() { nav class="paging" aria-label=(texts.get("games")) {
            @if before.is_some() { a class="button" href=(format!("/players/{name}")) { (texts.get("newest-games")) } }
            @if let Some(oldest) = oldest.filter(|_| more) {
                a class="button" rel="next" href=(format!("/players/{name}?before={oldest}")) { (texts.get("older-games")) }
            }
        } }
    })
}

/// Renders the forms with which administrators warn a player or close the account.
fn moderation(account: &Account, name: &str, texts: &Texts) -> Markup {
    let closed = account.closed_at.is_some();
    let form = |action: &str, title: &str, description_key: &str, danger: bool| {
        html! {
            form class="card" method="post" action=(format!("/admin/players/{name}/{action}")) {
                h3 { (texts.get(title)) }
                p class="soft" { (texts.get(description_key)) }
                @if action == "close" && closed { input type="hidden" name="reopen" value="true"; }
                label for=(format!("{action}-reason")) { (texts.get("act-reason")) }
                input type="text" id=(format!("{action}-reason")) name="reason" maxlength="500" required;
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
