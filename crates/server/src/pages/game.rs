//! The page on which one plays and watches.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Redirect;
use maud::{Markup, PreEscaped, html};
use serde_json::json;

use super::board::picture;
use super::error::PageError;
use super::layout::Page;
use super::texts::Texts;
use crate::http::{GameView, Names, PlayerView, Shape, Viewer};
use crate::id::GameId;
use crate::site::Site;

/// Texts that the script says.
const SCRIPT_TEXTS: [(&str, &str); 7] = [
    ("board", "board"),
    ("lost", "lost"),
    ("over", "over"),
    ("white", "white"),
    ("black", "black"),
    ("offered", "offered"),
    ("revengeAsked", "revenge-asked"),
];

/// A game by its public number.
pub(super) async fn by_number(
    State(site): State<Arc<Site>>,
    Path(number): Path<u64>,
) -> Result<Redirect, PageError> {
    let game = site.store.game_by_number(number).await?.ok_or_else(|| PageError::nothing("game"))?;
    Ok(Redirect::to(&format!("/games/{}", game.id)))
}

pub(super) async fn game(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(id): Path<String>,
) -> Result<Markup, PageError> {
    let id: GameId = id.parse().map_err(|_| PageError::nothing("game"))?;
    let stored = site.store.game(id).await?.ok_or_else(|| PageError::nothing("game"))?;
    let table = site.hall.table(id).await?;
    let texts = Texts::of(viewer.language);
    let names = Names::of(&site, [table.as_ref()]).await?;
    let view = GameView::with(&stored, &table, &names, viewer.id(), viewer.language);
    let players = names.players(&table);
    let turned =
        viewer.id().map(|account| table.sides_of(account)).as_deref() == Some(&[draughts::Color::Black]);
    let name = |player: &PlayerView| {
        player.shown(&texts.get("guest"), |level| texts.with("computer-level", "level", level))
    };
    let (white, black) = (name(&players.white), name(&players.black));
    let title = format!("{white} – {black}");
    let mut script_texts: serde_json::Map<String, serde_json::Value> =
        SCRIPT_TEXTS.iter().map(|(key, text)| ((*key).to_owned(), texts.get(text).into())).collect();
    script_texts.insert("title".to_owned(), title.clone().into());
    let shape = Shape::of(table.game().rules());
    let data = json!({ "game": view, "shape": shape, "texts": script_texts });
    let rules = table.game().rules().rule_set();
    let card = |side: &str, name: &str, place: &str| {
        html! {
            div class=(format!("card player {place}")) {
                span class=(format!("side {side}")) {}
                span class="who" {
                    strong { (name) }
                    span class="soft figures" { span id=(format!("captured-{side}")) { "0" } " " (texts.get("captured")) }
                }
                span class="clock" id=(format!("clock-{side}")) {}
            }
        }
    };
    let ((upper, upper_name), (lower, lower_name)) =
        if turned { (("white", &white), ("black", &black)) } else { (("black", &black), ("white", &white)) };
    let content = html! {
        h1 class="unseen" { (title) }
        div class="table" {
            div class="left" {
                div id="board" class="board" { (picture(table.game().position(), turned, &title)) }
                p class="note" id="note" role="status" {}
                form class="typed" id="typed" {
                    input type="text" id="typed-move" aria-label=(texts.get("type-move")) placeholder=(texts.get("type-move")) autocomplete="off";
                    button { (texts.get("play-move")) }
                }
                p class="connection" id="connection" role="status" {}
            }
            div class="panel" {
                (card(upper, upper_name, "upper"))
                (record(id, stored.number, &rules.name, texts))
                div class="card counters" id="counters" {}
                (asking(texts))
                (card(lower, lower_name, "lower"))
                section class="card talk" aria-label=(texts.get("messages")) {
                    ol id="messages" aria-live="polite" {}
                    form id="talk" {
                        input type="text" id="message" maxlength="500" aria-label=(texts.get("message")) placeholder=(texts.get("message")) autocomplete="off";
                        button { (texts.get("send")) }
                    }
                    button type="button" id="call-admin" { (texts.get("call-admin")) }
                }
            }
        }
        script type="application/json" id="data" { (PreEscaped(escaped(&data))) }
    };
    let styles = &["game"];
    let page = Page {
        texts,
        title: &title,
        styles,
        script: Some("game/game.js"),
        viewer: Some(&viewer),
        part: "play",
    };
    Ok(page.with(&content))
}

/// JSON that cannot end the element it stands in.
pub(super) fn escaped(data: &serde_json::Value) -> String {
    data.to_string().replace('<', "\\u003c")
}

fn record(id: GameId, number: u64, rules: &str, texts: &Texts) -> Markup {
    let step = |id: &str, text: &str, label: &str| {
        html! { button type="button" id=(id) aria-label=(texts.get(label)) title=(texts.get(label)) { (text) } }
    };
    html! {
        div class="card record" {
            header {
                span class="figures" {
                    (texts.with("game-number", "number", number.to_string())) " "
                    (texts.get("move-number")) " " span id="move-number" {}
                }
                span { (rules) }
            }
            div class="moves figures" id="moves" tabindex="0" {}
            div class="steps" {
                (step("first", "«", "step-first")) (step("back", "◀", "step-back")) (step("forward", "▶", "step-forward"))
                (step("last", "»", "step-last")) (step("flip", "⇅", "flip"))
            }
            p class="soft files" {
                a href=(format!("/api/v1/games/{id}/pdn")) { (texts.get("pdn")) }
                " · " a href=(format!("/game/{number}")) { (texts.get("share")) }
            }
        }
    }
}

/// What can be asked for, and what is asked.
fn asking(texts: &Texts) -> Markup {
    let button = |what: &str, text: &str| {
        html! { button type="button" data-do=(what) { (texts.get(text)) } }
    };
    let sure = |id: &str, what: &str, text: &str, sure: &str| {
        html! { button type="button" class="danger" id=(id) data-do=(what) data-sure=(texts.get(sure)) { (texts.get(text)) } }
    };
    html! {
        div id="playing" hidden {
            div class="acts" {
                button type="button" id="offer" { (texts.get("offer-draw")) }
                button type="button" id="claim" data-do="claim-draw" { (texts.get("claim-draw")) }
                (sure("resign", "resign", "resign", "sure-resign"))
                (sure("abort", "abort", "abort", "sure-abort"))
                (button("ask-takeback", "takeback"))
            }
            form class="card asking" id="offer-form" hidden {
                label for="offer-message" { (texts.get("offer-reason")) }
                input type="text" id="offer-message" maxlength="500" autocomplete="off";
                button class="main" { (texts.get("offer-draw")) }
            }
        }
        div class="card asking" id="offered" hidden role="status" {
            span id="offer-text" {}
            div class="buttons" { (button("accept-draw", "accept-draw")) (button("decline-draw", "decline-draw")) }
        }
        div class="card asking" id="takeback-asked" hidden role="status" {
            span { (texts.get("takeback-asked")) }
            div class="buttons" { (button("grant-takeback", "grant")) (button("refuse-takeback", "refuse")) }
        }
        div class="card asking" id="irregular" hidden role="status" {
            span { (texts.get("irregular")) " " span id="irregular-text" {} }
            div class="buttons" { (button("demand-redo", "demand-redo")) (button("let-stand", "let-stand")) }
        }
        div class="card asking" id="finished" hidden role="status" {
            strong id="outcome" {}
            span id="revenge-asked" {}
            div class="buttons" {
                button type="button" class="main" id="revenge" { (texts.get("revenge")) }
                a class="button" id="next-game" hidden { (texts.get("next-game")) }
            }
        }
    }
}
