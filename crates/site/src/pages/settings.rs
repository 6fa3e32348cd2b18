//! The settings page: display settings of the visitor and the account section. It needs no script.

use axum::response::{IntoResponse, Redirect, Response};
use draughts::{Position, Rules};
use maud::{Markup, html};
use texts::Texts;

use super::board::picture;
use super::layout::Page;
use crate::web::body::Form;
use crate::web::cookies::{self, LANGUAGE, THEME};
use crate::web::settings::{
    Animation, BoardTheme, CaptureInput, KingMarkPreference, NotationPreference, Settings, Sounds,
    SquareLabels,
};
use crate::web::viewer::{Theme, Viewer};

/// Rule set and position of the example boards: men and kings of both sides.
const EXAMPLE: (&str, &str) = ("english", "W:W21,22,26,K30:B3,7,11,K10");

/// Renders the settings, with a confirmation above them and the account section.
pub(super) fn settings_page(viewer: &Viewer, confirmation: Option<&str>, account: &Markup) -> Markup {
    let texts = Texts::of(viewer.language);
    let content = html! {
        h1 { (texts.get("settings")) }
        @if let Some(text) = confirmation { p class="note" role="status" { (text) } }
        (display_form(viewer, texts))
        (account)
    };
    page(viewer, texts, &content)
}

/// Renders a page with the title of the settings.
pub(super) fn page(viewer: &Viewer, texts: &Texts, content: &Markup) -> Markup {
    let title = texts.get("settings");
    let styles = &["home", "people"];
    Page { texts, title: &title, styles, script: None, viewer: Some(viewer), nav_entry: "settings" }
        .render(content)
}

/// Renders the form of the display settings.
fn display_form(viewer: &Viewer, texts: &Texts) -> Markup {
    let settings = viewer.settings;
    macro_rules! setting {
        ($name:literal, $kind:ident, $chosen:expr) => {
            radio_buttons(
                texts,
                $name,
                &$kind::ALL.iter().map(|value| value.as_str()).collect::<Vec<_>>(),
                $chosen.as_str(),
            )
        };
    }
    let theme = viewer.theme.map_or("auto", Theme::as_str);
    html! {
        form method="post" action="/settings" class="settings" {
            section class="card" {
                h2 { (texts.get("settings-look")) }
                (languages(viewer, texts))
                (radio_buttons(texts, "theme", &["auto", "light", "dark"], theme))
                (boards(texts, settings.board_theme))
                (setting!("kings", KingMarkPreference, settings.kings))
                (setting!("motion", Animation, settings.motion))
            }
            section class="card" {
                h2 { (texts.get("settings-board")) }
                (setting!("names", SquareLabels, settings.square_labels))
                (setting!("notation", NotationPreference, settings.notation))
                (setting!("input", CaptureInput, settings.input))
                (setting!("sounds", Sounds, settings.sounds))
                p class="soft" { (texts.get("settings-where")) }
                button class="main" { (texts.get("settings-save")) }
            }
        }
    }
}

/// Renders a setting as radio buttons; the text of each value is `set-NAME-VALUE`.
fn radio_buttons(texts: &Texts, name: &str, values: &[&str], chosen: &str) -> Markup {
    html! {
        fieldset {
            legend { (texts.get(&format!("set-{name}"))) }
            div class="choice" {
                @for value in values {
                    label {
                        input type="radio" name=(name) value=(value) checked[*value == chosen];
                        span { (texts.get(&format!("set-{name}-{value}"))) }
                    }
                }
            }
        }
    }
}

/// Renders the choice of the language; each language has its own name for itself.
fn languages(viewer: &Viewer, texts: &Texts) -> Markup {
    let chosen = if viewer.language_chosen { texts.code } else { "" };
    html! {
        fieldset {
            legend { (texts.get("set-language")) }
            div class="choice" {
                @for (code, name) in [("", texts.get("set-language-browser")), ("en", "English".to_owned()), ("de", "Deutsch".to_owned())] {
                    label {
                        input type="radio" name="language" value=(code) checked[code == chosen];
                        span lang=[Some(code).filter(|code| !code.is_empty())] { (name) }
                    }
                }
            }
        }
    }
}

/// Renders the choice of the board theme, with a picture of each.
fn boards(texts: &Texts, chosen: BoardTheme) -> Markup {
    let position = Rules::named(EXAMPLE.0).ok().and_then(|rules| Position::from_fen(&rules, EXAMPLE.1).ok());
    html! {
        fieldset {
            legend { (texts.get("set-board")) }
            div class="boards" {
                @for theme in BoardTheme::ALL {
                    @let name = texts.get(&format!("set-board-{}", theme.as_str()));
                    label class=(format!("board-{}", theme.as_str())) {
                        input type="radio" name="board" value=(theme.as_str()) checked[*theme == chosen];
                        @if let Some(position) = &position { div aria-hidden="true" { (picture(position, false, &name)) } }
                        span { (name) }
                    }
                }
            }
        }
    }
}

/// Stores the display settings in cookies.
pub(super) async fn save(Form(pairs): Form<Vec<(String, String)>>) -> Response {
    let value = |field: &str| pairs.iter().find(|(name, _)| name == field).map(|(_, value)| value.as_str());
    // An unknown value is treated as none.
    let known = |name: &str, values: &[&'static str]| {
        values.iter().copied().find(|known| value(name) == Some(*known)).unwrap_or_default()
    };
    let settings = Settings::read(pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    let language = cookies::choice(LANGUAGE, known("language", &["en", "de"]));
    let theme = cookies::choice(THEME, known("theme", &["light", "dark"]));
    (language, theme, settings.cookie(), Redirect::to("/settings?done=saved")).into_response()
}
