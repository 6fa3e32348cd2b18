//! What the API, live connections and pages share of HTTP: who asks, what is read of a request, how an error leaves.
//!
//! Headers are read by hand: a typed one (axum-extra) would be of use twice, and refuses in words that are not ours.

pub(crate) mod body;
pub(crate) mod challenges;
pub(crate) mod cookies;
pub(crate) mod error;
pub(crate) mod session;
pub(crate) mod settings;
pub(crate) mod viewer;
