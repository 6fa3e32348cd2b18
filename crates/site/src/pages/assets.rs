//! Static files: styles, scripts and icons, embedded in the program.
//!
//! Their paths contain a version, a hash of all files, so that a response never changes and can be cached forever.
//! Scripts import each other by relative paths, so versions are never mixed.

use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest, Sha256};

#[derive(RustEmbed)]
#[folder = "../../web"]
struct Web;

/// Number of bytes of a version, which is written in hexadecimal.
const VERSION_BYTES: usize = 8;

static VERSION: LazyLock<String> = LazyLock::new(hash);

/// Returns a short hash of all files.
fn hash() -> String {
    let mut names: Vec<_> = Web::iter().collect();
    names.sort();
    let mut all = Sha256::new();
    for name in names {
        let Some(file) = Web::get(&name) else { continue };
        all.update(name.as_bytes());
        all.update(file.metadata.sha256_hash());
    }
    hex::encode(&all.finalize()[..VERSION_BYTES])
}

fn version() -> String {
    // Debug builds read the files from disk, where they can change while the program runs.
    if cfg!(debug_assertions) { hash() } else { VERSION.clone() }
}

/// Returns the path of the folder with the files of the current version.
pub(super) fn folder() -> String {
    format!("/assets/{}", version())
}

/// Returns the content type of a file.
fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// Splits the version off a path; returns the rest, and whether the version is the current one.
fn split_version<'a>(path: &'a str, current: &str) -> (&'a str, bool) {
    let is_version =
        |part: &str| part.len() == 2 * VERSION_BYTES && part.bytes().all(|letter| letter.is_ascii_hexdigit());
    match path.split_once('/') {
        Some((first, rest)) if is_version(first) => (rest, first == current),
        _ => (path, false),
    }
}

/// Returns a static file.
pub(super) async fn asset(headers: HeaderMap, Path(path): Path<String>) -> Response {
    let (name, is_current) = split_version(&path, &version());
    match Web::get(name) {
        Some(file) if is_current => response(name, file, "public, max-age=31536000, immutable"),
        Some(file) => revalidated(&headers, name, file),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Returns the service worker. It is served at the root, because its path limits the pages that it controls.
pub(super) async fn service_worker(headers: HeaderMap) -> Response {
    match Web::get("worker.js") {
        Some(file) => revalidated(&headers, "worker.js", file),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Returns a file without the current version in its path, which the browser must revalidate each time.
fn revalidated(headers: &HeaderMap, name: &str, file: EmbeddedFile) -> Response {
    let tag = format!("\"{}\"", hex::encode(&file.metadata.sha256_hash()[..VERSION_BYTES]));
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let unchanged = known.flat_map(|line| line.split(',')).any(|known| known.trim() == tag);
    let mut response = match unchanged {
        true => (StatusCode::NOT_MODIFIED, [(header::CACHE_CONTROL, "no-cache")]).into_response(),
        false => response(name, file, "no-cache"),
    };
    if let Ok(tag) = HeaderValue::try_from(tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

fn response(name: &str, file: EmbeddedFile, cache_control: &'static str) -> Response {
    let headers = [(header::CONTENT_TYPE, content_type(name)), (header::CACHE_CONTROL, cache_control)];
    (headers, file.data.into_owned()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_current_version_is_recognised() {
        let (now, old) = ("0123456789abcdef", "fedcba9876543210");
        assert_eq!(split_version(&format!("{now}/style/base.css"), now), ("style/base.css", true));
        assert_eq!(split_version(&format!("{old}/style/base.css"), now), ("style/base.css", false));
        assert_eq!(
            (split_version("style/base.css", now), split_version("icon.svg", now)),
            (("style/base.css", false), ("icon.svg", false))
        );
        assert_eq!(folder().len(), "/assets/".len() + 2 * VERSION_BYTES);
    }
}
