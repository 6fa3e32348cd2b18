//! The signature of the search: the number of nodes of fixed single-threaded searches. A change of the search almost
//! always changes it; levels, time management and threads do not.

use crownhead_engine::network::NetworkChoice;

/// The number that `crownhead bench` prints last. A commit that changes the search on purpose sets it to the number in
/// the message of this test, and its message ends with `Bench: N`.
const SIGNATURE: u64 = 11_261_307;

#[test]
fn the_search_has_the_recorded_signature() {
    let signature = crownhead_engine::bench(&NetworkChoice::Embedded, |_| {}).expect("small tables");
    assert_eq!(signature, SIGNATURE, "the search has changed: see SIGNATURE in tests/signature.rs");
}
