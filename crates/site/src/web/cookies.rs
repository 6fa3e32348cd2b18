//! Reads and sets cookies.
//!
//! Not axum-extra's jar: it percent-encodes values, and `web/game/sound.js` reads and writes them as they are.

use axum::http::{HeaderMap, HeaderName, header};
use axum::response::AppendHeaders;

/// The secret of a session.
pub(crate) const SESSION: &str = "crownhead_session";
/// The language chosen by hand.
pub(crate) const LANGUAGE: &str = "crownhead_language";
/// The theme chosen by hand.
pub(crate) const THEME: &str = "crownhead_theme";
/// All other settings.
pub(crate) const SETTINGS: &str = "crownhead_settings";

/// Lifetime of a session, in seconds.
const SESSION_AGE: u64 = 180 * 24 * 3600;
/// Lifetime of a choice, in seconds: the longest that browsers allow.
const CHOICE_AGE: u64 = 400 * 24 * 3600;

/// A cookie as a part of a response. Several in one response are all set.
pub(crate) type SetCookie = AppendHeaders<[(HeaderName, String); 1]>;

/// Returns the value of a cookie.
pub(crate) fn get<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// Sets the cookie of a session; an empty secret removes it.
pub(crate) fn session(secret: &str, secure: bool) -> SetCookie {
    set(SESSION, secret, SESSION_AGE, if secure { "; HttpOnly; Secure" } else { "; HttpOnly" })
}

/// Sets the cookie of a choice; an empty value removes it.
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
    fn cookies_are_found_in_all_lines_by_their_whole_name() {
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
    fn only_the_session_is_kept_from_scripts() {
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
