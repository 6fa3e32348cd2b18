//! Property: any bytes are read as games or rejected with an error; a game can be replayed, and its strict form
//! round-trips.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pdn::{Reader, Record};

fn encode(record: &Record) -> Vec<u8> {
    let mut bytes = Vec::new();
    pdn::write(record, &mut bytes).expect("memory can be written");
    bytes
}

fuzz_target!(|input: &[u8]| {
    for record in Reader::new(input).take(20) {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                return;
            }
        };
        let replay = pdn::replay(&record, None);
        for leniency in record.leniencies.iter().chain(&replay.leniencies) {
            assert!(leniency.to_string().starts_with("line "));
        }
        let strict = pdn::to_strict(&record, &replay);
        let written = encode(&strict);
        let mut games = Reader::new(&written[..]);
        let again = games.next().expect("a game").expect("valid PDN");
        assert!(
            games.next().is_none(),
            "one game was read as several: {}",
            String::from_utf8_lossy(&written)
        );
        assert_eq!(encode(&again), written);
        let replayed = pdn::replay(&again, Some(&replay.reading.rules));
        assert_eq!(replayed.moves.len(), replay.moves.len(), "{}", String::from_utf8_lossy(&written));
    }
});
