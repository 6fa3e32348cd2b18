//! Several nodes without the network in front of them: a repository and a bus each, over the same store.

#[path = "../../../bus/tests/conformance/connections.rs"]
#[allow(dead_code, reason = "the tests of buses need more of it")]
mod connections;
mod hearing;
mod limits;
mod nodes;
mod presence;
