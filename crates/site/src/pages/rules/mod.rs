//! The rule books: a list, and a page for each, made from its data.

mod diagrams;
mod differences;
mod figure;

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use draughts::ruleset::RuleSet;
use draughts::{Position, Rules, Variant, variant};
use maud::{Markup, html};
use serde::Deserialize;

use super::board::picture;
use super::error::{PageError, PageId};
use super::families::{by_country, families, homes_of};
use super::layout::Page;
use crate::site::Site;
use crate::web::viewer::Viewer;
use play::id::GameId;
use texts::{Language, Render, RuleSetText, Texts, Topic};

/// All rule books.
pub(super) async fn all(viewer: Viewer) -> Markup {
    let texts = Texts::of(viewer.language);
    let title = texts.get("rules-title");
    let content = html! {
        h1 { (title) }
        p class="soft" { (texts.get("rules-lead")) " " a href="/which" { (texts.get("which")) } }
        details class="card countries" {
            summary { (texts.get("rules-countries")) }
            ul {
                @for (country, sets) in by_country(texts) {
                    li {
                        strong { (country) }
                        @for set in sets { a href=(format!("/rules/{}", set.id)) { (set.name_in(texts.language)) } }
                    }
                }
            }
        }
        @for family in families(texts) {
            h2 { (family.name) }
            ul class="playing" {
                @for set in family.sets {
                    li class="card" {
                        a href=(format!("/rules/{}", set.id)) {
                            (picture(&Position::initial(&Rules::from(set)), false, &set.name_in(texts.language)))
                            p { (set.name_in(texts.language)) br; span class="soft" { (homes_of(&set.id, texts).join(", ")) } }
                        }
                    }
                }
            }
        }
    };
    page(texts, &title, &viewer).with(&content)
}

/// What a rule book is to be compared with.
#[derive(Deserialize, Default)]
pub(super) struct Beside {
    /// The id of the other.
    #[serde(default)]
    with: Option<String>,
}

/// One rule book.
pub(super) async fn one(
    viewer: Viewer,
    Path(id): Path<String>,
    Query(beside): Query<Beside>,
) -> Result<Markup, PageError> {
    let set = variant::find(&id).map_err(|_| PageError::nothing("rule book"))?;
    let other = match beside.with {
        Some(other) => Some(variant::find(&other).map_err(|_| PageError::nothing("rule book"))?),
        None => None,
    };
    let texts = Texts::of(viewer.language);
    let homes = homes_of(&set.id, texts);
    let content = html! {
        section class="hero" {
            div {
                h1 { (set.name_in(texts.language)) }
                @if !homes.is_empty() { p class="soft" { (homes.join(", ")) } }
                p class="soft" { (texts.get("rules-source")) ": " (set.source) }
                form method="post" action="/play/computer" class="buttons" {
                    input type="hidden" name="rules" value=(set.id);
                    input type="hidden" name="level" value="3";
                    input type="hidden" name="colour" value="first";
                    button class="main" { (texts.with("play-now", "rules", set.name_in(texts.language).into_owned())) }
                    a class="button" href=(format!("/house#base={}", set.id)) { (texts.get("rules-change")) }
                    a class="button" href="#differences" { (texts.get("rules-compare")) }
                }
            }
            (picture(&Position::initial(&Rules::from(set)), false, &set.name_in(texts.language)))
        }
        // Whoever compares came for the differences.
        @if other.is_some() { (differences::section(&set, other.as_deref(), texts)) }
        (book(set, texts))
        @if other.is_none() { (differences::section(&set, other.as_deref(), texts)) }
    };
    let name = set.name_in(texts.language);
    let title = other.map_or(name.to_string(), |other| format!("{name} – {}", other.name_in(texts.language)));
    Ok(page(texts, &title, &viewer).with(&content))
}

/// The rules of a game: a rule book, or house rules as they are played there.
pub(super) async fn of_game(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PageId(id): PageId<GameId>,
) -> Result<Response, PageError> {
    let table = site.games.table(id).await?;
    let rules = table.game().rules();
    let set = rules.rule_set();
    if variant::find(&set.id).is_ok_and(|named| set.is_edition_of(&named)) {
        return Ok(Redirect::to(&format!("/rules/{}", set.id)).into_response());
    }
    let texts = Texts::of(viewer.language);
    let content = html! {
        section class="hero" {
            div {
                h1 { (set.name) }
                p class="soft" { (texts.get("rules-source")) ": " (set.source) }
                p { a class="button" href=(format!("/games/{id}")) { (texts.get("back-to-game")) } }
            }
            (picture(&Position::initial(rules), false, &set.name))
        }
        section class="card topic" {
            ul { @for sentence in set.sentences_in(texts.language) { li { (sentence.text) } } }
        }
    };
    Ok(page(texts, &set.name, &viewer).with(&content).into_response())
}

fn page<'a>(texts: &'a Texts, title: &'a str, viewer: &'a Viewer) -> Page<'a> {
    Page { texts, title, styles: &["home", "rules"], script: None, viewer: Some(viewer), part: "rules" }
}

/// What the book says, topic by topic: what can be shown is shown.
fn book(set: Variant, texts: &Texts) -> Markup {
    let sentences = set.sentences_in(texts.language);
    let mut topics: Vec<Topic> = sentences.iter().map(|sentence| sentence.topic).collect();
    topics.dedup();
    let topic_of = |field: &str| sentences.iter().find(|sentence| sentence.field == field).map(|s| s.topic);
    let shown = |field: &str| {
        diagrams::of(set).iter().any(|diagram| diagram.point.fields().contains(&field)) || field == "notation"
    };
    html! {
        @for topic in topics {
            section class="card topic" {
                h2 { (topic.render(texts.language)) }
                @let told: Vec<_> = sentences.iter().filter(|s| s.topic == topic && !shown(s.field)).collect();
                @if !told.is_empty() { ul { @for sentence in told { li { (sentence.text) } } } }
                div class="figures-grid" {
                    @for (i, diagram) in diagrams::of(set).iter().enumerate() {
                        @if topic_of(diagram.point.fields()[0]) == Some(topic) {
                            @let told = diagrams::of(set)[..i].iter().any(|before| before.point == diagram.point);
                            (figure::figure(diagram, told, &set, texts))
                        }
                    }
                    @if topic_of("notation") == Some(topic) { (figure::notation(set, texts)) }
                }
            }
        }
    }
}

/// The sentences of some fields, as one text.
fn sentences_of(set: &RuleSet, fields: &[&str], language: Language) -> String {
    let sentences: Vec<String> = fields.iter().filter_map(|field| set.sentence_of(field, language)).collect();
    sentences.join(" ")
}
