//! Secrets of credentials: random, shown once, stored as hashes.

use sha2::{Digest, Sha256};

use play::id::random;

/// The prefix of personal tokens, by which secret scanners find those that were published by mistake.
pub const TOKEN_PREFIX: &str = "crownhead_";

/// Returns a new random secret of 40 letters and digits, 200 bits.
pub fn new() -> Result<String, getrandom::Error> {
    let bytes: [u8; 40] = random()?;
    Ok(bytes.iter().map(|&byte| char::from(byte)).collect())
}

/// Returns the SHA-256 hash of a text in hexadecimal. It is not salted: use it for random secrets and public texts
/// only.
#[must_use]
pub fn hash(text: &str) -> String {
    hex::encode(Sha256::digest(text))
}
