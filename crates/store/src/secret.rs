//! Secrets: made by chance, shown once, kept as hashes.

use sha2::{Digest, Sha256};

use play::id::by_chance;

/// What the personal tokens of this program begin with, so that scanners find those that were published by mistake.
pub const TOKEN_PREFIX: &str = "crownhead_";

/// A new secret: 40 letters and digits, two hundred bits.
pub fn new() -> Result<String, getrandom::Error> {
    let bytes: [u8; 40] = by_chance()?;
    Ok(bytes.iter().map(|&byte| char::from(byte)).collect())
}

/// A hash for what cannot be guessed, or need not be kept from anybody.
#[must_use]
pub fn hash(text: &str) -> String {
    hex::encode(Sha256::digest(text))
}
