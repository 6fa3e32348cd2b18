//! What browsers get besides pages: styles and scripts, embedded in the program.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../web"]
struct Web;

/// The kind of a file, by its ending.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

pub(super) async fn asset(Path(path): Path<String>) -> Response {
    match Web::get(&path) {
        // They change with the program only; an hour is a compromise without names that change with them.
        Some(file) => {
            let headers = [(header::CONTENT_TYPE, kind(&path)), (header::CACHE_CONTROL, "max-age=3600")];
            (headers, file.data.into_owned()).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
