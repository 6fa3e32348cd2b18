//! The page of administrators: what waits for them, and what they did.

use std::sync::Arc;

use axum::Form;
use axum::extract::{Path, State};
use axum::response::Redirect;
use maud::{Markup, html};
use serde::Deserialize;

use super::board::picture;
use super::error::PageError;
use super::layout::Page;
use super::texts::Texts;
use crate::http::{JudgementKind, Names, Viewer, judge_game};
use crate::id::GameId;
use crate::site::Site;

/// So much is shown of each.
const MOST: usize = 50;
/// What can be decided: the value, and the name of its text.
const DECISIONS: [(&str, &str); 6] = [
    ("refuse", "judge-refuse"),
    ("grant", "judge-grant"),
    ("white-wins", "judge-white"),
    ("black-wins", "judge-black"),
    ("draw", "judge-draw"),
    ("abort", "judge-abort"),
];

pub(super) async fn queue(State(site): State<Arc<Site>>, viewer: Viewer) -> Result<Markup, PageError> {
    viewer.admin()?;
    let texts = Texts::of(viewer.language);
    let mut waiting = Vec::new();
    for game in site.store.games_to_judge(MOST).await? {
        let table = site.hall.table(game.id).await?;
        waiting.push((game, table));
    }
    let acts = site.store.acts(u64::MAX, MOST).await?;
    let people = acts.iter().flat_map(|act| [Some(act.act.admin), act.act.account]).flatten().collect();
    let names = Names::all(&site, people).await?;
    let content = html! {
        h1 { (texts.get("disputes")) }
        @if waiting.is_empty() { p class="soft" { (texts.get("no-disputes")) } }
        div class="ways" {
            @for (game, table) in &waiting {
                form class="card" method="post" action=(format!("/admin/games/{}", game.id)) {
                    a href=(format!("/games/{}", game.id)) {
                        (picture(table.game().position(), false, &texts.with("game-number", "number", game.number.to_string())))
                    }
                    p { (texts.with("game-number", "number", game.number.to_string())) " · " (table.game().rules().rule_set().name) }
                    @if let Some(call) = table.call() { p class="note" { (texts.get(side(call.by))) ": " (call.message) } }
                    @if let Some(offer) = table.game().offer() { p { (texts.get(side(offer.by))) ": " (offer.message) } }
                    label for=(format!("decision-{}", game.number)) { (texts.get("decision")) }
                    select name="decision" id=(format!("decision-{}", game.number)) {
                        @for (value, text) in DECISIONS { option value=(value) { (texts.get(text)) } }
                    }
                    label for=(format!("reason-{}", game.number)) { (texts.get("reason")) }
                    input type="text" name="reason" id=(format!("reason-{}", game.number)) maxlength="500" required;
                    button class="main" { (texts.get("decide")) }
                }
            }
        }
        h2 { (texts.get("acts")) }
        ol class="card acts-list" {
            @for act in &acts {
                li {
                    span class="figures" { (act.act.at.date()) } " "
                    strong { (names.name(act.act.admin).unwrap_or_default()) } " "
                    (format!("{:?}", act.act.deed)) " "
                    @if let Some(game) = act.act.game { a href=(format!("/games/{game}")) { (texts.get("game")) } " " }
                    (act.act.account.and_then(|account| names.name(account)).unwrap_or_default()) ": " (act.act.reason)
                }
            }
        }
    };
    let title = texts.get("disputes");
    let page =
        Page { texts, title: &title, styles: &["home"], script: None, viewer: Some(&viewer), part: "" };
    Ok(page.with(&content))
}

fn side(color: draughts::Color) -> &'static str {
    match color {
        draughts::Color::White => "white",
        draughts::Color::Black => "black",
    }
}

/// A decision.
#[derive(Deserialize)]
pub(super) struct Decision {
    decision: JudgementKind,
    reason: String,
}

pub(super) async fn judge(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(id): Path<String>,
    Form(Decision { decision, reason }): Form<Decision>,
) -> Result<Redirect, PageError> {
    let admin = viewer.admin()?.id;
    let id: GameId = id.parse().map_err(|_| PageError::nothing("game"))?;
    judge_game(&site, admin, id, decision, reason, viewer.language).await?;
    Ok(Redirect::to("/admin"))
}
