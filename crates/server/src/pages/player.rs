//! The page of a player: ratings and games.

use std::sync::Arc;

use axum::extract::{Path, State};
use maud::{Markup, html};

use super::error::PageError;
use super::games::list;
use super::layout::Page;
use super::texts::Texts;
use crate::http::Viewer;
use crate::site::Site;
use crate::store::Which;

/// So many games are shown.
const MOST: usize = 24;

pub(super) async fn player(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
) -> Result<Markup, PageError> {
    let account = site.store.account_by_name(name).await?.ok_or_else(|| PageError::nothing("player"))?;
    let texts = Texts::of(viewer.language);
    let name = account.name.clone().unwrap_or_default();
    let ratings = site.store.ratings(account.id).await?;
    let games = site.store.games_of(account.id, Which::All, u64::MAX, MOST).await?;
    let own = viewer.id() == Some(account.id);
    let warnings = if own { site.store.warnings(account.id).await? } else { Vec::new() };
    let content = html! {
        h1 { (name) }
        @for warning in &warnings {
            p class="note" { (texts.get("warned")) " " (warning.reason) }
        }
        section class="card" {
            h2 { (texts.get("ratings")) }
            @if ratings.is_empty() { p class="soft" { (texts.get("no-ratings")) } }
            @for rating in &ratings {
                p class="figures" {
                    strong { (rating.rating.rating.round()) @if rating.rating.is_provisional() { "?" } }
                    " " (rating.pool) " " span class="soft" { "± " (rating.rating.deviation.round()) }
                }
            }
        }
        h2 { (texts.get("games")) }
        p { a href=(format!("/api/v1/players/{name}/games.pdn")) { "PDN" } }
        (list(&site, &games, texts, None).await?)
    };
    let page = Page { texts, title: &name, styles: &["home"], script: None, viewer: Some(&viewer), part: "" };
    Ok(page.with(&content))
}
