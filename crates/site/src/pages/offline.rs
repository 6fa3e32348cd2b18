//! The page that a browser shows when it is offline. It is cached, so it contains nothing about the viewer's account.

use std::sync::Arc;

use axum::extract::{Request, State};
use maud::{Markup, html};
use texts::Texts;

use super::layout::Page;
use crate::site::Site;
use crate::web::viewer::Viewer;

/// Returns the offline page.
pub(super) async fn offline(State(site): State<Arc<Site>>, request: Request) -> Markup {
    let (parts, _) = request.into_parts();
    let viewer = Viewer::anonymous(&parts, &site);
    let texts = Texts::of(viewer.language);
    let title = texts.get("offline");
    let content = html! {
        section class="card refusal" {
            h1 { (title) }
            p { (texts.get("offline-next")) }
            // An empty address reloads the requested page.
            a class="button main" href="" { (texts.get("try-again")) }
        }
    };
    let styles = &["people"];
    Page { texts, title: &title, styles, script: None, viewer: Some(&viewer), nav_entry: "" }.render(&content)
}
