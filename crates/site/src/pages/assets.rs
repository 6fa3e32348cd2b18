//! What browsers get besides pages: styles, scripts and icons, embedded in the program.
//!
//! Their addresses have a version in them, made from all of them: what is behind such an address never changes, and a new
//! version is a new address. Scripts import each other by relative paths, so one version never meets another.

use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest, Sha256};

#[derive(RustEmbed)]
#[folder = "../../web"]
struct Web;

/// A version has so many bytes, twice as many letters.
const BYTES: usize = 8;

static VERSION: LazyLock<String> = LazyLock::new(hash);

/// All files, in one short hash.
fn hash() -> String {
    let mut names: Vec<_> = Web::iter().collect();
    names.sort();
    let mut all = Sha256::new();
    for name in names {
        let Some(file) = Web::get(&name) else { continue };
        all.update(name.as_bytes());
        all.update(file.metadata.sha256_hash());
    }
    hex::encode(&all.finalize()[..BYTES])
}

fn version() -> String {
    // While one works on them, the files are read from the disk, and change under the running program.
    if cfg!(debug_assertions) { hash() } else { VERSION.clone() }
}

/// The folder in which everything lies, as pages refer to it.
pub(super) fn folder() -> String {
    format!("/assets/{}", version())
}

/// The kind of a file, by its ending.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// A path without its version, and whether the version is the present one.
fn parted<'a>(path: &'a str, present: &str) -> (&'a str, bool) {
    let is_version =
        |part: &str| part.len() == 2 * BYTES && part.bytes().all(|letter| letter.is_ascii_hexdigit());
    match path.split_once('/') {
        Some((first, rest)) if is_version(first) => (rest, first == present),
        _ => (path, false),
    }
}

pub(super) async fn asset(headers: HeaderMap, Path(path): Path<String>) -> Response {
    let (name, present) = parted(&path, &version());
    match Web::get(name) {
        Some(file) if present => answer(name, file, "public, max-age=31536000, immutable"),
        Some(file) => checked(&headers, name, file),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// What runs in the background lies at the root: it may look after the pages only from there.
pub(super) async fn worker(headers: HeaderMap) -> Response {
    match Web::get("worker.js") {
        Some(file) => checked(&headers, "worker.js", file),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A file without a version, or with an old one: the browser asks each time whether it has changed.
fn checked(headers: &HeaderMap, name: &str, file: EmbeddedFile) -> Response {
    let tag = format!("\"{}\"", hex::encode(&file.metadata.sha256_hash()[..BYTES]));
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let unchanged = known.flat_map(|line| line.split(',')).any(|known| known.trim() == tag);
    let mut response = match unchanged {
        true => (StatusCode::NOT_MODIFIED, [(header::CACHE_CONTROL, "no-cache")]).into_response(),
        false => answer(name, file, "no-cache"),
    };
    if let Ok(tag) = HeaderValue::try_from(tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

fn answer(name: &str, file: EmbeddedFile, cache: &'static str) -> Response {
    let headers = [(header::CONTENT_TYPE, kind(name)), (header::CACHE_CONTROL, cache)];
    (headers, file.data.into_owned()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_part_of_the_path_and_only_the_present_one_counts() {
        let (now, old) = ("0123456789abcdef", "fedcba9876543210");
        assert_eq!(parted(&format!("{now}/style/base.css"), now), ("style/base.css", true));
        assert_eq!(parted(&format!("{old}/style/base.css"), now), ("style/base.css", false));
        assert_eq!(
            (parted("style/base.css", now), parted("icon.svg", now)),
            (("style/base.css", false), ("icon.svg", false))
        );
        assert_eq!(folder().len(), "/assets/".len() + 2 * BYTES);
    }
}
