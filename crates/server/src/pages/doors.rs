//! The page on which one comes in.

use maud::{Markup, html};

use super::layout::Page;
use super::texts::Texts;
use crate::http::Viewer;

pub(super) async fn doors(viewer: Viewer) -> Markup {
    let texts = Texts::of(viewer.language);
    let door = |action: &str, title: &str, password: &str| {
        html! {
            form class="card" method="post" action=(action) {
                h2 { (texts.get(title)) }
                label for=(format!("{title}-name")) { (texts.get("name")) }
                input type="text" id=(format!("{title}-name")) name="name" autocomplete="username" required;
                label for=(format!("{title}-password")) { (texts.get("password")) }
                input type="password" id=(format!("{title}-password")) name="password" autocomplete=(password) required;
                button class="main" { (texts.get(title)) }
            }
        }
    };
    let content = html! {
        h1 { (texts.get("sign-in")) }
        div class="ways" {
            (door("/login", "sign-in", "current-password"))
            (door("/signup", "sign-up", "new-password"))
        }
    };
    let title = texts.get("sign-in");
    let page =
        Page { texts, title: &title, styles: &["home"], script: None, viewer: Some(&viewer), part: "" };
    page.with(&content)
}
