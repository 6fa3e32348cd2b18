//! The rule books: a list, and a page for each, generated from its data.

mod comparison;
mod diagrams;
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
use super::families::{by_country, countries_of, families};
use super::layout::Page;
use crate::site::Site;
use crate::web::viewer::Viewer;
use play::id::GameId;
use texts::{Language, Render, RuleSetText, Texts, Topic};

/// Returns the list of rule books.
pub(super) async fn list(viewer: Viewer) -> Markup {
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
                            p { (set.name_in(texts.language)) br; span class="soft" { (countries_of(&set.id, texts).join(", ")) } }
                        }
                    }
                }
            }
        }
    };
    page(texts, &title, &viewer).render(&content)
}

/// The query parameters of a rule book.
#[derive(Deserialize, Default)]
pub(super) struct ComparisonQuery {
    /// The id of the rule book to compare with.
    #[serde(default)]
    with: Option<String>,
}

/// Returns the page of a rule book.
pub(super) async fn rule_book(
    viewer: Viewer,
    Path(id): Path<String>,
    Query(query): Query<ComparisonQuery>,
) -> Result<Markup, PageError> {
    let set = variant::find(&id).map_err(|_| PageError::not_found("rule book"))?;
    let other = match query.with {
        Some(other) => Some(variant::find(&other).map_err(|_| PageError::not_found("rule book"))?),
        None => None,
    };
    let texts = Texts::of(viewer.language);
    let homes = countries_of(&set.id, texts);
    let content = html! {
        section class="hero" {
            div {
                h1 { (set.name_in(texts.language)) }
                @if !homes.is_empty() { p class="soft" { (homes.join(", ")) } }
                p class="soft" { (texts.get("rules-source")) ": " (set.source_in(texts.language)) }
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
        // With a comparison, the differences come first.
        @if other.is_some() { (comparison::section(&set, other.as_deref(), texts)) }
        (book(set, texts))
        @if other.is_none() { (comparison::section(&set, other.as_deref(), texts)) }
    };
    let name = set.name_in(texts.language);
    let title = other.map_or(name.to_string(), |other| format!("{name} – {}", other.name_in(texts.language)));
    Ok(page(texts, &title, &viewer).render(&content))
}

/// Returns the rules of a game: redirects to its rule book, or shows its house rules.
pub(super) async fn game_rules(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PageId(id): PageId<GameId>,
) -> Result<Response, PageError> {
    let state = site.games.state(id).await?;
    let rules = state.game().rules();
    let set = rules.rule_set();
    if variant::find(&set.id).is_ok_and(|named| set.is_edition_of(&named)) {
        return Ok(Redirect::to(&format!("/rules/{}", set.id)).into_response());
    }
    let texts = Texts::of(viewer.language);
    let name = set.name_in(texts.language);
    let content = html! {
        section class="hero" {
            div {
                h1 { (name) }
                p class="soft" { (texts.get("rules-source")) ": " (set.source_in(texts.language)) }
                p { a class="button" href=(format!("/games/{id}")) { (texts.get("back-to-game")) } }
            }
            (picture(&Position::initial(rules), false, &name))
        }
        section class="card topic" {
            ul { @for sentence in set.sentences_in(texts.language) { li { (sentence.text) } } }
        }
    };
    Ok(page(texts, &name, &viewer).render(&content).into_response())
}

fn page<'a>(texts: &'a Texts, title: &'a str, viewer: &'a Viewer) -> Page<'a> {
    Page { texts, title, styles: &["home", "rules"], script: None, viewer: Some(viewer), nav_entry: "rules" }
}

/// Renders the sentences of a rule book, topic by topic, with diagrams where there are some.
fn book(set: Variant, texts: &Texts) -> Markup {
    let sentences = set.sentences_in(texts.language);
    let mut topics: Vec<Topic> = sentences.iter().map(|sentence| sentence.topic).collect();
    topics.dedup();
    let topic_of = |field: &str| sentences.iter().find(|sentence| sentence.field == field).map(|s| s.topic);
    let has_diagram = |field: &str| {
        diagrams::of(set).iter().any(|diagram| diagram.point.fields().contains(&field)) || field == "notation"
    };
    html! {
        @for topic in topics {
            section class="card topic" {
                h2 { (topic.render(texts.language)) }
                @let texts_only: Vec<_> = sentences.iter().filter(|s| s.topic == topic && !has_diagram(s.field)).collect();
                @if !texts_only.is_empty() { ul { @for sentence in texts_only { li { (sentence.text) } } } }
                div class="figures-grid" {
                    @for (i, diagram) in diagrams::of(set).iter().enumerate() {
                        @if topic_of(diagram.point.fields()[0]) == Some(topic) {
                            @let is_repeated = diagrams::of(set)[..i].iter().any(|before| before.point == diagram.point);
                            (figure::figure(diagram, is_repeated, &set, texts))
                        }
                    }
                    @if topic_of("notation") == Some(topic) { (figure::notation(set, texts)) }
                }
            }
        }
    }
}

/// Returns the sentences of some fields as one text.
fn sentences_of(set: &RuleSet, fields: &[&str], language: Language) -> String {
    let sentences: Vec<String> = fields.iter().filter_map(|field| set.sentence_of(field, language)).collect();
    sentences.join(" ")
}
