//! Several nodes without the network in front of them: a hall and a bus each, over the same store.

mod hearing;
mod limits;
#[path = "../../../bus/tests/conformance/lines.rs"]
#[allow(dead_code, reason = "the tests of buses need more of it")]
mod lines;
mod nodes;
mod presence;
