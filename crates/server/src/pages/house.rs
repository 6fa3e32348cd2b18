//! The editor of house rules: a base, and what differs from it.

use draughts::variant;
use maud::{Markup, html};

use super::layout::Page;
use super::texts::Texts;
use crate::http::Viewer;

/// What can be changed, by the name of its field, and to what. The script knows which values stand for lists.
const FIELDS: [(&str, &[&str]); 14] = [
    ("board.width", &["6", "7", "8", "9", "10", "11", "12", "13", "14"]),
    ("board.height", &["6", "7", "8", "9", "10", "11", "12", "13", "14"]),
    ("start.rows_of_men", &["1", "2", "3", "4", "5"]),
    ("start.first_move", &["white", "black"]),
    ("men.captures", &["forward", "both"]),
    ("men.takes", &["men-and-kings", "men-only"]),
    (
        "men.crowning",
        &["at-the-end-of-the-move", "in-passing-and-the-move-ends", "in-passing-and-it-goes-on"],
    ),
    ("kings.range", &["short", "flying"]),
    ("kings.landing", &["any-square-behind", "directly-behind"]),
    ("capture.duty", &["must-capture", "may-capture"]),
    ("capture.priority", &["free", "most", "king"]),
    ("capture.finish", &["must-be-finished", "may-be-stopped"]),
    ("goal", &["no-moves-loses", "no-moves-wins", "first-king-wins"]),
    ("conduct.enforcement", &["strict", "redo-on-demand", "huffing"]),
];

pub(super) async fn house(viewer: Viewer) -> Markup {
    let texts = Texts::of(viewer.language);
    let text_of = |field: &str| format!("house-{}", field.replace(['.', '_'], "-"));
    let content = html! {
        h1 { (texts.get("house")) }
        p class="soft" { (texts.get("house-lead")) }
        div class="house" {
            form class="card" id="house" {
                label for="base" { (texts.get("house-base")) }
                select id="base" { @for set in variant::ALL { option value=(set.id) { (set.name) } } }
                label for="name" { (texts.get("house-name")) }
                input type="text" id="name" maxlength="60" value=(texts.get("house")) autocomplete="off";
                @for (field, values) in FIELDS {
                    @let name = text_of(field);
                    label for=(name) { (texts.get(&name)) }
                    select id=(name) data-field=(field) {
                        option value="" { (texts.get("house-same")) }
                        @for value in values {
                            // A number is its own text.
                            option value=(value) { @if value.parse::<u8>().is_ok() { (value) } @else { (texts.get(&format!("{name}-{value}"))) } }
                        }
                    }
                }
            }
            section class="card" aria-live="polite" {
                h2 id="house-title" {}
                div id="conflicts" class="note" hidden { strong { (texts.get("house-conflicts")) } ul id="conflict-list" {} }
                ul id="sentences" {}
                p class="soft" { (texts.get("house-link")) }
                div class="buttons" {
                    button type="button" class="main" id="house-computer" { (texts.get("computer")) }
                    button type="button" id="house-friend" { (texts.get("friend")) }
                    button type="button" id="house-device" { (texts.get("same-device")) }
                }
                p id="house-note" role="status" {}
            }
        }
    };
    let title = texts.get("house");
    let page = Page {
        texts,
        title: &title,
        styles: &["home"],
        script: Some("house/house.js"),
        viewer: Some(&viewer),
        part: "house",
    };
    page.with(&content)
}
