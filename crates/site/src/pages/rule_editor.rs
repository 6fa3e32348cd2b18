//! The editor of house rules: a base, the differences from it, and a board to try the rules on.

use std::sync::Arc;

use axum::extract::State;
use draughts::{Position, Rules};
use maud::{Markup, html};
use serde_json::json;

use super::board::picture;
use super::error::{PageError, PageId};
use super::families::{DEFAULT_RULES, options};
use super::layout::Page;
use super::script::{script_data, script_texts};
use crate::accounts::Scope;
use crate::error::SiteError;
use crate::site::Site;
use crate::views::saved_rules::SavedRulesView;
use crate::web::viewer::Viewer;
use play::id::SavedRulesId;
use store::SavedRuleSet;
use texts::{RuleSetText, Texts};

/// A field and its values. The script knows which values stand for lists.
type Field = (&'static str, &'static [&'static str]);

/// The fields that can be changed, by topic.
const GROUPS: [(&str, &[Field]); 5] = [
    (
        "house-group-board",
        &[
            ("board.width", &["6", "7", "8", "9", "10", "11", "12", "13", "14"]),
            ("board.height", &["6", "7", "8", "9", "10", "11", "12", "13", "14"]),
            ("board.shade", &["dark", "light"]),
            ("board.shade_choice", &["fixed", "by-agreement"]),
            ("start.rows_of_men", &["1", "2", "3", "4", "5"]),
            ("start.first_move", &["white", "black"]),
        ],
    ),
    (
        "house-group-men",
        &[
            ("men.captures", &["forward", "both"]),
            ("men.takes", &["men-and-kings", "men-only"]),
            (
                "men.crowning",
                &["at-the-end-of-the-move", "in-passing-and-the-move-ends", "in-passing-and-it-goes-on"],
            ),
        ],
    ),
    (
        "house-group-kings",
        &[
            ("kings.range", &["short", "flying"]),
            ("kings.landing", &["any-square-behind", "directly-behind"]),
            ("notation.king_mark", &["crown", "letter-d", "two-rings"]),
        ],
    ),
    (
        "house-group-captures",
        &[
            ("capture.duty", &["must-capture", "may-capture"]),
            ("capture.priority", &["free", "most", "king"]),
            ("capture.finish", &["must-be-finished", "may-be-stopped"]),
            ("capture.removal", &["at-the-end-of-the-move", "after-each-jump"]),
        ],
    ),
    (
        "house-group-end",
        &[
            ("goal", &["no-moves-loses", "no-moves-wins", "first-king-wins"]),
            ("draws.rules", &["none", "repetition", "25-moves", "40-moves"]),
            ("draws.agreement", &["allowed", "not-allowed"]),
            ("draws.claims", &["immediate", "offer-first"]),
            ("conduct.enforcement", &["strict", "redo-on-demand", "huffing"]),
            ("conduct.next_game", &["alternate", "winner-begins", "challenger-begins", "as-chosen"]),
        ],
    ),
];

/// Texts of the script.
const SCRIPT_TEXTS: [&str; 10] = [
    "white",
    "black",
    "house-as-saved",
    "house-turn",
    "house-delete",
    "house-sure-delete",
    "house-saved",
    "house-base-says",
    "house-same",
    "house-differences",
];

/// Returns the editor without changes.
pub(super) async fn new(State(site): State<Arc<Site>>, viewer: Viewer) -> Result<Markup, PageError> {
    editor(&site, &viewer, None).await
}

/// Returns the editor with saved rules.
pub(super) async fn open(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PageId(id): PageId<SavedRulesId>,
) -> Result<Markup, PageError> {
    let rules = site.saved_rules.find(id).await?;
    editor(&site, &viewer, Some(rules.into())).await
}

async fn editor(site: &Site, viewer: &Viewer, opened: Option<SavedRulesView>) -> Result<Markup, PageError> {
    let texts = Texts::of(viewer.language);
    let saved: Vec<SavedRulesView> =
        saved_rules(site, viewer).await?.into_iter().map(SavedRulesView::from).collect();
    let data = json!({ "saved": saved, "opened": opened, "texts": script_texts(texts, &SCRIPT_TEXTS) });
    let default = Rules::named(DEFAULT_RULES).map_err(|error| PageError::internal(&error))?;
    let base = default.rule_set().name_in(texts.language).into_owned();
    let title = texts.get("house");
    let content = html! {
        h1 { (title) }
        p class="soft" { (texts.get("house-lead")) }
        div class="editor" {
            (form(texts, &base))
            div class="side" {
                (trial_board(&default, texts))
                section class="card" aria-live="polite" {
                    h2 id="differences-title" { (texts.with("house-differences", "rules", base.clone())) }
                    p class="soft" id="no-differences" { (texts.get("house-no-differences")) }
                    ul id="differences" aria-labelledby="differences-title" {}
                }
            }
            (actions(texts))
        }
        section class="card whole" {
            h2 { (texts.get("house-whole")) }
            ul id="sentences" {}
        }
        (script_data(&data))
    };
    let page = Page {
        texts,
        title: &title,
        styles: &["home", "house"],
        script: Some("house/house.js"),
        viewer: Some(viewer),
        nav_entry: "house",
    };
    Ok(page.render(&content))
}

fn form(texts: &Texts, base: &str) -> Markup {
    let text_name = |field: &str| format!("house-{}", field.replace(['.', '_'], "-"));
    html! {
        form class="card choices" id="house" {
            div class="pair" {
                div {
                    label for="base" { (texts.get("house-base")) }
                    select id="base" { (options(texts, DEFAULT_RULES, &[])) }
                }
                div {
                    label for="name" { (texts.get("house-name")) }
                    input type="text" id="name" maxlength="60" value=(texts.get("house")) autocomplete="off";
                }
            }
            @for (group, fields) in GROUPS {
                fieldset class="group" {
                    legend { (texts.get(group)) }
                    div class="pair" {
                        @for (field, values) in fields {
                            @let name = text_name(field);
                            div {
                                label for=(name) { (texts.get(&name)) }
                                select id=(name) data-field=(field) {
                                    option value="" { (texts.with("house-same", "rules", base.to_owned())) }
                                    @for value in *values {
                                        // A number is its own text.
                                        option value=(value) { @if value.parse::<u8>().is_ok() { (value) } @else { (texts.get(&format!("{name}-{value}"))) } }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            // At the end of the form it sticks to the lower edge of the window, so that conflicts stay visible while
            // editing.
            div id="conflicts" class="note conflicts" role="alert" hidden { strong { (texts.get("house-conflicts")) } ul id="conflict-list" {} }
        }
    }
}

/// Renders the board on which the rules can be tried.
fn trial_board(default: &Rules, texts: &Texts) -> Markup {
    html! {
        section class="card trial" {
            h2 id="house-title" { (texts.get("house")) }
            p id="trial-stale" class="note stale-note" hidden { (texts.get("house-stale")) }
            div id="board" class="board" { (picture(&Position::initial(default), false, &default.rule_set().name_in(texts.language))) }
            p class="note" id="trial-note" role="status" { (texts.get("house-try")) }
            div class="buttons" {
                button type="button" id="trial-back" disabled { (texts.get("house-back")) }
                button type="button" id="trial-again" disabled { (texts.get("house-again")) }
            }
        }
    }
}

/// Renders the actions for the rules, and the list of saved rules.
fn actions(texts: &Texts) -> Markup {
    html! {
        section class="card playing-by" {
            h2 { (texts.get("house-play")) }
            div class="buttons" {
                button type="button" class="main" id="house-computer" { (texts.get("computer")) }
                button type="button" id="house-friend" { (texts.get("friend")) }
                button type="button" id="house-device" { (texts.get("same-device")) }
                button type="button" id="house-save" { (texts.get("house-save")) }
            }
            p id="house-note" role="status" {}
            p class="soft" { (texts.get("house-link")) }
            div id="house-share" hidden {
                label for="share-link" { (texts.get("house-short-link")) }
                input type="text" id="share-link" readonly;
            }
            div id="saved-rules-part" hidden {
                h3 id="saved-rules-title" { (texts.get("house-mine")) }
                ul class="saved-rules" id="saved-rules" aria-labelledby="saved-rules-title" {}
            }
        }
    }
}

/// Returns the saved house rules of the viewer; none for a viewer who may not create games.
pub(super) async fn saved_rules(site: &Site, viewer: &Viewer) -> Result<Vec<SavedRuleSet>, SiteError> {
    match viewer.require_scope(Scope::Challenge) {
        Ok(account) => site.saved_rules.of(account.id).await,
        Err(_) => Ok(Vec::new()),
    }
}
