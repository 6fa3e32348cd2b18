//! Several nodes without HTTP: a repository and a bus each, over the same store.

mod announcements;
#[path = "../../../bus/tests/conformance/connections.rs"]
#[allow(dead_code, reason = "the tests of the bus crate use the rest")]
mod connections;
mod limits;
mod nodes;
mod presence;
