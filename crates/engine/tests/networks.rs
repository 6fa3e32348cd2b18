//! Network files: round trips, and one sentence for each kind of damage.

use crownhead_engine::network::{Network, NetworkError, NetworkShape, NetworkWeights};

/// Returns a small network for a board of 18 squares, with varied weights.
fn network() -> Network {
    let shape = NetworkShape {
        width: 6,
        height: 6,
        squares: 18,
        accumulators: 16,
        hidden: 8,
        buckets: 3,
        pieces_per_bucket: 4,
    };
    let narrow = |len: usize| (0..len).map(|i| (i * 37 % 601) as i16 - 300).collect::<Vec<i16>>();
    let wide = |len: usize| (0..len).map(|i| (i as i32 - 5) * 800_003).collect::<Vec<i32>>();
    let weights = NetworkWeights {
        features: narrow(72 * 16),
        feature_bias: narrow(16),
        linear: narrow(72),
        hidden: (0..3 * 8 * 32).map(|i| (i * 11 % 255 - 127) as i8).collect(),
        hidden_bias: wide(24),
        output: narrow(24),
        output_bias: wide(3),
    };
    let (rules, recipe) = (r#"{"id":"mini"}"#.to_owned(), r#"{"program":"dämon"}"#.to_owned());
    Network { shape, scale: 114, rules, recipe, weights }
}

/// Corrects the checksum, so that a mutation reaches the checks behind it.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let content = bytes.len().saturating_sub(8);
    let sum = bytes[..content]
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    bytes[content..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn networks_round_trip() {
    let network = network().checked().expect("a usable network");
    let bytes = network.to_bytes();
    assert_eq!(Network::from_bytes(&bytes).expect("a network"), network);
}

#[test]
fn damage_is_explained_in_one_sentence() {
    type Mutation = fn(&mut Vec<u8>);
    // A mutation, whether the checksum is corrected afterwards, and a part of the error.
    let cases: [(Mutation, bool, &str); 23] = [
        (Vec::clear, false, "not a network file"),
        (|bytes| bytes.truncate(7), false, "not a network file"),
        (|bytes| bytes[0] = b'X', true, "not a network file"),
        (|bytes| bytes.splice(..8, *b"CHSAMPLE").for_each(drop), true, "not a network file"),
        (|bytes| bytes.truncate(8), false, "8 bytes instead of 36"),
        (|bytes| bytes[8] = 2, true, "version 2"),
        (|bytes| bytes[18..20].fill(0), true, "scale of the scores is 0"),
        (|bytes| bytes[8] = 0, false, "version 0"),
        (|bytes| bytes.truncate(27), false, "27 bytes instead of 36"),
        (|bytes| bytes.truncate(200), true, "200 bytes instead of"),
        (|bytes| bytes.truncate(bytes.len() - 1), true, "truncated, or has something appended"),
        (|bytes| bytes.push(0), true, "truncated, or has something appended"),
        // The sizes: squares, buckets, pieces of a bucket, accumulators, hidden neurons.
        (|bytes| bytes[11] = 0, true, "a usable network"),
        (|bytes| bytes[12] = 0, true, "a usable network"),
        (|bytes| bytes[12] = 65, true, "a usable network"),
        (|bytes| bytes[13] = 0, true, "a usable network"),
        (|bytes| bytes[14] = 17, true, "a usable network"),
        (|bytes| bytes[15] = 255, true, "a usable network"),
        (|bytes| bytes[16] = 136, true, "a usable network"),
        // The lengths of the texts.
        (|bytes| bytes[20..28].fill(255), true, "bytes instead of"),
        (|bytes| bytes[28] = 255, true, "not readable text"),
        (|bytes| bytes[200] ^= 16, false, "checksum"),
        // The high byte of the first accumulator's weight for every feature, after the fixed part (28 bytes), the rules
        // (13) and the recipe (20).
        (
            |bytes| (0..72).for_each(|feature| bytes[28 + 13 + 20 + 32 * feature + 1] = 0x7f),
            true,
            "a position could overflow it",
        ),
    ];
    let good = network().to_bytes();
    for (number, (mutate, is_sealed, expected)) in cases.into_iter().enumerate() {
        let mut bytes = good.clone();
        mutate(&mut bytes);
        let bytes = if is_sealed { sealed(bytes) } else { bytes };
        let error = Network::from_bytes(&bytes).expect_err(expected).to_string();
        assert!(error.contains(expected) && !error.contains('\n'), "case {number}: {error}");
    }
}

#[test]
fn every_changed_byte_is_detected() {
    let good = network().to_bytes();
    for at in 0..good.len() {
        for mask in [1, 128] {
            let mut bytes = good.clone();
            bytes[at] ^= mask;
            assert!(Network::from_bytes(&bytes).is_err(), "byte {at}");
        }
    }
    for len in 0..good.len() {
        assert!(Network::from_bytes(&good[..len]).is_err(), "{len} bytes");
    }
}

#[test]
fn weights_must_have_the_sizes_of_the_shape() {
    let mutations: [fn(&mut NetworkWeights); 7] = [
        |weights| weights.features.truncate(1),
        |weights| weights.feature_bias.push(0),
        |weights| weights.linear.truncate(1),
        |weights| weights.hidden.clear(),
        |weights| weights.hidden_bias.truncate(1),
        |weights| weights.output.push(0),
        |weights| weights.output_bias.truncate(1),
    ];
    for mutate in mutations {
        let mut network = network();
        mutate(&mut network.weights);
        assert!(matches!(network.checked(), Err(NetworkError::Shape(_))));
    }
    let mut network = network();
    network.weights.feature_bias[3] = i16::MIN;
    assert_eq!(network.checked(), Err(NetworkError::Overflow { accumulator: 3 }));
    let mut network = self::network();
    network.weights.hidden_bias[0] = i32::MAX;
    assert_eq!(network.checked(), Err(NetworkError::OutputOverflow));
}
