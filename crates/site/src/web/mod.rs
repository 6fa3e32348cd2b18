//! HTTP code shared by the API, live connections and pages: authentication, request extractors, cookies and errors.
//!
//! Headers are parsed by hand: typed headers (axum-extra) would be used only twice, and their rejections are not in the
//! format of our errors.

pub(crate) mod body;
pub(crate) mod challenges;
pub(crate) mod closing;
pub(crate) mod cookies;
pub(crate) mod error;
pub(crate) mod json;
pub(crate) mod language;
pub(crate) mod session;
pub(crate) mod settings;
pub(crate) mod upgrade;
pub(crate) mod viewer;
