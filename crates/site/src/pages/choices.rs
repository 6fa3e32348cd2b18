//! What people choose by hand: the language and the theme. A cookie remembers it.

use axum::extract::Path;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Redirect, Response};

use super::error::PageError;
use crate::web::cookies::{self, LANGUAGE, THEME};

/// Back to where one came from, on this site.
fn back(headers: &HeaderMap) -> String {
    let from = headers.get(header::REFERER).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let path = from.split_once("://").and_then(|(_, rest)| rest.split_once('/')).map(|(_, path)| path);
    // Another host behind two slashes is not a path of ours.
    format!("/{}", path.unwrap_or_default().trim_start_matches(['/', '\\']))
}

fn remember(headers: &HeaderMap, name: &str, value: &str) -> Response {
    (cookies::choice(name, value), Redirect::to(&back(headers))).into_response()
}

pub(super) async fn language(headers: HeaderMap, Path(code): Path<String>) -> Result<Response, PageError> {
    match code.as_str() {
        "en" | "de" => Ok(remember(&headers, LANGUAGE, &code)),
        _ => Err(PageError::nothing("language")),
    }
}

pub(super) async fn theme(headers: HeaderMap, Path(theme): Path<String>) -> Result<Response, PageError> {
    match theme.as_str() {
        "light" | "dark" => Ok(remember(&headers, THEME, &theme)),
        "auto" => Ok(remember(&headers, THEME, "")),
        _ => Err(PageError::nothing("theme")),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn one_comes_back_to_a_page_of_this_site_and_no_other() {
        let back_from = |referer: &'static str| {
            back(&HeaderMap::from_iter([(header::REFERER, HeaderValue::from_static(referer))]))
        };
        assert_eq!(back_from("http://play.example/games/abc"), "/games/abc");
        assert_eq!(back_from("http://play.example//evil.example/x"), "/evil.example/x");
        assert_eq!((back_from("nonsense"), back(&HeaderMap::new())), ("/".to_owned(), "/".to_owned()));
    }
}
