//! The page of settings: how the site looks and behaves for whoever looks at it, and what an account can change of
//! itself. It needs no script.

use axum::response::{IntoResponse, Redirect, Response};
use draughts::{Position, Rules};
use maud::{Markup, html};
use texts::Texts;

use super::board::picture;
use super::layout::Page;
use crate::web::body::Form;
use crate::web::cookies::{self, LANGUAGE, THEME};
use crate::web::settings::{
    BoardTheme, Input, KingMarks, Motion, Notation, Settings, Sounds, SquareNotation,
};
use crate::web::viewer::{Theme, Viewer};

/// What the pictures of boards show: men and kings of both sides.
const SHOWN: (&str, &str) = ("english", "W:W21,22,26,K30:B3,7,11,K10");

/// The page, with what is said above it, and what an account can change.
pub(super) fn shown(viewer: &Viewer, said: Option<&str>, account: &Markup) -> Markup {
    let texts = Texts::of(viewer.language);
    let content = html! {
        h1 { (texts.get("settings")) }
        @if let Some(said) = said { p class="note" role="status" { (said) } }
        (look(viewer, texts))
        (account)
    };
    page(viewer, texts, &content)
}

/// A page of settings.
pub(super) fn page(viewer: &Viewer, texts: &Texts, content: &Markup) -> Markup {
    let title = texts.get("settings");
    let styles = &["home", "people"];
    Page { texts, title: &title, styles, script: None, viewer: Some(viewer), part: "settings" }.with(content)
}

/// The choices that a cookie remembers.
fn look(viewer: &Viewer, texts: &Texts) -> Markup {
    let settings = viewer.settings;
    macro_rules! words {
        ($name:literal, $kind:ident, $chosen:expr) => {
            bar(
                texts,
                $name,
                &$kind::ALL.iter().map(|word| word.as_str()).collect::<Vec<_>>(),
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
                (bar(texts, "theme", &["auto", "light", "dark"], theme))
                (boards(texts, settings.board))
                (words!("kings", KingMarks, settings.kings))
                (words!("motion", Motion, settings.motion))
            }
            section class="card" {
                h2 { (texts.get("settings-board")) }
                (words!("names", SquareNotation, settings.names))
                (words!("notation", Notation, settings.notation))
                (words!("input", Input, settings.input))
                (words!("sounds", Sounds, settings.sounds))
                p class="soft" { (texts.get("settings-where")) }
                button class="main" { (texts.get("settings-save")) }
            }
        }
    }
}

/// A choice of a few, with a text for each: `set-NAME-WORD`.
fn bar(texts: &Texts, name: &str, words: &[&str], chosen: &str) -> Markup {
    html! {
        fieldset {
            legend { (texts.get(&format!("set-{name}"))) }
            div class="choice" {
                @for word in words {
                    label {
                        input type="radio" name=(name) value=(word) checked[*word == chosen];
                        span { (texts.get(&format!("set-{name}-{word}"))) }
                    }
                }
            }
        }
    }
}

/// Languages are called as they call themselves.
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

/// Boards are chosen by what they look like.
fn boards(texts: &Texts, chosen: BoardTheme) -> Markup {
    let position = Rules::named(SHOWN.0).ok().and_then(|rules| Position::from_fen(&rules, SHOWN.1).ok());
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

/// Remembers what was chosen.
pub(super) async fn choose(Form(pairs): Form<Vec<(String, String)>>) -> Response {
    let value = |wanted: &str| pairs.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
    // What is not one of ours is as good as nothing.
    let known = |name: &str, words: &[&'static str]| {
        words.iter().copied().find(|word| value(name) == Some(*word)).unwrap_or_default()
    };
    let settings = Settings::read(pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    let language = cookies::choice(LANGUAGE, known("language", &["en", "de"]));
    let theme = cookies::choice(THEME, known("theme", &["light", "dark"]));
    (language, theme, settings.cookie(), Redirect::to("/settings?done=saved")).into_response()
}
