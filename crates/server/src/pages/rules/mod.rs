//! The rule books: a list, and a page for each, made from its data.

use axum::extract::Path;
use draughts::{Position, Rules, variant};
use maud::{Markup, html};

use super::board::picture;
use super::error::PageError;
use super::layout::Page;
use super::texts::Texts;
use crate::http::Viewer;

pub(super) async fn all(viewer: Viewer) -> Markup {
    let texts = Texts::of(viewer.language);
    let content = html! {
        h1 { (texts.get("rules-title")) }
        ul class="playing" {
            @for set in variant::ALL {
                li class="card" {
                    a href=(format!("/rules/{}", set.id)) {
                        (picture(&Position::initial(&Rules::from(set)), false, &set.name))
                        p { (set.name) }
                    }
                }
            }
        }
    };
    let title = texts.get("rules-title");
    let page =
        Page { texts, title: &title, styles: &["home"], script: None, viewer: Some(&viewer), part: "rules" };
    page.with(&content)
}

pub(super) async fn one(viewer: Viewer, Path(id): Path<String>) -> Result<Markup, PageError> {
    let rules = Rules::named(&id).map_err(|_| PageError::nothing("rule book"))?;
    let texts = Texts::of(viewer.language);
    let set = rules.rule_set();
    let content = html! {
        section class="hero" {
            div {
                h1 { (set.name) }
                p class="soft" { (texts.get("rules-source")) ": " (set.source) }
                form method="post" action="/play/computer" class="buttons" {
                    input type="hidden" name="rules" value=(set.id);
                    input type="hidden" name="level" value="3";
                    input type="hidden" name="colour" value="first";
                    button class="main" { (texts.with("play-now", "rules", set.name.to_string())) }
                }
            }
            (picture(&Position::initial(&rules), false, &set.name))
        }
        section class="card" {
            @for sentence in set.sentences_in(viewer.language) { p { (sentence.text) } }
        }
    };
    let page = Page {
        texts,
        title: &set.name,
        styles: &["home"],
        script: None,
        viewer: Some(&viewer),
        part: "rules",
    };
    Ok(page.with(&content))
}
