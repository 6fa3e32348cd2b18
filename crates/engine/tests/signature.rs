//! The signature of the search: it changes if and only if the engine plays differently.

/// The number that `crownhead bench` prints last. A commit that changes play on purpose sets it to the number in the
/// message of this test, and ends with `Bench: N`.
const SIGNATURE: u64 = 11_261_307;

#[test]
fn the_search_has_the_recorded_signature() {
    let signature = crownhead_engine::bench(|_| {}).expect("small tables");
    assert_eq!(signature, SIGNATURE, "play has changed: see SIGNATURE in tests/signature.rs");
}
