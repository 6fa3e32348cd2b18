//! The layout of all pages.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::assets::folder;
use crate::web::viewer::{Theme, Viewer};
use store::Role;
use texts::Texts;

/// The logo: a crown on a man.
const LOGO: &str = "<svg viewBox=\"0 0 32 32\" aria-hidden=\"true\"><ellipse cx=\"16\" cy=\"25\" rx=\"11\" ry=\"4.5\" fill=\"currentColor\"/><ellipse cx=\"16\" cy=\"22\" rx=\"11\" ry=\"4.5\" fill=\"#fbf6ea\" stroke=\"currentColor\"/><path d=\"M8 20 L6 7 L12 13 L16 4 L20 13 L26 7 L24 20 Z\" fill=\"#d8a422\" stroke=\"currentColor\" stroke-linejoin=\"round\"/></svg>";

/// Returns the `theme-color` values with their media queries: that of the chosen theme, or one per system theme.
fn theme_colours(theme: Option<Theme>) -> Vec<(Option<&'static str>, &'static str)> {
    let (light, dark) = ("#f5f0e6", "#14171a");
    match theme {
        Some(Theme::Light) => vec![(None, light)],
        Some(Theme::Dark) => vec![(None, dark)],
        None => {
            vec![(Some("(prefers-color-scheme: light)"), light), (Some("(prefers-color-scheme: dark)"), dark)]
        }
    }
}

/// A page.
pub(super) struct Page<'a> {
    pub(super) texts: &'a Texts,
    pub(super) title: &'a str,
    /// Additional styles.
    pub(super) styles: &'a [&'a str],
    /// The path of the script.
    pub(super) script: Option<&'a str>,
    /// The viewer; `None` for a page that is the same for all.
    pub(super) viewer: Option<&'a Viewer>,
    /// The navigation entry to which the page belongs; empty if there is none.
    pub(super) nav_entry: &'a str,
}

impl Page<'_> {
    fn is_for_admin(&self) -> bool {
        let account = self.viewer.and_then(Viewer::account);
        account.is_some_and(|account| account.role == Role::Admin)
    }

    /// Returns the text that says what works on the page without JavaScript.
    fn noscript_text(&self) -> String {
        let file = self.script.and_then(|script| script.rsplit('/').next()).unwrap_or_default();
        let own = format!("noscript-{}", file.trim_end_matches(".js"));
        self.texts.get(if self.texts.has(&own) { &own } else { "noscript" })
    }

    /// Renders the page with some content.
    pub(super) fn render(&self, content: &Markup) -> Markup {
        let texts = self.texts;
        let link = |nav_entry: &str, path: &str| {
            let current = (nav_entry == self.nav_entry).then_some("page");
            html! { a href=(path) aria-current=[current] { (texts.get(nav_entry)) } }
        };
        let name = self.viewer.and_then(Viewer::account).and_then(|account| account.name.as_deref());
        let theme = self.viewer.and_then(|viewer| viewer.theme);
        let assets = folder();
        let settings = self.viewer.map(|viewer| viewer.settings).unwrap_or_default();
        html! {
            (DOCTYPE)
            html lang=(texts.code) data-theme=[theme.map(Theme::as_str)] data-board=(settings.board_theme.as_str())
                data-names=(settings.square_labels.as_str()) data-kings=(settings.kings.as_str()) data-notation=(settings.notation.as_str())
                data-sounds=(settings.sounds.as_str()) data-input=(settings.input.as_str())
                data-motion=(settings.motion.as_str()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (self.title) " · Crownhead" }
                    link rel="icon" href=(format!("{assets}/icon.svg")) type="image/svg+xml";
                    link rel="apple-touch-icon" href=(format!("{assets}/icons/180.png"));
                    link rel="manifest" href=(format!("{assets}/site.{}.webmanifest", texts.code));
                    @for (media, colour) in theme_colours(theme) {
                        meta name="theme-color" content=(colour) media=[media];
                    }
                    @for style in ["base", "board", "themes"].iter().chain(self.styles) {
                        link rel="stylesheet" href=(format!("{assets}/style/{style}.css"));
                    }
                    noscript { link rel="stylesheet" href=(format!("{assets}/style/noscript.css")); }
                    @for script in ["install.js"].iter().chain(&self.script) {
                        script type="module" src=(format!("{assets}/{script}")) {}
                    }
                }
                body {
                    a class="skip" href="#content" { (texts.get("skip")) }
                    header class="top" {
                        a class="brand" href="/" aria-label="Crownhead" { (PreEscaped(LOGO)) span class="brand-name" { "Crownhead" } }
                        nav { (link("play", "/")) (link("rules", "/rules")) (link("house", "/house")) (link("analysis", "/analysis")) (link("api", "/api")) }
                        a class="wide" href="/settings" aria-current=[(self.nav_entry == "settings").then_some("page")] { (texts.get("settings")) }
                        @if self.is_for_admin() { a href="/admin" { (texts.get("disputes")) } }
                        @match name {
                            Some(name) => {
                                a href=(format!("/players/{name}")) { (name) }
                                form method="post" action="/logout" { button { (texts.get("sign-out")) } }
                            }
                            None => a class="button" href="/login" { (texts.get("sign-in")) },
                        }
                    }
                    main id="content" {
                        noscript { p class="note no-script" { (self.noscript_text()) } }
                        (content)
                    }
                    footer class="foot" {
                        a href="/settings" aria-current=[(self.nav_entry == "settings").then_some("page")] { (texts.get("settings")) }
                        @for (code, name) in [("en", "English"), ("de", "Deutsch")] {
                            a href=(format!("/language/{code}")) lang=(code) aria-current=[(code == texts.code).then_some("true")] { (name) }
                        }
                        @for (value, name) in [("light", "light"), ("dark", "dark"), ("auto", "theme-auto")] {
                            @let chosen = theme.map_or("auto", Theme::as_str) == value;
                            a href=(format!("/theme/{value}")) aria-current=[chosen.then_some("true")] { (texts.get(name)) }
                        }
                    }
                }
            }
        }
    }
}
