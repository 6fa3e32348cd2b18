//! The comparison of two rule books.

use draughts::RuleSet;
use maud::{Markup, html};
use texts::{Render, RuleSetText, Texts};

use crate::pages::families::options;
use crate::views::comparison::{Comparison, Row};

/// Renders the choice of another rule book and, once it is chosen, the differences.
pub(super) fn section(set: &RuleSet, other: Option<&RuleSet>, texts: &Texts) -> Markup {
    let chosen = other.map_or("", |other| &other.id);
    html! {
        section class="card" id="differences" {
            h2 { (texts.get("rules-differences")) }
            form method="get" action=(format!("/rules/{}#differences", set.id)) class="beside" {
                label for="with" { (texts.get("rules-with")) }
                select name="with" id="with" { (options(texts, chosen, &[])) }
                button { (texts.get("rules-compare")) }
            }
            @if let Some(other) = other { (table(set, other, texts)) }
        }
    }
}

fn table(set: &RuleSet, other: &RuleSet, texts: &Texts) -> Markup {
    let comparison = Comparison::of(set, other, texts.language);
    let caption = texts.fill(
        "rules-side-by-side",
        [
            ("this", set.name_in(texts.language).into_owned().into()),
            ("other", other.name_in(texts.language).into_owned().into()),
        ],
    );
    // Rows are grouped by topic.
    let topics: Vec<&[Row]> = comparison.rows.chunk_by(|a, b| a.topic == b.topic).collect();
    let cell =
        |texts: &[String]| html! { td { @for text in texts { p { (text) } } @if texts.is_empty() { "–" } } };
    html! {
        table class="differences" {
            caption { (caption) }
            thead {
                tr {
                    th scope="col" { (set.name_in(texts.language)) }
                    th scope="col" { a href=(format!("/rules/{}", other.id)) { (other.name_in(texts.language)) } }
                }
            }
            @for rows in topics {
                tbody {
                    tr { th scope="rowgroup" colspan="2" { (rows[0].topic.render(texts.language)) } }
                    @for row in rows { tr { (cell(&row.this)) (cell(&row.other)) } }
                }
            }
        }
        p class="soft" { (texts.with("rules-same", "count", comparison.same as u64)) }
    }
}
