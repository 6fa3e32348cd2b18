//! Property: any bytes are games or are rejected with an error, and a game that was read can be replayed and round-trips.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pdn::{Reader, Record};

fn text(record: &Record) -> Vec<u8> {
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
        let once = text(&strict);
        let mut games = Reader::new(&once[..]);
        let again = games.next().expect("a game").expect("text");
        assert!(games.next().is_none(), "one game was read as several: {}", String::from_utf8_lossy(&once));
        assert_eq!(text(&again), once);
        let replayed = pdn::replay(&again, Some(&replay.reading.rules));
        assert_eq!(replayed.moves.len(), replay.moves.len(), "{}", String::from_utf8_lossy(&once));
    }
});
