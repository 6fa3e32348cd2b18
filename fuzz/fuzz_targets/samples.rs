//! Property: any file of samples is read or rejected with one sentence, and what was read can be written and read again.

#![no_main]

use crownhead_engine::samples::{Header, Reader, SampleGame, Writer};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Some((&choice, bytes)) = input.split_first() else { return };
    if choice == 0 {
        check(bytes);
        return;
    }
    // A game with a valid length and checksum, which the fuzzer would hardly find, on a board of this many squares.
    let header = Header {
        rules: String::new(),
        program: String::new(),
        squares: choice,
        nodes: 0,
        seed: 0,
        settings: String::new(),
    };
    let writer = Writer::new(Vec::new(), &header).expect("memory");
    let mut file = writer.into_inner();
    file.extend((bytes.len() as u32).to_le_bytes());
    let checksum =
        bytes.iter().fold(0x811c_9dc5, |sum: u32, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    file.extend(checksum.to_le_bytes());
    file.extend(bytes);
    check(&file);
});

fn check(file: &[u8]) {
    let mut reader = match Reader::new(file) {
        Ok(reader) => reader,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let mut games: Vec<SampleGame> = Vec::new();
    for game in reader.by_ref() {
        match game {
            Ok(game) => games.push(game),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    let mut writer = Writer::new(Vec::new(), reader.header()).expect("memory");
    for game in &games {
        assert!(game.samples.iter().all(|sample| sample.pieces() <= reader.header().squares.into()));
        writer.add(game).expect("memory");
    }
    let written = writer.into_inner();
    let again = Reader::new(&written[..]).expect("a valid header");
    assert_eq!(again.header(), reader.header());
    assert!(again.map(|game| game.expect("a valid game")).eq(games));
}
