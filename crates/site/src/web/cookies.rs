//! Reads and sets cookies.
//!
//! axum-extra's `CookieJar` is not used: it percent-encodes values, and `web/game/sound.js` reads and writes them
//! unencoded.

use axum::http::{HeaderMap, HeaderName, header};
use axum::response::AppendHeaders;

/// Name of the cookie that holds the secret of a session.
pub(crate) const SESSION: &str = "crownhead_session";
/// Name of the cookie that holds the chosen language.
pub(crate) const LANGUAGE: &str = "crownhead_language";
/// Name of the cookie that holds the chosen theme.
pub(crate) const THEME: &str = "crownhead_theme";
/// Name of the cookie that holds all other settings.
pub(crate) const SETTINGS: &str = "crownhead_settings";

/// Lifetime of the session cookie, in seconds.
const SESSION_AGE: u64 = 180 * 24 * 3600;
/// Lifetime of a chosen setting, in seconds: the maximum that browsers allow.
const CHOICE_AGE: u64 = 400 * 24 * 3600;

/// A `set-cookie` header, added to those that a response already has.
pub(crate) type SetCookie = AppendHeaders<[(HeaderName, String); 1]>;

/// Returns the value of a cookie.
pub(crate) fn get<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// Returns the cookie of a session; an empty secret removes it.
pub(crate) fn session(secret: &str, secure: bool) -> SetCookie {
    set(SESSION, secret, SESSION_AGE, if secure { "; HttpOnly; Secure" } else { "; HttpOnly" })
}

/// Returns the cookie of a chosen setting; an empty value removes it.
pub(crate) fn choice(name: &str, value: &str) -> SetCookie {
    set(name, value, CHOICE_AGE, "")
}

fn set(name: &str, value: &str, age: u64, attributes: &str) -> SetCookie {
    let age = if value.is_empty() { 0 } else { age };
    let cookie = format!("{name}={value}; Path=/; SameSite=Lax; Max-Age={age}{attributes}");
    AppendHeaders([(header::SET_COOKIE, cookie)])
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn cookies_are_found_in_all_headers_by_full_name() {
        let lines =
            ["a=b;crownhead_session=x=1 ; c", "odd=\"; crownhead_theme=dark", "crownhead_theme=light"];
        let line = |line| (header::COOKIE, HeaderValue::from_static(line));
        let headers: HeaderMap = lines.map(line).into_iter().collect();
        for (name, value) in [
            (SESSION, Some("x=1")),
            (THEME, Some("dark")),
            (LANGUAGE, None),
            ("crownhead", None),
            ("c", None),
        ] {
            assert_eq!(get(&headers, name), value, "{name}");
        }
    }

    #[test]
    fn only_the_session_cookie_is_http_only() {
        let text = |AppendHeaders([(_, cookie)]): SetCookie| cookie;
        for (cookie, expected) in [
            (session("x", false), "crownhead_session=x; Path=/; SameSite=Lax; Max-Age=15552000; HttpOnly"),
            (session("", true), "crownhead_session=; Path=/; SameSite=Lax; Max-Age=0; HttpOnly; Secure"),
            (choice(THEME, "dark"), "crownhead_theme=dark; Path=/; SameSite=Lax; Max-Age=34560000"),
            (choice(THEME, ""), "crownhead_theme=; Path=/; SameSite=Lax; Max-Age=0"),
        ] {
            assert_eq!(text(cookie), expected);
        }
    }
}
