//! Links that choose the language or the theme, stored in a cookie.

use axum::extract::Path;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Redirect, Response};

use super::error::PageError;
use crate::web::cookies::{self, LANGUAGE, THEME};

/// Returns the path of the page from which the request came, or `/`.
fn referer_path(headers: &HeaderMap) -> String {
    let from = headers.get(header::REFERER).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let path = from.split_once("://").and_then(|(_, rest)| rest.split_once('/')).map(|(_, path)| path);
    // Two slashes would start the name of another host.
    format!("/{}", path.unwrap_or_default().trim_start_matches(['/', '\\']))
}

fn store_choice(headers: &HeaderMap, name: &str, value: &str) -> Response {
    (cookies::choice(name, value), Redirect::to(&referer_path(headers))).into_response()
}

pub(super) async fn language(headers: HeaderMap, Path(code): Path<String>) -> Result<Response, PageError> {
    match code.as_str() {
        "en" | "de" => Ok(store_choice(&headers, LANGUAGE, &code)),
        _ => Err(PageError::not_found("language")),
    }
}

pub(super) async fn theme(headers: HeaderMap, Path(theme): Path<String>) -> Result<Response, PageError> {
    match theme.as_str() {
        "light" | "dark" => Ok(store_choice(&headers, THEME, &theme)),
        "auto" => Ok(store_choice(&headers, THEME, "")),
        _ => Err(PageError::not_found("theme")),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn redirects_stay_on_this_site() {
        let path = |referer: &'static str| {
            referer_path(&HeaderMap::from_iter([(header::REFERER, HeaderValue::from_static(referer))]))
        };
        assert_eq!(path("http://play.example/games/abc"), "/games/abc");
        assert_eq!(path("http://play.example//evil.example/x"), "/evil.example/x");
        assert_eq!((path("nonsense"), referer_path(&HeaderMap::new())), ("/".to_owned(), "/".to_owned()));
    }
}
