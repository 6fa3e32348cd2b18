//! What every page shares.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::texts::Texts;
use crate::store::Account;

/// A crown on a man.
const BRAND: &str = "<svg viewBox=\"0 0 32 32\" aria-hidden=\"true\"><ellipse cx=\"16\" cy=\"25\" rx=\"11\" ry=\"4.5\" fill=\"currentColor\"/><ellipse cx=\"16\" cy=\"22\" rx=\"11\" ry=\"4.5\" fill=\"#fbf6ea\" stroke=\"currentColor\"/><path d=\"M8 20 L6 7 L12 13 L16 4 L20 13 L26 7 L24 20 Z\" fill=\"#d8a422\" stroke=\"currentColor\" stroke-linejoin=\"round\"/></svg>";

/// A page.
pub(super) struct Page<'a> {
    pub(super) texts: &'a Texts,
    pub(super) title: &'a str,
    /// Styles besides the shared ones.
    pub(super) styles: &'a [&'a str],
    /// The script of the page.
    pub(super) script: Option<&'a str>,
    pub(super) account: Option<&'a Account>,
    /// Which part of the site it belongs to.
    pub(super) part: &'a str,
}

impl Page<'_> {
    /// The page with this content.
    pub(super) fn with(&self, content: &Markup) -> Markup {
        let texts = self.texts;
        let link = |part: &str, path: &str| {
            let current = (part == self.part).then_some("page");
            html! { a href=(path) aria-current=[current] { (texts.get(part)) } }
        };
        let name = self.account.and_then(|account| account.name.as_deref());
        html! {
            (DOCTYPE)
            html lang=(texts.code) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (self.title) " · Crownhead" }
                    link rel="icon" href="/assets/icon.svg" type="image/svg+xml";
                    @for style in ["base", "board"].iter().chain(self.styles) {
                        link rel="stylesheet" href=(format!("/assets/style/{style}.css"));
                    }
                    @if let Some(script) = self.script {
                        script type="module" src=(format!("/assets/{script}")) {}
                    }
                }
                body {
                    a class="skip" href="#content" { (texts.get("skip")) }
                    header class="top" {
                        a class="brand" href="/" aria-label="Crownhead" { (PreEscaped(BRAND)) span class="brand-name" { "Crownhead" } }
                        nav { (link("play", "/")) (link("rules", "/rules")) (link("api", "/api")) }
                        @match name {
                            Some(name) => {
                                span { (name) }
                                form method="post" action="/logout" { button { (texts.get("sign-out")) } }
                            }
                            None => a class="button" href="/login" { (texts.get("sign-in")) },
                        }
                    }
                    main id="content" { (content) }
                }
            }
        }
    }
}
