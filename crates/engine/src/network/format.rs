//! The file format of networks. `docs/build/formats/networks.md` describes it.

use super::{Network, NetworkError, NetworkShape, NetworkWeights};

const MAGIC: [u8; 8] = *b"CHNETWRK";
const VERSION: u8 = 1;
/// The bytes before the texts: the magic number, the version, the sizes, the scale and the lengths of the texts.
const FIXED_BYTES: usize = 8 + 1 + 9 + 2 + 4 + 4;
const CHECKSUM_BYTES: usize = 8;

impl Network {
    /// Returns the checksum of the file, which identifies the network.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        let bytes = self.to_bytes();
        checksum(&bytes[..bytes.len() - CHECKSUM_BYTES])
    }

    /// Encodes the network as a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let NetworkShape { width, height, squares, accumulators, hidden, buckets, pieces_per_bucket } =
            self.shape;
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, width, height, squares, buckets, pieces_per_bucket]);
        for number in [accumulators, hidden, self.scale] {
            bytes.extend(number.to_le_bytes());
        }
        for text in [&self.rules, &self.recipe] {
            bytes.extend((text.len() as u32).to_le_bytes());
        }
        for text in [&self.rules, &self.recipe] {
            bytes.extend(text.as_bytes());
        }
        let NetworkWeights { features, feature_bias, linear, hidden, hidden_bias, output, output_bias } =
            &self.weights;
        for weights in [features, feature_bias, linear, output] {
            bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(hidden.iter().flat_map(|weight| weight.to_le_bytes()));
        for weights in [hidden_bias, output_bias] {
            bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Decodes a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(NetworkError::NotANetwork);
        }
        if let Some(&version) = bytes.get(MAGIC.len())
            && version != VERSION
        {
            return Err(NetworkError::Version(version));
        }
        let too_short = |expected| NetworkError::Length { expected, found: bytes.len() };
        let fixed: [u8; FIXED_BYTES] =
            bytes.first_chunk().copied().ok_or(too_short(FIXED_BYTES + CHECKSUM_BYTES))?;
        let [width, height, squares, buckets, pieces_per_bucket] = part(&fixed, 9);
        let number = |at| u16::from_le_bytes(part(&fixed, at));
        let shape = NetworkShape {
            width,
            height,
            squares,
            accumulators: number(14),
            hidden: number(16),
            buckets,
            pieces_per_bucket,
        };
        shape.check()?;
        let length = |at| u32::from_le_bytes(part(&fixed, at)) as usize;
        let texts = [length(20), length(24)];
        let neurons = usize::from(buckets) * usize::from(shape.hidden);
        let (features, accumulators) = (shape.features(), usize::from(shape.accumulators));
        let weight_bytes = 2 * (features * accumulators + accumulators + features + neurons)
            + neurons * shape.inputs()
            + 4 * (neurons + usize::from(buckets));
        let expected = texts
            .iter()
            .fold(FIXED_BYTES + CHECKSUM_BYTES + weight_bytes, |sum, &text| sum.saturating_add(text));
        if bytes.len() != expected {
            return Err(too_short(expected));
        }
        let (content, sum) = bytes.split_at(bytes.len() - CHECKSUM_BYTES);
        if checksum(content).to_le_bytes() != *sum {
            return Err(NetworkError::Checksum);
        }
        let mut rest = &content[FIXED_BYTES..];
        let mut take = |count: usize| {
            let (taken, left) = rest.split_at(count);
            rest = left;
            taken
        };
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).map_err(|_| NetworkError::Text);
        let (rules, recipe) = (text(take(texts[0]))?, text(take(texts[1]))?);
        let mut narrow =
            |count: usize| take(2 * count).as_chunks().0.iter().map(|&b| i16::from_le_bytes(b)).collect();
        let weights = NetworkWeights {
            features: narrow(features * accumulators),
            feature_bias: narrow(accumulators),
            linear: narrow(features),
            output: narrow(neurons),
            hidden: take(neurons * shape.inputs()).iter().map(|&b| b as i8).collect(),
            hidden_bias: wide(take(4 * neurons)),
            output_bias: wide(take(4 * usize::from(buckets))),
        };
        Self { shape, scale: number(18), rules, recipe, weights }.checked()
    }
}

fn wide(bytes: &[u8]) -> Vec<i32> {
    bytes.as_chunks().0.iter().map(|&b| i32::from_le_bytes(b)).collect()
}

/// Returns the bytes at an offset of the fixed part, which is long enough.
fn part<const N: usize>(fixed: &[u8; FIXED_BYTES], at: usize) -> [u8; N] {
    std::array::from_fn(|i| fixed[at + i])
}

/// Returns the checksum of the format: 64-bit FNV-1a, by hand because it takes 3 lines.
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
