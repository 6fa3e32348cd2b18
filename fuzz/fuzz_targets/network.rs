//! Property: any bytes are a network that encodes to the same bytes, or are rejected with an error. The checksum is
//! corrected, so that the checks behind it are reached.

#![no_main]

use crownhead_engine::network::Network;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes.to_vec();
    if let Some((content, sum)) = bytes.split_last_chunk_mut::<8>() {
        let fnv = |sum, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        *sum = content.iter().fold(0xcbf2_9ce4_8422_2325_u64, fnv).to_le_bytes();
    }
    match Network::from_bytes(&bytes) {
        Ok(network) => assert_eq!(network.to_bytes(), bytes),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
